#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the parts of the engine that implement the web's basic standards, against fixed bars.

usage: core_speed.py PATH-OF-CORE-BENCHMARK [ROUNDS]

The HTML parser is compared with libgumbo, if that can be compiled against, on the pages of the
folders named in GRILLE_CORPUS (separated by colons), else on the largest HTML files of the
documentation packages at hand. Both take turns within a round. Bars are ratios of processor time,
but for memory and for addresses; what is printed is the median.
"""
import os
import statistics
import subprocess
import sys
import tempfile

from dump_speed import pages

HERE = os.path.dirname(os.path.abspath(__file__))
LARGEST = 12


def results(command, **variables):
    """The values a program prints as `name value unit` lines."""
    env = dict(os.environ, **variables)
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout
    return {name: float(value) for name, value, *_ in map(str.split, output.splitlines())}


def compile_gumbo(folder):
    """The path of the program that parses with libgumbo, or None without libgumbo's headers."""
    program = os.path.join(folder, 'gumbo_parse')
    source = os.path.join(HERE, 'gumbo_parse.c')
    done = subprocess.run(['cc', '-O2', '-o', program, source, '-lgumbo'], stderr=subprocess.DEVNULL)
    return program if done.returncode == 0 else None


def is_utf8(path):
    with open(path, 'rb') as file:
        try:
            file.read().decode('utf-8')
        except UnicodeDecodeError:
            return False
    return True


class Table:
    """Prints rows as they come and remembers the misses."""

    def __init__(self):
        self.missed = 0
        print('%-46s %10s %10s' % ('measure', 'value', 'bar'))

    def row(self, name, value, bar=None, unit=''):
        verdict = '' if bar is None else 'pass' if value <= bar else 'MISS'
        self.missed += verdict == 'MISS'
        limit = '-' if bar is None else '%.2f' % bar
        print('%-46s %10.3f %10s  %s %s' % (name[:46], value, limit, verdict, unit), flush=True)


def parsing(benchmark, gumbo, corpus, rounds, table):
    ratios, growths = [], []
    for page in corpus:
        size = os.path.getsize(page)
        repeats = str(max(1, min(20, 4_000_000 // size)))
        own, paired = [], []
        for _ in range(rounds):
            ours = results([benchmark, 'parse', page, repeats])
            own.append(ours['parse'])
            if gumbo:
                paired.append(ours['parse'] / results([gumbo, page, repeats])['parse'])
        name = os.path.basename(page)
        if gumbo:
            ratios.append(statistics.median(paired))
            table.row('parse / gumbo: ' + name, ratios[-1], 0.12, '%.1f ms/MB' % (statistics.median(own) / size))
        else:
            table.row('parse: ' + name, statistics.median(own) / size, None, 'ms/MB')
        if size >= 256 * 1024:
            growths.append(ours['tree'] / size)
            table.row('tree / page: ' + name, growths[-1], 2.5)
    if ratios:
        table.row('parse / gumbo: median of pages', statistics.median(ratios), 0.12)
    if growths:
        table.row('tree / page: median of pages', statistics.median(growths), 2.5)


def slopes(values, table):
    """For names ending in a number of megabytes: time for each MB against the smallest document."""
    groups = {}
    for name, value in values.items():
        kind, _, megabytes = name.rpartition('-')
        groups.setdefault(kind, {})[int(megabytes)] = value
    for kind, times in groups.items():
        first, last = min(times), max(times)
        table.row('%s: time per MB, %d / %d MB' % (kind, last, first), times[last] / times[first], 1.3,
                  '%.1f ms/MB' % (times[last] / 1000))


def main():
    benchmark = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    found = pages()
    corpus = [page for page in found if is_utf8(page)][:LARGEST]
    if len(found) > len(corpus):
        print('pages: the %d largest of %d that are UTF-8' % (len(corpus), len(found)))
    table = Table()
    text = results([benchmark, 'text'])
    table.row('UTF-8 validation / memchr', text['utf-8-validation'] / text['memchr'], 3)
    for name in ('text-width', 'cluster-starts'):
        table.row('%s / byte scan' % name, text[name] / text['byte-scan'], 1)
    table.row('cluster-walk, a call for each / byte scan', text['cluster-walk'] / text['byte-scan'])
    for name, nanoseconds in results([benchmark, 'url']).items():
        table.row('%s: resolve and serialise' % name, nanoseconds / 1000, 15, 'us')
    with tempfile.TemporaryDirectory() as folder:
        gumbo = compile_gumbo(folder)
        if not gumbo:
            print('left out, libgumbo-dev is not installed: gumbo')
        parsing(benchmark, gumbo, corpus, rounds, table)
    # Large buffers come fresh from the system at every size, else small documents would find theirs warm.
    fresh = {'MALLOC_MMAP_THRESHOLD_': '131072'}
    # The growing documents repeat the largest page that is small enough to be repeated.
    small = [page for page in corpus if os.path.getsize(page) <= 1 << 20]
    if corpus:
        slopes(results([benchmark, 'growth', (small or corpus[-1:])[0]], **fresh), table)
    slopes(results([benchmark, 'hostile'], **fresh), table)
    print('%d missed' % table.missed if table.missed else 'all bars are kept')


if __name__ == '__main__':
    main()
