"""Write web/tests/steps.json: a short game as the server sends it, for the client's tests.

`.venv/bin/python tools/replay_steps.py` plays it through a room. It has a clue, a discard, a
completed firework with a tile to decide about, a mistake, bots' reasons, and an end by the players.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from tamaya.formats.notation import parse_action, parse_face
from tamaya.rules import Seat, parse_options
from tamaya.server.room import log_rows, wire
from tamaya.server.room.projection import Viewpoint
from tamaya.server.room.room import Room, fold
from tamaya.server.store import game_records
from tamaya.text.labels import face_text

TARGET = Path(__file__).parent.parent / "web/tests/steps.json"
NAMES = ("Ada", "Kenji")  # Kenji is a bot
GAME = parse_options("base+tiles", len(NAMES))
CARDS = "r1 r3 r5 w2 g4  b3 r2 r4 y1 g2  w4 y2 b1 g3 w1 y4"  # A, B, then the deck
TILES = (5, 1, 2, 3, 4, 6)
MOVES = "B:1 d1 p1 p1 p1 p1 p1 t:b3 A:4 p1"
TAKEN_BACK = {2: "p2"}  # before these moves
WHYS = {
    1: wire.MoveReason("never-told", {"card": 5}),
    8: wire.MoveReason("helps", {"seat": 0}, secret=True),
}
AT = 1_750_000_000_000


def everything() -> str:
    """The game's summary, and its steps with open hands and through the eyes of the first seat."""
    record = game_records.finished_record(_played(), AT)
    assert record is not None  # noqa: S101
    game = game_records.decode_record(record.body)
    document = {
        "info": game_records.decode_info(record.body, 0),
        "open": game_records.record_steps(game, Viewpoint(hands=True)),
        "first": game_records.record_steps(game, Viewpoint(Seat(0))),
    }
    parts = (f'"{key}": {_text(value)}' for key, value in document.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _played() -> Room:
    room = fold(
        None,
        log_rows.TableCreated("ada", log_rows.Settings(variant="base+tiles", players=len(NAMES))),
    )
    room = fold(room, log_rows.Seated(0, NAMES[0], who="ada"))
    room = fold(room, log_rows.Seated(1, NAMES[1], bot="cautious"))
    room = fold(room, log_rows.Dealt(_deck(), 0, bot_seed=0, tiles=TILES, id="a-short-game"))
    for number, move in enumerate(MOVES.split()):
        assert room.game is not None  # noqa: S101
        table = room.game.table
        if number in TAKEN_BACK:
            wrong = wire.from_rules(parse_action(table, TAKEN_BACK[number]))
            room = fold(room, log_rows.Acted(table.to_move, wrong))
            room = fold(room, log_rows.TookBack(table.to_move, number))
        action = wire.from_rules(parse_action(table, move))
        room = fold(room, log_rows.Acted(table.to_move, action, WHYS.get(number)))
    return fold(room, log_rows.GameEnded())


def _deck() -> str:
    """A whole deck with our cards on top."""
    rest = Counter(GAME.copies)
    rest.subtract(parse_face(GAME, card) for card in CARDS.split())
    return " ".join([*CARDS.split(), *(face_text(GAME, face) for face in rest.elements())])


def _text(value: Any) -> str:
    return json.dumps(json.loads(msgspec.json.encode(value)), separators=(",", ":"))


if __name__ == "__main__":
    TARGET.write_text(everything(), encoding="utf-8", newline="\n")
    print(f"written: {TARGET.name}")
