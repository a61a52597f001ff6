#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of Grille: writes Sources/UnicodeText/Generated/PropertyTables.swift from Unicode's data files.
"""usage: unicode_tables.py [FOLDER] > Sources/UnicodeText/Generated/PropertyTables.swift

FOLDER holds the Unicode Character Database (Debian: package unicode-data, /usr/share/unicode).

One first stage maps a block of 128 code points to a block number, three second stages give the
width, the grapheme class and the line-break class of each code point of a block. Every table is an
ASCII string whose characters are values from 0x30 ("0") on, because a string literal needs no
start-up work and compiles at once.
"""
import os
import sys

folder = sys.argv[1] if len(sys.argv) > 1 else '/usr/share/unicode'
LIMIT = 0x20000          # the table covers 0 ..< LIMIT and TAGS ..< TAGS_END
TAGS, TAGS_END = 0xE0000, 0xE1000
BLOCK = 128
SIZE = 0x110000


def ranges(name):
    """Yields (first, last, value) of a property file."""
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        for line in file:
            body = line.split('#')[0].strip()
            if not body:
                continue
            points, value = [part.strip() for part in body.split(';')[:2]]
            first, _, last = points.partition('..')
            yield int(first, 16), int(last or first, 16), value


def fill(table, name, wanted=None):
    for first, last, value in ranges(name):
        if wanted is None or value == wanted:
            for point in range(first, last + 1):
                table[point] = value
    return table


category = fill(['Cn'] * SIZE, 'extracted/DerivedGeneralCategory.txt')
east_asian = ['N'] * SIZE
for first, last in [(0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD)]:
    east_asian[first:last + 1] = ['W'] * (last + 1 - first)
fill(east_asian, 'EastAsianWidth.txt')
ignorable = fill([None] * SIZE, 'DerivedCoreProperties.txt', 'Default_Ignorable_Code_Point')
prepended = fill([None] * SIZE, 'PropList.txt', 'Prepended_Concatenation_Mark')
pictographic = fill([None] * SIZE, 'emoji/emoji-data.txt', 'Extended_Pictographic')
emoji = fill([None] * SIZE, 'emoji/emoji-data.txt', 'Emoji')
grapheme = fill(['Other'] * SIZE, 'auxiliary/GraphemeBreakProperty.txt')
breaking = ['XX'] * SIZE
for first, last, value in [(0x20A0, 0x20CF, 'PR'), (0x3400, 0x4DBF, 'ID'), (0x4E00, 0x9FFF, 'ID'), (0xF900, 0xFAFF, 'ID'),
                           (0x1F000, 0x1FAFF, 'ID'), (0x1FC00, 0x1FFFD, 'ID'), (0x20000, 0x2FFFD, 'ID'), (0x30000, 0x3FFFD, 'ID')]:
    breaking[first:last + 1] = [value] * (last + 1 - first)
fill(breaking, 'LineBreak.txt')

GRAPHEMES = ['Other', 'CR', 'LF', 'Control', 'Extend', 'ZWJ', 'Regional_Indicator', 'Prepend', 'SpacingMark',
             'L', 'V', 'T', 'LV', 'LVT']
LINES = ['AL', 'BK', 'CR', 'LF', 'NL', 'SP', 'ZW', 'WJ', 'GL', 'CM', 'ZWJ', 'BA', 'BB', 'B2', 'HY', 'CB', 'CL', 'CP', 'CPwide',
         'EX', 'IN', 'NS', 'OP', 'OPwide', 'QU', 'IS', 'NU', 'PO', 'PR', 'SY', 'EB', 'EM', 'EP', 'H2', 'H3', 'HL', 'ID',
         'JL', 'JV', 'JT', 'RI', 'SA', 'SAmark']


def width(point):
    kind = category[point]
    if prepended[point]:
        return 1
    if kind in ('Cc', 'Cf', 'Mn', 'Me', 'Zl', 'Zp', 'Cs') or TAGS <= point < TAGS_END:
        return 0
    if grapheme[point] in ('V', 'T') or (kind == 'Cn' and ignorable[point]):
        return 0
    return {'W': 2, 'F': 2, 'A': 3}.get(east_asian[point], 1)


