#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the time whole page dumps take with those of the text browsers that are installed.

usage: dump_speed.py PATH-OF-GRILLE [ROUNDS]

Pages come from the folders named in GRILLE_CORPUS (separated by colons), else from the largest HTML
files of the documentation packages at hand. Programs take turns within a round, so that other work
on the machine falls on all alike; what is printed is the median of the ratios to Grille's time.
"""
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

WIDTH = 80
PEERS = {
    'w3m': ['w3m', '-dump', '-cols', str(WIDTH), '-T', 'text/html'],
    'lynx': ['lynx', '-dump', '-width=%d' % WIDTH, '-force_html'],
    'elinks': ['elinks', '-dump', '1', '-dump-width', str(WIDTH)],
    'links': ['links', '-dump', '-width', str(WIDTH)],
}


def pages():
    folders = [f for f in os.environ.get('GRILLE_CORPUS', '').split(':') if f] or ['/usr/share/doc']
    found = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            found += [os.path.join(root, n) for n in names if n.endswith(('.html', '.htm'))]
    found = [f for f in set(found) if not os.path.islink(f) and os.path.getsize(f) >= 4096]
    found.sort(key=lambda f: (-os.path.getsize(f), f))
    step = max(1, len(found) // 40)
    return found[:10] + found[10::step][:36]


def seconds(command, page, output, home):
    env = dict(os.environ, HOME=home, TERM='xterm', LC_ALL='C.UTF-8')
    output.seek(0)
    start = time.perf_counter()
    done = subprocess.run(command + [page], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL, env=env)
    return time.perf_counter() - start if done.returncode == 0 else None


def main():
    grille = [sys.argv[1], '--dump', '--cols', str(WIDTH)]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    peers = {name: command for name, command in PEERS.items() if shutil.which(name)}
    for name in PEERS:
        if name not in peers:
            print('left out, not installed: %s' % name)
    corpus = pages()
    if not corpus:
        sys.exit('no HTML pages found; name folders of them in GRILLE_CORPUS')
    ratios = {name: [] for name in peers}
    print('%-44s %8s %9s  %s' % ('page', 'KB', 'grille ms', '  '.join('%7s/g' % n for n in peers)))
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as output:
        for page in corpus:
            own, theirs = [], {name: [] for name in peers}
            for _ in range(rounds):
                mine = seconds(grille, page, output, home)
                if mine is None:
                    sys.exit('grille failed on %s' % page)
                own.append(mine)
                for name, command in peers.items():
                    took = seconds(command, page, output, home)
                    if took is not None:
                        theirs[name].append(took / mine)
            row = []
            for name in peers:
                if theirs[name]:
                    ratios[name].append(statistics.median(theirs[name]))
                row.append('%9.2f' % ratios[name][-1] if theirs[name] else '   failed')
            print('%-44s %8d %9.1f  %s' % (
                os.path.basename(page)[:44], os.path.getsize(page) // 1024, statistics.median(own) * 1000, '  '.join(row)))
    for name, values in ratios.items():
        if values:
            mean = math.exp(sum(map(math.log, values)) / len(values))
            print('%s takes %.2f times as long as grille (geometric mean of %d pages)' % (name, mean, len(values)))


if __name__ == '__main__':
    main()
