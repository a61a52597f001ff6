#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Opens the built browser in a pseudo-terminal, reads its start page, quits, and looks at what it left.

usage: smoke.py PATH-OF-GRILLE
"""
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time


def main():
    program = sys.argv[1]
    version = subprocess.run([program, '--version'], capture_output=True, text=True, timeout=30)
    assert version.returncode == 0 and version.stdout.startswith('Grille '), version
    with tempfile.TemporaryDirectory() as home:
        page = os.path.join(home, 'page.html')
        with open(page, 'w', encoding='utf-8') as file:
            file.write('<!DOCTYPE html><title>Smoke</title><h1>Harbour lights</h1>')
        env = dict(os.environ, HOME=home, TERM='xterm-256color', LC_ALL='C.UTF-8')
        env.pop('XDG_CONFIG_HOME', None)
        dump = subprocess.run([program, '--dump', page], capture_output=True, text=True, env=env, timeout=30)
        assert dump.returncode == 0 and 'Harbour lights' in dump.stdout, dump
        browse(program, env)
    print('smoke run: version, dump and a session in a terminal are well')


def browse(program, env):
    terminal, line = pty.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    before = termios.tcgetattr(line)
    session = subprocess.Popen([program], stdin=line, stdout=line, stderr=line, env=env, start_new_session=True)
    screen = read_until(terminal, b'Grille', 30)
    os.write(terminal, b'Q')
    screen += drain(terminal, session, 30)
    assert session.wait(timeout=30) == 0, 'the browser ended with %s' % session.returncode
    assert b'\x1b[?1049h' in screen and b'\x1b[?1049l' in screen, 'the alternate screen was not entered and left'
    assert termios.tcgetattr(line) == before, 'the terminal modes are not what they were'
    os.close(line)
    os.close(terminal)


def read_until(terminal, wanted, seconds):
    seen, end = b'', time.monotonic() + seconds
    while wanted not in seen:
        assert time.monotonic() < end, 'no %r on the screen within %d s: %r' % (wanted, seconds, seen[-400:])
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    return seen


def drain(terminal, session, seconds):
    seen, end = b'', time.monotonic() + seconds
    while session.poll() is None:
        assert time.monotonic() < end, 'the browser did not quit'
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 65536)
    while select.select([terminal], [], [], 0)[0]:
        seen += os.read(terminal, 65536)
    return seen


if __name__ == '__main__':
    main()
