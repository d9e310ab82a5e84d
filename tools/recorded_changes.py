"""Write web/tests/changes.json: what an onlooker of a game is sent, for the client's tests.

Each step has the message as it travels and the whole table that it stands for.
"""

import sys
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.server.rooms import HOST, STRANGER, after, playing, some_action  # found in tests/
from tamaya.server.hub.live_table import LiveTable, Viewer
from tamaya.server.room import messages

TARGET = Path(__file__).parent.parent / "web/tests/changes.json"
MOVES = 24


def everything() -> str:
    """The file: one step a line."""
    rng = Random(5)  # noqa: S311 - the same game each time
    live = LiveTable("table", playing("black+tiles", 5, talk="chat", take_back=True))
    viewer, steps = Viewer(STRANGER, changes=True), []
    for move in range(MOVES):
        told = viewer.next_update(live)
        if told is None:
            raise SystemExit("an onlooker is sent every step")
        sent = msgspec.Raw(told.text.encode())
        whole = msgspec.Raw(messages.encode(told.message))
        steps.append(msgspec.json.encode({"sent": sent, "whole": whole}).decode())
        if not live.room.playing:
            break
        if move % 5 == 4:
            live.room = after(live.room, (HOST, messages.Say("hm")))
        live.room = after(live.room, some_action(live.room, rng))
    return "[\n" + ",\n".join(steps) + "\n]\n"


def main() -> None:
    """Write the file."""
    TARGET.write_text(everything(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
