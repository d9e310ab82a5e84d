"""Looking after a database, on both engines: copies, damage, what is old, who is forgotten."""

import asyncio
import json
import time
from contextlib import closing
from pathlib import Path

import pytest

from support.cli.running import Here
from support.server.backends import PostgresServer
from support.server.rooms import GUEST, HOST, THIRD, after, new_room
from support.server.stored_tables import play
from tamaya.cli.admin import DAY
from tamaya.formats.files import read_games
from tamaya.server.admin.maintenance import backup, check, restore, writing
from tamaya.server.room import decisions, log_rows, messages
from tamaya.server.room.guests import account_key, guest_id, lookalike_key
from tamaya.server.store import game_records
from tamaya.server.store.derived_data import DerivedData
from tamaya.server.store.game_records import finished_record
from tamaya.server.store.store import Store, StoreError

NOW = int(time.time() * 1000)


def quiet(_: str) -> None:
    """Nobody waits at a terminal."""


@pytest.fixture(name="games")
def _games(database: Path | str) -> dict[str, str]:
    """The addresses of games: hers alone, with friends, and of long ago."""

    async def fill(store: Store) -> dict[str, str]:
        return {
            "alone": await play(store, "t-alone", 1, NOW, 1),
            "friends": await play(store, "t-friends", 3, NOW, 2),
            "old": await play(store, "t-old", 2, NOW - 400 * DAY, 3),
        }

    with closing(Store(database)) as store:
        asyncio.run(store.secret("cookie", lambda: b"the key"))
        return asyncio.run(fill(store))


def everything(database: Path | str) -> list[list[object]]:
    """All that is in a database."""
    parts = ("tables", "log", "sitting", "games", "played", "secrets")
    queries = [f"SELECT * FROM {part}" for part in parts]  # noqa: S608 - our own words
    with closing(Store(database)) as store:
        return [list(map(tuple, store._reading.execute(query).fetchall())) for query in queries]


def ordered(parts: list[list[object]]) -> list[list[object]]:
    return [sorted(part, key=repr) for part in parts]


@pytest.fixture(name="tamaya")
def _tamaya(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, database: Path | str
) -> Here:
    monkeypatch.setenv("TAMAYA_DATABASE", str(database))
    return Here(capsys, monkeypatch)


def test_a_backup_holds_everything_and_goes_into_either_engine(
    database: Path | str,
    games: dict[str, str],
    tmp_path: Path,
    postgres: PostgresServer,
    tamaya: Here,
) -> None:
    file, before = tmp_path / "backup.sqlite", everything(database)
    assert "3 finished games" in tamaya("admin", "backup", file).out
    assert ordered(everything(file)) == ordered(before)
    for target in (str(tmp_path / "again.sqlite"), postgres.new()):
        ran = tamaya("admin", "restore", file, "--database", target)
        assert (ran.status, ran.err) == (0, "")
        assert ordered(everything(target)) == ordered(before)
        assert list(check(target, quiet)) == []
        with closing(Store(target)) as store:
            asyncio.run(store.append("new", 0, [b"x"], NOW))
            assert asyncio.run(store.tables(1)) == ("new",)
    assert "exists already" in tamaya("admin", "backup", file).complaint()
    assert "empty one" in tamaya("admin", "restore", file).complaint()
    assert "no file" in tamaya("admin", "restore", tmp_path / "none").complaint()


def test_a_backup_is_of_one_moment(
    database: Path | str, games: dict[str, str], tmp_path: Path
) -> None:
    """What is written meanwhile is in it whole, or not at all."""
    before = everything(database)
    with closing(Store(database)) as store:

        def meanwhile(_: str) -> None:
            seq = len(asyncio.run(store.load("t-meanwhile")))
            asyncio.run(
                store.append("t-meanwhile", seq, [b"x"], NOW, DerivedData(sitting=("ada",)))
            )

        backup(str(database), tmp_path / "backup.sqlite", meanwhile)
        assert len(asyncio.run(store.load("t-meanwhile"))) > 3
    assert ordered(everything(tmp_path / "backup.sqlite")) == ordered(before)


