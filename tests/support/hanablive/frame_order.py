"""The order of frames in a game, and what clocks say: written down beside the shapes."""

import re
from collections.abc import Sequence
from typing import Any

LETTERS = {
    "tableStart": "S",
    "init": "I",
    "gameActionList": "L",
    "connected": "C",
    "clock": "K",
    "noteListPlayer": "N",
    "voteChange": "V",
    "spectators": "P",
    "chatList": "H",
    "tableGone": "G",
    "cardIdentities": "D",
    "finishOngoingGame": "F",
    "databaseID": "B",
    "play": "p",
    "discard": "d",
    "clue": "c",
    "strike": "x",
    "draw": "w",
    "status": "s",
    "turn": "t",
    "gameOver": "o",
}
MOVE = "(?:(?:p|d|xd)w?|c)"
COMING = "[CP]*"  # somebody may come or go at any time
OVER = "!"  # behind a list that tells the end too: the game was over before it was asked for
PLAYED = f"(?:{COMING}{MOVE}stK)*{COMING}{MOVE}?sot"
GAME = re.compile(f"SIL(?:{OVER}CKNVPH{COMING}|CKNVPH{PLAYED})GCDFB")


def letters(heard: Sequence[tuple[str, Any]], table: int) -> str:
    """What was heard of a game, a letter for each frame."""
    said = ""
    for command, body in heard:
        of_it = command in ("voteChange", "chatList") or (
            isinstance(body, dict) and body.get("tableID") == table
        )
        kind = body["action"]["type"] if command == "gameAction" else command
        said += LETTERS.get(kind, "") if of_it else ""
        if of_it and command == "gameActionList":
            said += OVER if any(action["type"] == "gameOver" for action in body["list"]) else ""
    return said[said.index("S") :]


def check_order(heard: Sequence[tuple[str, Any]], table: int) -> None:
    """Fail if a whole game was told in another order."""
    said = letters(heard, table)
    assert GAME.fullmatch(said), said


def check_clocks(heard: Sequence[tuple[str, Any]], table: int, players: int) -> None:
    """Nobody plays on time; whose clock runs is whose turn it is."""
    to_move, clocks = -2, 0
    for command, body in heard:
        if not isinstance(body, dict) or body.get("tableID") != table:
            continue
        if command == "gameActionList":
            to_move = body["list"][-1]["currentPlayerIndex"]
        elif command == "gameAction" and body["action"]["type"] == "turn":
            to_move = body["action"]["currentPlayerIndex"]
        elif command == "clock":
            clocks += 1
            zeros = [0] * players
            assert (body["times"], body["activePlayerIndex"], body["timeTaken"]) == (
                zeros,
                to_move,
                0,
            )
    assert clocks
