"""The difference between two views of a table, both made for the same viewer.

It is computed from what this viewer was sent last and would be sent now, so it can reveal nothing
that the whole table would not.
"""

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import fields

from tamaya.rules import Face
from tamaya.server.room.messages import GameView, GameViewChanged, TableChanged, TableView

OTHER_TABLE_FIELDS = {"version", "lines", "play"}  # not in `TableChanged.fields`
OTHER_GAME_FIELDS = {"hands", "discard_pile", "events"}
TABLE_FIELDS = [field.name for field in fields(TableView) if field.name not in OTHER_TABLE_FIELDS]
GAME_FIELDS = [field.name for field in fields(GameView) if field.name not in OTHER_GAME_FIELDS]


def difference(before: TableView, now: TableView) -> TableChanged | None:
    """Return what turns `before` into `now`; none if the whole table has to be sent.

    That is so when a game becomes visible or invisible, when another one begins, and when a field
    is no longer present.
    """
    changed = _changed(before, now, TABLE_FIELDS)
    if UNSET in changed.values():
        return None
    play: GameViewChanged | UnsetType = UNSET
    if before.play is not None and now.play is not None and before.play.game == now.play.game:
        play = _play_changed(before.play, now.play)
    elif before.play is not now.play:
        return None
    return TableChanged(before.version, now.version, changed, now.lines, play)


def _changed(
    before: TableView | GameView, now: TableView | GameView, names: list[str]
) -> dict[str, Any]:
    return {name: new for name in names if getattr(before, name) != (new := getattr(now, name))}


def _play_changed(before: GameView, now: GameView) -> GameViewChanged | UnsetType:
    changed = _changed(before, now, GAME_FIELDS)
    hands = {
        str(seat): hand
        for seat, (old, hand) in enumerate(zip(before.hands, now.hands, strict=True))
        if hand != old
    }
    discarded: tuple[Face, ...] = now.discard_pile[len(before.discard_pile) :]
    if now.discard_pile != before.discard_pile + discarded:  # cards were taken out of it
        changed["discard_pile"], discarded = now.discard_pile, ()
    if not (changed or hands or discarded or now.events):
        return UNSET
    return GameViewChanged(changed, hands, discarded, now.events)
