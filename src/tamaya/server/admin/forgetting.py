"""Deleting a person's data: name, words and games. Other players keep their own.

What cannot be read cannot be rewritten either: a damaged table or game with that person is deleted.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import replace as with_parts

import msgspec
from msgspec.structs import replace

from tamaya.formats import replay
from tamaya.server.admin.maintenance import (
    delete_games,
    delete_tables,
    first_column,
    reading,
    writing,
)
from tamaya.server.room import guests, log_rows, room
from tamaya.server.store import game_records
from tamaya.server.store.engine import DatabaseConnection
from tamaya.server.web import identity
from tamaya.text.labels import placeholder_names

LOG = "SELECT seq, body FROM log WHERE table_id = ? ORDER BY seq"
OTHERS = "SELECT who FROM played WHERE game = ? AND who <> ?"
MINE = "SELECT game, seat FROM played WHERE who = ? ORDER BY game, seat"
GAME = "SELECT body FROM games WHERE id = ?"
# with the time of the row before it
APPEND_ROW = "INSERT INTO log SELECT ?, ?, max(at), ? FROM log WHERE table_id = ?"
REMOVED_TEXT = "…"


@dataclass(frozen=True, slots=True)
class Person:
    """A visitor who has played under some name."""

    who: str
    name: str
    tables: int
    games: tuple[str, ...]  # addresses, to tell people with the same name apart


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was deleted or changed."""

    tables: int
    games_deleted: int
    games_changed: int
    damaged: int  # tables and games that others had a part in, deleted nevertheless


def people(database: str, name: str) -> Iterator[Person]:
    """Yield everybody who has sat down under a name, ignoring case."""
    with reading(database) as connection:
        tables: dict[tuple[str, str], int] = {}
        for table in first_column(connection, "SELECT id FROM tables"):
            seen = {
                (row.who, row.name)
                for row in _readable_rows(connection, table)
                if isinstance(row, log_rows.Seated) and row.who is not None
            }
            for key in seen:
                if key[1].casefold() == name.casefold():
                    tables[key] = tables.get(key, 0) + 1
        for (visitor_id, said), number in tables.items():
            games = tuple(dict.fromkeys(first_column(connection, MINE, visitor_id)))
            yield Person(visitor_id, said, number, games)


def forget(database: str, visitor_id: str) -> Forgotten:
    """Delete a person's games, or only their name where others played too; all or nothing."""
    stranger, tables, damaged = identity.new_visitor(), _tables_of(database, visitor_id), 0
    with writing(database, tables) as connection:
        for table in tables:
            try:
                changes = _rewritten(list(_log(connection, table)), visitor_id, stranger)
            except Exception:  # noqa: BLE001 - whatever is wrong with it
                changes, damaged = None, damaged + 1
            if changes is None:
                delete_tables(connection, [table])
            else:
                _rewrite(connection, table, changes)
        seats: dict[str, list[int]] = {}
        for game, seat in connection.execute(MINE, (visitor_id,)).fetchall():
            seats.setdefault(game, []).append(seat)
        alone = [game for game in seats if not first_column(connection, OTHERS, game, visitor_id)]
        unreadable = []
        for game in seats.keys() - set(alone):
            try:
                body = _renamed(connection.execute(GAME, (game,)).fetchone()[0], seats[game])
            except Exception:  # noqa: BLE001 - likewise
                unreadable.append(game)
            else:
                connection.execute("UPDATE games SET body = ? WHERE id = ?", (body, game))
        deleted = [*alone, *unreadable]
        delete_games(connection, deleted)
        connection.execute("DELETE FROM played WHERE who = ?", (visitor_id,))
        if guests.is_guest(visitor_id):
            connection.execute(
                "DELETE FROM secrets WHERE name = ?", (guests.account_key(visitor_id),)
            )
            connection.execute(
                "DELETE FROM secrets WHERE name LIKE ? AND value = ?",
                (guests.lookalike_key("%"), visitor_id.encode()),
            )
        connection.execute("DELETE FROM devices WHERE who = ? AND ended IS NULL", (visitor_id,))
        connection.execute(
            "UPDATE devices SET name = '' WHERE who = ?", (visitor_id,)
        )  # still signed out
        connection.execute("UPDATE uploads SET who = ? WHERE who = ?", (stranger, visitor_id))
        connection.execute("UPDATE sitting SET who = ? WHERE who = ?", (stranger, visitor_id))
    damaged += len(unreadable)
    return Forgotten(len(tables), len(deleted), len(seats) - len(deleted), damaged)