def grapheme_class(point):
    # Hangul syllables: the reader tells LV from LVT by arithmetic, so that their blocks are alike.
    name = 'LV' if grapheme[point] == 'LVT' else grapheme[point]
    return GRAPHEMES.index(name) | (0x10 if pictographic[point] else 0) | (0x20 if emoji[point] else 0)


def line_class(point):
    name = breaking[point]
    wide = east_asian[point] in 'FWH'
    if name in ('AI', 'SG', 'XX'):
        # LB1; an unassigned pictograph is kept apart for LB30b.
        name = 'AL'
    elif name == 'CJ':
        name = 'NS'
    elif name == 'SA' and category[point] in ('Mn', 'Mc'):
        name = 'SAmark'
    elif name in ('OP', 'CP') and wide:
        name += 'wide'
    elif name == 'H3':
        name = 'H2'
    if pictographic[point] and category[point] == 'Cn' and name in ('ID', 'AL'):
        name = 'EP'
    return LINES.index(name)


def text(values):
    assert max(values) <= 0x7E - 0x30
    return ''.join(chr(0x30 + value) for value in values)


points = list(range(LIMIT)) + list(range(TAGS, TAGS_END))
blocks, first_stage, known = [], [], {}
for start in range(0, len(points), BLOCK):
    part = points[start:start + BLOCK]
    key = tuple((width(p), grapheme_class(p), line_class(p)) for p in part)
    if key not in known:
        known[key] = len(blocks)
        blocks.append(key)
    first_stage += divmod(known[key], 64)
assert len(blocks) < 64 * 64

for point in range(LIMIT, SIZE):     # what PropertyTables.properties says without a table
    if TAGS <= point < TAGS_END or 0xD800 <= point < 0xE000:
        continue
    plain = (width(point), grapheme_class(point), LINES[line_class(point)])
    if point < 0x40000 and point & 0xFFFF < 0xFFFE:
        assert plain == (2, 0, 'ID'), (hex(point), plain)
    else:
        assert plain[0] in (0, 1, 3) and plain[2] == 'AL', (hex(point), plain)


def literal(name, about, values):
    print('\n  /// %s' % about)
    print('  static let %s: StaticString =' % name)
    print('    #"""')
    content = text(values)
    for start in range(0, len(content), 90):
        print('    %s\\#' % content[start:start + 90])
    print('    """#')


print('''// SPDX-License-Identifier: MIT
// Part of Grille: Unicode properties as tables; written by Tests/Generators/unicode_tables.py.
// swift-format-ignore-file

/// Two-stage tables over the code points below U+20000 and the tag characters.
enum PropertyTables {''')
literal('firstStage', 'Number of the block of 128 code points, two base-64 digits each.', first_stage)
literal('widths', 'Columns of a code point: 0, 1, 2; 3 for ambiguous.', [v[0] for b in blocks for v in b])
literal('graphemes', 'Grapheme class in four bits, then Extended_Pictographic, then Emoji.', [v[1] for b in blocks for v in b])
literal('lines', 'Line-break class after rule LB1.', [v[2] for b in blocks for v in b])
print('}')
print('\n/// Grapheme_Cluster_Break of a scalar (UAX 29, table 2).')
print('enum GraphemeClass: UInt8 {')
for name in GRAPHEMES:
    swift = {'CR': 'carriageReturn', 'LF': 'lineFeed', 'ZWJ': 'zeroWidthJoiner', 'L': 'leadingJamo', 'V': 'vowelJamo',
             'T': 'trailingJamo', 'LV': 'syllableLV', 'LVT': 'syllableLVT', 'Regional_Indicator': 'regionalIndicator',
             'SpacingMark': 'spacingMark'}.get(name, name.lower())
    print('  case %s' % swift)
print('}')
print('\n/// Line_Break of a scalar after rule LB1 (UAX 14, table 1); `wide` are the East Asian brackets of LB30,')
print('/// `ep` the unassigned pictographs of LB30b, `saMark` the combining marks among the South East Asian.')
print('enum LineBreakClass: UInt8 {')
for name in LINES:
    swift = {'SAmark': 'saMark', 'OPwide': 'opWide', 'CPwide': 'cpWide', 'IS': 'infix', 'IN': 'inseparable', 'AL': 'al'}.get(name, name.lower())
    print('  case %s' % swift)
print('}')
print('%d blocks' % len(blocks), file=sys.stderr)
