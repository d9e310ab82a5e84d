"""Deleting a person's data: name, words and games. Other players keep their own."""

from collections.abc import Iterator
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


def people(database: str, name: str) -> Iterator[Person]:
    """Yield everybody who has sat down under a name, ignoring case."""
    with reading(database) as connection:
        tables: dict[tuple[str, str], int] = {}
        for table in first_column(connection, "SELECT id FROM tables"):
            seen = {
                (row.who, row.name)
                for _, row in _log(connection, table)
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
    stranger, tables = identity.new_visitor(), _tables_of(database, visitor_id)
    with writing(database, tables) as connection:
        for table in tables:
            log = list(_log(connection, table))
            if _visitors(log) - {visitor_id}:
                _rewrite(connection, table, log, visitor_id, stranger)
            else:
                delete_tables(connection, [table])
        seats: dict[str, list[int]] = {}
        for game, seat in connection.execute(MINE, (visitor_id,)).fetchall():
            seats.setdefault(game, []).append(seat)
        alone = [game for game in seats if not first_column(connection, OTHERS, game, visitor_id)]
        for game in seats.keys() - set(alone):
            _rename(connection, game, seats[game])
        delete_games(connection, alone)
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
    return Forgotten(len(tables), len(alone), len(seats) - len(alone))


def _tables_of(database: str, visitor_id: str) -> list[str]:
    """Return all tables whose logs mention a visitor; it only reads, and blocks nobody."""
    with reading(database) as connection:
        return [
            table
            for table in first_column(connection, "SELECT id FROM tables")
            if any(
                visitor_id.encode() in log_rows.encode(row) for _, row in _log(connection, table)
            )
        ]


def _log(connection: DatabaseConnection, table: str) -> Iterator[tuple[int, log_rows.Row]]:
    for seq, body in connection.execute(LOG, (table,)).fetchall():
        yield seq, log_rows.decode(bytes(body))


def _visitors(log: list[tuple[int, log_rows.Row]]) -> set[str]:
    """Return all visitors who have ever sat at a table."""
    return {row.who for _, row in log if isinstance(row, log_rows.Seated) and row.who is not None}


def _rewrite(
    connection: DatabaseConnection,
    table: str,
    log: list[tuple[int, log_rows.Row]],
    visitor_id: str,
    stranger: str,
) -> None:
    """Replace a visitor in a log by a stranger with a placeholder name, and remove their texts.

    One more row makes servers that have the table in memory load it again. The snapshot is deleted,
    because it may contain the visitor's data.
    """
    connection.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
    now: room.Room | None = None
    rooms = room.fold_each(None, (row for _, row in log))
    for (seq, row), after in zip(log, rooms, strict=True):
        own = frozenset[int]() if now is None else frozenset(map(int, now.seats_of(visitor_id)))
        changed_row = _without(row, visitor_id, stranger, own)
        now = after
        if changed_row != row:
            query = "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?"
            connection.execute(query, (log_rows.encode(changed_row), table, seq))
    connection.execute(APPEND_ROW, (table, len(log), log_rows.REWRITTEN, table))


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


def _rename(connection: DatabaseConnection, game: str, seats: list[int]) -> None:
    """Give these seats of a recorded game placeholder names, and delete their notes."""
    record = game_records.decode_record(bytes(connection.execute(GAME, (game,)).fetchone()[0]))
    played = game_records.game_of(record)
    others = list(placeholder_names(len(played.names)))
    called = tuple(
        others[seat] if seat in seats else name for seat, name in enumerate(played.names)
    )
    notes = tuple(() if seat in seats else row for seat, row in enumerate(played.notes))
    renamed = replay.to_json(with_parts(played, names=called, notes=notes))
    private = {seat: row for seat, row in record.private.items() if seat not in seats}
    info = replace(record.info, names=called)
    record = replace(record, info=info, replay=renamed, private=private)
    body = msgspec.json.encode(record)
    connection.execute("UPDATE games SET body = ? WHERE id = ?", (body, game))
