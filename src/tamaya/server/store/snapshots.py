"""Snapshots of rooms: loading a table reads the rows since its snapshot, not the whole log.

A snapshot is derived from the log alone. One that is missing, of another format
or unreadable is ignored, and the log is folded from its beginning.
"""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec
from msgspec.structs import asdict, fields

from tamaya.rules import Result, stop
from tamaya.server.room import log_rows, room
from tamaya.server.room.room import Room
from tamaya.server.store.derived_data import Snapshot
from tamaya.server.store.engine import StoredRow

ROWS_BETWEEN_SNAPSHOTS = 100  # per table
# Raise this whenever the same rows fold into a different room than before: then snapshots of
# earlier versions are ignored. Changed types and fields of a room need no attention: they change
# `FORMAT` automatically.
FOLD_VERSION = 1

GAME, NONE, ON, STOPPED = "game", "none", "on", "stopped"

# All fields of a room except the game, which is replayed from the deal and the actions.
# None has a default: a snapshot from before a field existed is not decoded.
_Body = msgspec.defstruct(
    "_Body",
    [*((one.name, one.type) for one in fields(Room) if one.name != GAME), (GAME, str)],
    frozen=True,
)
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Body).decode


def _format() -> int:
    """Return a number that changes with every type that is part of a room."""
    return crc32(f"{FOLD_VERSION} {msgspec.inspect.type_info(_Body)}".encode())


FORMAT = _format()


class DamagedLog(Exception):
    """A row of a table's log is missing, unreadable, or contradicts the rows before it."""

    def __init__(self, row: int, fault: str) -> None:
        super().__init__(f"row {row}: {fault}")
        self.row = row
        self.fault = fault


def make_snapshot(now: Room) -> Snapshot:
    """Make a snapshot of a room."""
    return Snapshot(now.version, FORMAT, encode(now))


def is_due(before: int, after: int) -> bool:
    """Whether a snapshot is due when a table goes from one version to another."""
    return before // ROWS_BETWEEN_SNAPSHOTS != after // ROWS_BETWEEN_SNAPSHOTS


def encode(now: Room) -> bytes:
    """Encode a room for a snapshot."""
    parts: dict[str, Any] = asdict(now)
    parts[GAME] = NONE
    if now.game is not None:
        outcome = now.game.table.outcome
        stopped = outcome is not None and outcome.result is Result.STOPPED
        parts[GAME] = STOPPED if stopped else ON
    return _encode(_Body(**parts))


def decode(body: bytes) -> Room:
    """Decode the room of a snapshot, or raise any exception if it is damaged."""
    parts: dict[str, Any] = asdict(_decode(body))
    kind = parts.pop(GAME)
    if kind == NONE:
        return Room(**parts)
    game = room.replay_game(parts["settings"], parts["dealt"], parts["actions"])[-1]
    return Room(**parts, game=stop(game)[0] if kind == STOPPED else game)


def fold_log(log: Sequence[StoredRow]) -> Room | None:
    """Fold a whole log into a room; none if the log is empty."""
    return _fold_rows(None, log)


def resume_from_snapshot(saved: Snapshot, log: Sequence[StoredRow]) -> Room | None:
    """Fold the rows since a snapshot; none if the two do not match.

    `log` begins with the last row that the snapshot includes.
    """
    if not log or log[0].seq != saved.seq - 1:
        return None  # rows are missing: folding the whole log finds out which
    since = log[1:]
    if any(stored.body == log_rows.REWRITTEN for stored in since):
        return None  # the snapshot may hold data of a deleted person
    try:
        begun = decode(saved.body)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the log is enough
        return None
    return _fold_rows(begun, since) if begun.version == saved.seq else None


def _fold_rows(begun: Room | None, log: Sequence[StoredRow]) -> Room | None:
    """Fold rows, none of which may be missing."""
    now, begin = begun, begun.version if begun else 0
    for place, stored in enumerate(log, begin):
        if stored.seq != place:
            raise DamagedLog(place, "missing")
    try:
        for after in room.fold_each(begun, (log_rows.decode(stored.body) for stored in log)):
            now = after
    except Exception as error:
        raise DamagedLog(now.version if now else 0, type(error).__name__) from error
    return now
