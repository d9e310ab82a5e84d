"""A font that is the same on every machine: letters are boxes, a digit is as many bars as it says.

Screens are compared in it, because installed fonts differ and would move everything.
"""

import struct
from itertools import accumulate

EM = 1000
WIDTH, SPACE = 560, 280
ASCENT, DESCENT = 930, 240
HEIGHT, MARGIN = 640, 60
SPACES = (0x20, 0xA0, 0x2009, 0x202F)
LAST = 0x10FFFF
CHECKSUM = 0xB1B0AFBA  # of a whole font


def _glyph(bars: int) -> bytes:
    """Bars above each other, as wide as a letter; one bar is a box."""
    boxes = []
    for bar in range(bars):
        low = HEIGHT * bar // bars
        high = HEIGHT if bars == 1 else low + HEIGHT // bars * 3 // 5
        boxes.append((MARGIN, low, WIDTH - MARGIN, high))
    corners = [
        one
        for left, low, right, high in boxes
        for one in ((left, low), (left, high), (right, high), (right, low))
    ]
    steps = list(zip([(0, 0), *corners], corners, strict=False))
    return b"".join(
        (
            struct.pack(">5h", bars, MARGIN, 0, WIDTH - MARGIN, max(box[3] for box in boxes)),
            struct.pack(f">{bars}H", *range(3, 4 * bars, 4)),
            struct.pack(">H", 0),  # no instructions
            b"\x01" * len(corners),  # all on the curve, both coordinates as words
            *(struct.pack(">h", to[0] - at[0]) for at, to in steps),
            *(struct.pack(">h", to[1] - at[1]) for at, to in steps),
        )
    )


def _characters() -> bytes:
    """Which glyph stands for which characters: spaces, digits, and the box for all others."""
    own = {**dict.fromkeys(SPACES, 1), **{ord("0") + digit: 2 + digit for digit in range(10)}}
    groups, begin = [], 0
    for code, glyph in sorted(own.items()):
        groups += [(begin, code - 1, 0)] * (begin < code) + [(code, code, glyph)]
        begin = code + 1
    groups.append((begin, LAST, 0))
    # format 13: many characters to one glyph; the box has to be another glyph than 0 there
    packed = b"".join(struct.pack(">3L", first, last, glyph or 12) for first, last, glyph in groups)
    table = struct.pack(">2H3L", 13, 0, 16 + len(packed), 0, len(groups)) + packed
    return struct.pack(">4HL", 0, 1, 3, 10, 12) + table


def plain_font() -> bytes:
    """The font as a TrueType file."""
    box = _glyph(1)
    glyphs = [box, b"", *(_glyph(digit or 10) for digit in range(10)), box]
    glyphs = [glyph + b"\0" * (-len(glyph) % 4) for glyph in glyphs]
    count = len(glyphs)
    widths = [SPACE if number == 1 else WIDTH for number in range(count)]
    points, contours = 4 * 10, 10
    name = "Plain".encode("utf-16-be")
    names = [(3, 1, 0x409, kind, len(name), 0) for kind in (1, 2, 4, 6)]
    tables = {
        b"OS/2": struct.pack(
            ">HhHHH10hhB9x4L4s3H3h2H2L2h3H",
            *(4, WIDTH, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0, 0),
            *(1, 0, 0, 0, b"TMYA", 0x40, 0x20, 0xFFFF),
            *(ASCENT, -DESCENT, 0, ASCENT, DESCENT, 1, 0, 500, HEIGHT, 0, 0x20, 1),
        ),
        b"cmap": _characters(),
        b"glyf": b"".join(glyphs),
        b"head": struct.pack(
            ">4L2H2Q4h2H3h",
            *(0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0, 0, 0, WIDTH, HEIGHT, 0, 8, 2, 1, 0),
        ),
        b"hhea": struct.pack(
            ">L3hH3h3h8xhH", 0x10000, ASCENT, -DESCENT, 0, WIDTH, 0, 0, WIDTH, 1, 0, 0, 0, count
        ),
        b"hmtx": b"".join(struct.pack(">Hh", width, MARGIN) for width in widths),
        b"loca": struct.pack(f">{count + 1}L", *accumulate(map(len, glyphs), initial=0)),
        b"maxp": struct.pack(
            ">L14H", 0x10000, count, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0
        ),
        b"name": struct.pack(">3H", 0, len(names), 6 + 12 * len(names))
        + b"".join(struct.pack(">6H", *one) for one in names)
        + name,
        b"post": struct.pack(">2L2h5L", 0x30000, 0, -100, 50, 1, 0, 0, 0, 0),
    }
    return _file(tables)


def _file(tables: dict[bytes, bytes]) -> bytes:
    entry = len(tables).bit_length() - 1
    head = struct.pack(
        ">L4H", 0x10000, len(tables), 16 << entry, entry, 16 * len(tables) - (16 << entry)
    )
    at, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, data in sorted(tables.items()):
        padded = data + b"\0" * (-len(data) % 4)
        directory += struct.pack(">4s3L", tag, _checksum(padded), at + len(body), len(data))
        body += padded
    whole = head + directory + body
    place = whole.index(tables[b"head"]) + 8
    adjust = struct.pack(">L", (CHECKSUM - _checksum(whole)) & 0xFFFFFFFF)
    return whole[:place] + adjust + whole[place + 4 :]


def _checksum(data: bytes) -> int:
    words: tuple[int, ...] = struct.unpack(f">{len(data) // 4}L", data)
    return sum(words) & 0xFFFFFFFF
