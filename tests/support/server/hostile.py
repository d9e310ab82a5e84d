"""What hostile visitors send: values, frames and requests with something wrong in them."""

import json
import random
import string
from typing import Any

from support.server.raw import BYTES, CLOSE, CONTINUED, PING, PONG, RESERVED, TEXT
from support.server.raw import frame as raw

GOOD: list[dict[str, Any]] = [
    {"type": "sit", "seat": 0, "name": "Mallory"},
    {"type": "come-back", "seat": 0},
    {"type": "stand"},
    {"type": "seat-bot", "seat": 1, "bot": "random"},
    {"type": "clear", "seat": 1},
    {"type": "change", "settings": {"players": 2, "variant": "base", "talk": "chat"}},
    {"type": "lock", "password": ""},
    {"type": "knock", "password": "sesame"},
    {"type": "hand-over", "seat": 1},
    {"type": "begin", "same_deal": False},
    {"type": "act", "version": 5, "action": {"do": "play", "card": 3, "announced": 0}},
    {"type": "act", "version": 5, "action": {"do": "discard", "card": 3}},
    {"type": "act", "version": 5, "action": {"do": "colour", "to": 1, "colour": 2}},
    {"type": "act", "version": 5, "action": {"do": "value", "to": 1, "value": 2}},
    {"type": "act", "version": 5, "action": {"do": "take", "suit": 1, "value": 2}},
    {"type": "act", "version": 5, "action": {"do": "forgo"}},
    {"type": "end", "version": 5},
    {"type": "arrange", "order": [0, 1, 2, 3, 4], "turned": [1]},
    {"type": "note", "card": 1, "text": "mine"},
    {"type": "say", "text": "hello", "remark": None},
    {"type": "take-back", "version": 5},
    {"type": "answer", "version": 5, "yes": True},
]
ODD: list[Any] = [
    *(None, True, False, -1, 0, 1, 9, 1 << 31, 1 << 63, 1 << 70, -(1 << 70), 0.5, 1e308),
    *("", " ", "\0", "\ud83d", "é" * 90, "\u202e", "\u200b" * 20, "😀" * 60, "a" * 900),
    *([], [[]], {}, {"do": "play"}, [0] * 300, {"a": {"b": {"c": []}}}),
    *("' OR 1=1 --", "../../etc/passwd", "{{7*7}}", "<script>", "%00", "NaN"),
]
PATHS = (
    *("/", "/api/", "/api/me", "/api/me/link", "/api/me/claim", "/api/me/games", "/api/qr"),
    *("/api/play", "/api/tables", "/api/games", "/api/bots", "/api/address", "/healthz"),
    *("/readyz", "/metrics", "/api/tables/TABLE/steps", "/api/games/ODD", "/api/games/ODD/steps"),
    *("/api/games/ODD/file?format=ODD", "/api/tables/ODD/steps", "/ODD", "/t/ODD", "/assets/ODD"),
    *("/api/me/games?limit=ODD", "/api/tables/TABLE/ws", "/../ODD", "//ODD//", "/ODD/"),
)
BODIES: list[dict[str, Any]] = [
    {"name": "Ada", "variant": "base", "players": 3, "bot": "random", "deal": None},
    {"settings": {"variant": "base", "players": 3, "watch": "hands"}, "deal": "none"},
    {"code": "x.1.y"},
    {"path": "/t/x"},
    {"format": "tamaya-replay", "version": 1, "variant": "base", "players": ["A", "B"]},
]
METHODS = ("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW")


def spoiled(good: Any, rng: random.Random) -> Any:
    """A value with something wrong in it, somewhere."""
    if isinstance(good, dict) and good and rng.random() < 0.85:
        key = rng.choice(list(good))
        kind = rng.random()
        if kind < 0.7:
            return {**good, key: spoiled(good[key], rng)}
        if kind < 0.85:
            return {name: value for name, value in good.items() if name != key}
        return {**good, str(rng.choice(ODD))[:40]: rng.choice(ODD)}
    if isinstance(good, int) and rng.random() < 0.5:
        return rng.randint(-3, 60)  # another seat, card, version
    return rng.choice(ODD)


def frame(rng: random.Random) -> str | bytes:
    """One hostile message."""
    kind = rng.random()
    if kind < 0.15:
        return json.dumps(rng.choice(GOOD))
    text = json.dumps(spoiled(rng.choice(GOOD), rng), ensure_ascii=rng.random() < 0.5)
    if kind < 0.75:
        return text.encode("utf-8", "replace").decode()
    if kind < 0.85:
        return text.encode("utf-8", "replace")[: rng.randrange(1, 60)].decode("utf-8", "replace")
    if kind < 0.9:
        return "[" * rng.randrange(1, 4000)
    if kind < 0.95:
        return "".join(rng.choices(string.printable, k=rng.randrange(200)))
    nested = '{"type":' * rng.randrange(1, 400)
    return nested if kind < 0.998 else (b"bytes" if rng.random() < 0.5 else "x" * 5000)


def harmless(rng: random.Random) -> bytes:
    """Frames that no browser sends, and that a server must bear."""
    message = frame(rng)
    data = message.encode("utf-8", "replace") if isinstance(message, str) else message
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 5)))
    parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    split = [raw(TEXT if n == 0 else CONTINUED, part, last=False) for n, part in enumerate(parts)]
    odd = rng.randbytes(rng.randrange(126))
    between = raw(rng.choice([PING, PONG]), odd)  # may come within a message
    return b"".join([*split[:1], between, *split[1:], raw(CONTINUED, b""), raw(PING, odd) * 5])


def nonsense(rng: random.Random) -> bytes:
    """Frames after which a connection has to end."""
    text = json.dumps(rng.choice(GOOD)).encode()
    return rng.choice(
        [
            raw(TEXT, text + rng.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88"])),
            raw(TEXT, text[:9], last=False) + raw(CONTINUED, b"\x80\xbf" + text[9:]),
            raw(TEXT, text, bits=rng.choice([RESERVED, RESERVED >> 1, RESERVED >> 2])),
            raw(rng.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), text[:100]),
            raw(CONTINUED, text),
            raw(TEXT, text, last=False) + raw(BYTES, text),
            raw(PING, text[:20], last=False),
            raw(PING, b"?" * rng.randrange(126, 9000)),
            raw(CLOSE, rng.randbytes(rng.randrange(1, 9))),
            rng.randbytes(rng.randrange(1, 200)) + b"\0" * 300,
            bytes([0x81, len(text)]) + text if len(text) < 126 else b"\x81\x00",
        ]
    )