def _tables_of(database: str, visitor_id: str) -> list[str]:
    """Return all tables whose logs mention a visitor; it only reads, and blocks nobody."""
    with reading(database) as connection:
        return [
            table
            for table in first_column(connection, "SELECT id FROM tables")
            if any(visitor_id.encode() in body for _, body in _bodies(connection, table))
        ]


def _bodies(connection: DatabaseConnection, table: str) -> Iterator[tuple[int, bytes]]:
    for seq, body in connection.execute(LOG, (table,)).fetchall():
        yield seq, bytes(body)


def _log(connection: DatabaseConnection, table: str) -> Iterator[tuple[int, log_rows.Row]]:
    for seq, body in _bodies(connection, table):
        yield seq, log_rows.decode(body)


def _readable_rows(connection: DatabaseConnection, table: str) -> Iterator[log_rows.Row]:
    for _, body in _bodies(connection, table):
        with suppress(msgspec.MsgspecError):
            yield log_rows.decode(body)


def _visitors(log: list[tuple[int, log_rows.Row]]) -> set[str]:
    """Return all visitors who have ever sat at a table."""
    return {row.who for _, row in log if isinstance(row, log_rows.Seated) and row.who is not None}


@dataclass(frozen=True, slots=True)
class _LogChanges:
    """The rows of a log that change, and its length."""

    rows: dict[int, log_rows.Row]
    length: int


def _rewritten(
    log: list[tuple[int, log_rows.Row]], visitor_id: str, stranger: str
) -> _LogChanges | None:
    """Replace a visitor in a log by a stranger with a placeholder name, and remove their texts.

    None if nobody else has sat there. Any exception if the log is damaged.
    """
    rooms = list(room.fold_each(None, (row for _, row in log)))
    if not _visitors(log) - {visitor_id}:
        return None
    changed, now = dict[int, log_rows.Row](), None
    for (seq, row), after in zip(log, rooms, strict=True):
        own = frozenset[int]() if now is None else frozenset(map(int, now.seats_of(visitor_id)))
        if (new := _without(row, visitor_id, stranger, own)) != row:
            changed[seq] = new
        now = after
    return _LogChanges(changed, len(log))


def _rewrite(connection: DatabaseConnection, table: str, changes: _LogChanges) -> None:
    """Write the changed rows.

    One more row makes servers that have the table in memory load it again. The snapshot is deleted,
    because it may contain the visitor's data.
    """
    connection.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
    for seq, row in changes.rows.items():
        query = "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?"
        connection.execute(query, (log_rows.encode(row), table, seq))
    connection.execute(APPEND_ROW, (table, changes.length, log_rows.REWRITTEN, table))


def _without(
    row: log_rows.Row, visitor_id: str, stranger: str, own: frozenset[int]
) -> log_rows.Row:
    match row:
        case log_rows.TableCreated(host) if host == visitor_id:
            return replace(row, host=stranger)
        case log_rows.Seated(seat, _, sitter) if sitter == visitor_id:
            return replace(row, who=stranger, name=list(placeholder_names(5))[seat])
        case log_rows.HostChanged(one) | log_rows.Admitted(one) if one == visitor_id:
            return replace(row, who=stranger)
        case log_rows.Said(seat, text) if seat in own and text:
            return replace(row, text=REMOVED_TEXT)
        case log_rows.Noted(seat, _, text) if seat in own and text:
            return replace(row, text=REMOVED_TEXT)
        case _:
            return row


def _renamed(body: bytes | memoryview, seats: list[int]) -> bytes:
    """Return a recorded game with placeholder names on these seats, and without their notes."""
    record = game_records.decode_record(bytes(body))
    played = game_records.game_of(record)
    others = list(placeholder_names(len(played.names)))
    called = tuple(
        others[seat] if seat in seats else name for seat, name in enumerate(played.names)
    )
    notes = tuple(() if seat in seats else row for seat, row in enumerate(played.notes))
    renamed = replay.to_json(with_parts(played, names=called, notes=notes))
    private = {seat: row for seat, row in record.private.items() if seat not in seats}
    info = replace(record.info, names=called)
    return msgspec.json.encode(replace(record, info=info, replay=renamed, private=private))
