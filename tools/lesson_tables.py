"""Write web/src/intro/lessons.json, the tables of the introduction: `make lessons`.

Each lesson is played through the engine, and every table is the message that the server would
send to seat 0. The words and what is asked of the learner are in web/src/intro/script.ts.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamaya.deals import seeded
from tamaya.formats.notation import parse_action, parse_face
from tamaya.rules import parse_options
from tamaya.server.room import log_rows, messages, wire
from tamaya.server.room.projection import AlreadySent, project
from tamaya.server.room.room import Room, fold
from tamaya.text.labels import face_text

TARGET = Path(__file__).parent.parent / "web/src/intro/lessons.json"
LEARNER = "learner"
NAMES = ("You", "Hana", "Kenji")  # seats A, B and C; the bots of a first game have these names
GAME = parse_options("base", len(NAMES))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A prepared game: its deal, the moves before the lesson, and the moves of the lesson."""

    name: str
    cards: str  # on top of the deck, hands first; the others follow sorted
    first: int  # the seat that begins
    before: str  # moves that led to the first table
    moves: str = ""  # of the lesson; where several will do, the last may be written `p1|p2`


# three lessons from one game
EVENING = (
    "y3 b4 r1 g4 w2  g3 r4 r2 w4 y5  y4 b1 g2 w1 r3  "  # A, B, C
    "w3 y1 g1"
)


def dealt_by(seed: int) -> str:
    """All the cards of a seed's deal."""
    return " ".join(face_text(GAME, face) for face in seeded(GAME, seed).cards)


LESSONS = (
    Lesson("hands", EVENING, 1, ""),
    Lesson("told", EVENING, 1, "", "A:r A:1 p3"),
    Lesson("tell", EVENING, 1, "A:r A:1 p3 C:1 p2", "B:2 p3"),
    Lesson(
        "discard",
        "y4 b5 r3 g4 w3  g1 w1 b2 g3 r4  y1 g3 b4 r2 w2  w4 y3 b1 y2 r3 g2 r1",
        0,
        "B:1 p1 A:5  C:1 p1 p1  C:2 A:3 d1  C:w A:b p3  C:1 C:b p3",
        "d1|d4",
    ),
    Lesson(
        "mistake",
        "y4 w3 b4 r1 g3  w4 g1 r3 b2 y2  b1 r4 w1 y3 g2  r2 y1 w2",
        0,
        "C:1 A:1 p1  B:1 p2 A:r",
        "p1|p2|p3|p5",
    ),
    Lesson(
        "not",
        "g1 y3 b1 r4 w4  y5 r2 g3 w2 b3  r3 b1 y4 g4 w3  y2 r1",
        0,
        "C:1 C:b p2  B:5",
        "A:1 A:b p1",
    ),
    Lesson(
        "order",
        "y3 g5 w4 r4 b4  g1 y1 g3 w2 r5  g2 r1 g4 w3 b2  b4 y4 r3 w1 y2 w3 b3 r2",
        0,
        "B:1 p1 A:5  C:g p1 p1  B:3 A:g A:3  C:1 p1 p2  d3 A:y p1",
        "p2",
    ),
    Lesson(
        "end",
        dealt_by(1112),  # one card is left in the deck, and everybody knows one that fits
        0,
        "p2 p5 p2 B:4 d1 p2 B:3 d3 p5 B:3 p5 p1 d1 p5 A:4 d2 p4 A:4 d5 p1 A:4 p4 p3 d1 p2 p1 p1 "
        "B:3 p3 A:4 d3 C:3 d1 B:3 d3 A:4 d3 C:4 d3 B:3 d3 p5 B:3 p5 d3 B:3 p2 d3 B:3 p1 "
        "A:5  B:y C:4 A:b  C:y A:4 B:3",
        "p1 p4 p1 p1",
    ),
)


def everything() -> str:
    """The file: for each lesson its first table, and after each move the next one."""
    lessons = ",\n".join(
        f'"{lesson.name}": {{"start": {_text(_start(lesson))},\n"moves": [\n{_moves(lesson)}\n]}}'
        for lesson in LESSONS
    )
    return f"{{\n{lessons}\n}}\n"


def _moves(lesson: Lesson) -> str:
    return ",\n".join(_text(ways) for ways in _played(lesson))


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _start(lesson: Lesson) -> Any:
    return _message(_begun(lesson), 0)


def _played(lesson: Lesson) -> Iterator[list[dict[str, Any]]]:
    """Each move of a lesson, in all the ways it can be made: the action and the table after it."""
    room, moves = _begun(lesson), lesson.moves.split()
    for place, move in enumerate(moves, start=1):
        assert "|" not in move or place == len(moves), "only the last move may differ"  # noqa: S101
        known = _events(room)
        after = [_after(room, way) for way in move.split("|")]
        yield [{"action": action, "table": _message(then, known)} for action, then in after]
        room = after[0][1]


def _begun(lesson: Lesson) -> Room:
    room = fold(None, log_rows.TableCreated(LEARNER, log_rows.Settings()))
    for seat, name in enumerate(NAMES):
        room = fold(room, log_rows.Seated(seat, name, who=name if seat else LEARNER))
    room = fold(room, log_rows.Dealt(_deck(lesson.cards), lesson.first, bot_seed=0))
    for move in lesson.before.split():
        _, room = _after(room, move)
    return room


def _deck(cards: str) -> str:
    """A whole deck with these cards on top."""
    rest = Counter(GAME.copies)
    rest.subtract(parse_face(GAME, card) for card in cards.split())
    assert min(rest.values()) >= 0, "more copies than there are"  # noqa: S101
    return " ".join([*cards.split(), *(face_text(GAME, face) for face in rest.elements())])


def _after(room: Room, move: str) -> tuple[Any, Room]:
    assert room.game is not None  # noqa: S101
    table = room.game.table
    action = wire.from_rules(parse_action(table, move))
    return _plain(action), fold(room, log_rows.Acted(table.to_move, action))


def _events(room: Room) -> int:
    return len(room.game.history) if room.game else 0


def _message(room: Room, events_from: int) -> Any:
    return _plain(project(room, LEARNER, AlreadySent(events_from, len(room.lines))))


def _plain(value: object) -> Any:
    return json.loads(messages.encode(value))  # type: ignore[arg-type]


def main() -> None:
    """Write the file."""
    text = everything()
    changed = not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{'changed' if changed else 'as it was'} {TARGET.name}")


if __name__ == "__main__":
    main()
