"""How a client takes in what has changed of a table: as docs/api.md says, on plain JSON."""

from typing import Any

Json = dict[str, Any]


def applied(before: Json, change: Json) -> Json:
    """The table after a `table-changed` message: what would have been sent as a whole."""
    assert before["version"] == change["follows"]
    return {
        **before,
        **change.get("fields", {}),
        "version": change["version"],
        "lines": change.get("lines", []),
        "play": before["play"] and _play(before["play"], change.get("play", {})),
    }


def _play(before: Json, change: Json) -> Json:
    play = {**before, **change.get("fields", {}), "events": change.get("events", [])}
    hands = change.get("hands", {})
    play["hands"] = [hands.get(str(seat), hand) for seat, hand in enumerate(play["hands"])]
    play["discard_pile"] = play["discard_pile"] + change.get("discarded", [])
    return play