def test_a_restore_that_fails_changes_nothing(
    database: Path | str, games: dict[str, str], tmp_path: Path, postgres: PostgresServer
) -> None:
    file, target = tmp_path / "backup.sqlite", postgres.new()
    backup(str(database), file, quiet)

    def fail(words: str) -> None:
        if words.startswith("played"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        restore(file, target, fail)
    assert not any(everything(target)[:5])
    assert restore(file, target, quiet) == 3


def test_damage_is_found(database: Path | str, games: dict[str, str], tamaya: Here) -> None:
    assert tamaya("admin", "check").out == "All is well.\n"
    with closing(Store(database)) as store:
        for statement in (
            "DELETE FROM log WHERE table_id = 't-friends' AND seq = 3",
            "DELETE FROM sitting WHERE table_id = 't-old'",
        ):
            store._writing.execute(statement)
        nonsense = "UPDATE log SET body = ? WHERE table_id = 't-alone' AND seq = 2"
        store._writing.execute(nonsense, (b"nonsense",))
        broken = (b"{}", games["old"])
        store._writing.execute("UPDATE games SET body = ? WHERE id = ?", broken)
    ran = tamaya("admin", "check")
    assert ran.status == 1
    assert sorted(ran.out.splitlines()) == [
        f"game {games['old']}: it cannot be read: ValidationError",
        "table t-alone: row 2 does not fit: DecodeError",
        "table t-friends: rows are missing",
        "table t-old: others sit there than its log says",
    ]
    assert "4 things are wrong" in ran.complaint()


def test_what_is_old_is_deleted(database: Path | str, games: dict[str, str], tamaya: Here) -> None:
    ran = tamaya("admin", "delete-old", "--days", "365")
    assert ran.out == "1 tables and 0 finished games are deleted.\n"
    assert (
        "0 tables and 1 finished games"
        in tamaya("admin", "delete-old", "--days", "365", "--games").out
    )
    with closing(Store(database)) as store:
        assert asyncio.run(store.load("t-old")) == ()
        assert asyncio.run(store.game(games["old"])) is None
        assert asyncio.run(store.game(games["friends"])) is not None
    assert tamaya("admin", "check").status == 0


def test_all_games_are_written_out(games: dict[str, str], tamaya: Here, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert tamaya("admin", "export", file).status == 0
    assert tamaya("admin", "export").out == file.read_text()
    with file.open("rb") as opened:
        read = [entry.game for entry in read_games(opened)]
    assert [game.names[0] for game in read if game] == ["Ada"] * len(games)


def test_a_person_is_forgotten(database: Path | str, games: dict[str, str], tamaya: Here) -> None:
    ran = tamaya("admin", "people", "ada")
    assert f"{HOST}  Ada, tables: 3, games: " in ran.out
    assert games["alone"] in ran.out
    ran = tamaya("admin", "forget", HOST)
    assert ran.out == "Forgotten at 3 tables; games deleted: 1, kept without the name: 2.\n"
    assert tamaya("admin", "check").status == 0
    left = json.dumps(everything(database)[:5], default=lambda body: bytes(body).decode())
    for trace in (HOST, '"Ada"', "Ada speaking", "five of Ada"):
        assert trace.replace('"', '\\"') not in left
    with closing(Store(database)) as store:
        assert asyncio.run(store.games_of(HOST)) == ()
        assert asyncio.run(store.game(games["alone"])) is None
        assert asyncio.run(store.load("t-alone")) == ()
        for who, seat in ((GUEST, 1), (THIRD, 2)):
            kept = asyncio.run(store.game(games["friends"], who))
            assert kept is not None
            assert (kept.seat, game_records.decode_info(kept.body, None).names) == (
                seat,
                ("Player A", "Bo", "Cy"),
            )
    assert "nobody" in tamaya("admin", "forget", HOST).complaint()
    assert "nobody" in tamaya("admin", "people", "Ada").complaint()


def test_a_damaged_table_or_game_keeps_nobody_from_being_forgotten(
    database: Path | str, games: dict[str, str], tamaya: Here
) -> None:
    """A table of others stays as it is; what cannot be rewritten without Ada is deleted."""
    with closing(Store(database)) as store:
        opened = log_rows.encode(decisions.open_table(THIRD, log_rows.Settings()))
        asyncio.run(store.append("t-others", 0, [opened, b"not a row"], NOW))
        begun = log_rows.encode(decisions.open_table(HOST, log_rows.Settings()))
        sat = log_rows.encode(log_rows.Seated(1, "Bo", who=GUEST))
        asyncio.run(store.append("t-torn", 0, [begun, sat, b"not a row"], NOW))
    with writing(str(database), []) as connection:
        connection.execute("UPDATE games SET body = ? WHERE id = ?", (b"torn", games["friends"]))
    assert f"{HOST}  Ada, tables: 3, games: " in tamaya("admin", "people", "ada").out
    ran = tamaya("admin", "forget", HOST)
    assert ran.out == (
        "Forgotten at 4 tables; games deleted: 2, kept without the name: 1.\n"
        "Damaged tables and games of others too, deleted whole: 2.\n"
    )
    with closing(Store(database)) as store:
        assert asyncio.run(store.load("t-torn")) == ()
        assert len(asyncio.run(store.load("t-others"))) == 2
        assert asyncio.run(store.game(games["friends"])) is None


def test_a_guest_is_forgotten_with_the_account_and_all_notes(
    database: Path | str, tamaya: Here
) -> None:
    bot = guest_id("will-bot")
    now = after(
        new_room(players=2, first=0),
        (HOST, messages.Sit(0, "Ada")),
        (HOST, messages.Invite(1, "will-bot")),
        (HOST, messages.Begin()),
        (bot, messages.Note(6, "by will-bot")),
        (HOST, messages.Note(0, "by Ada")),
    )
    kept = finished_record(after(now, (HOST, messages.End(now.version))), NOW)
    assert kept is not None
    opened = log_rows.encode(decisions.open_table(HOST, now.settings))
    seated = log_rows.encode(log_rows.Seated(1, "will-bot", who=bot))
    with closing(Store(database)) as store:
        asyncio.run(store.secret(account_key(bot), lambda: b"{}"))
        asyncio.run(store.secret(lookalike_key("will-bot"), bot.encode))
        asyncio.run(store.append("t", 0, [opened, seated], NOW, DerivedData((bot,), kept)))
    assert tamaya("admin", "forget", bot).status == 0
    with closing(Store(database)) as store:
        left = asyncio.run(store.game(kept.id, HOST))
    assert left is not None
    assert b"will-bot" not in left.body
    assert (
        game_records.game_of(game_records.decode_record(left.body), left.seat).notes[0][0]
        == "by Ada"
    )
    assert "will-bot" not in json.dumps(
        everything(database), default=lambda body: bytes(body).decode()
    )


def test_a_database_that_cannot_be_opened(tamaya: Here, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear aunt, " * 100)
    ran = tamaya("admin", "check", "--database", tmp_path / "letter.txt")
    assert "cannot open" in ran.complaint()
    with pytest.raises(StoreError):
        backup(str(tmp_path / "letter.txt"), tmp_path / "backup", quiet)


def test_help(tamaya: Here) -> None:
    assert "delete-old" in tamaya("admin").out
    for command in ("backup", "restore", "check", "delete-old", "export", "people", "forget"):
        assert "Example: tamaya admin" in tamaya("admin", command, "--help").out


@pytest.mark.parametrize(
    "command",
    [("backup", "copy.sqlite"), ("check",), ("delete-old", "--days", "9"), ("people", "Ada")],
    ids=lambda command: str(command[0]),
)
def test_a_database_that_is_not_there_is_not_made(
    command: tuple[str, ...], tamaya: Here, tmp_path: Path
) -> None:
    """Whoever mistypes the path must not be told that all is well."""
    lost = tmp_path / "typo" / "games.sqlite"
    said = tamaya("admin", *command, "--database", str(lost)).complaint()
    assert f"there is no database {lost}" in said
    assert not lost.parent.exists()
