"""Shown means saved: what the served socket says while commits wait, fail, and work again."""

import asyncio
import json
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer
from support.server.serving import (
    Server,
    Visitor,
    free_port,
    heard,
    in_this_process,
    newer,
    say,
    serving,
    shown,
)
from tamaya.server.store.engine import DatabaseConnection
from tamaya.server.store.store import Store, StoreError
from tamaya.server.web.app import create_app

resource = pytest.importorskip("resource")
limits_others = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="only Linux can limit a process that is running"
)
Table = dict[str, Any]
CLUE = {"do": "value", "to": 1, "value": 1}
DURABLE = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "foreign_keys": 1}


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """No file of the server may grow: a real failure of whatever it writes."""
    pid, kind = server.process.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, kind, before)


@contextmanager
def another_writes(database: Path) -> Iterator[None]:
    """Another process is in the middle of writing, so that commits wait."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def two_at_a_table(port: int) -> Iterator[tuple[ClientConnection, ClientConnection, str, Table]]:
    """Two people whose game has begun: both sockets, the table's id, and how hers looks."""
    ada, bo = Visitor(port), Visitor(port)
    bo.ask("/api/bots")
    table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
    with ada.join(table) as hers, bo.join(table) as his:
        say(hers, "sit", seat=0, name="Ada")
        say(his, "sit", seat=1, name="Bo")
        shown(hers, lambda now: None not in now["seats"])
        say(hers, "begin")
        begun = shown(hers, lambda now: now["play"] is not None)
        shown(his, lambda now: now["version"] == begun["version"])
        yield hers, his, table, begun


def nothing_new(socket: ClientConnection, seconds: float = 0.3) -> None:
    """For a while, nothing is shown."""
    with pytest.raises(TimeoutError):
        socket.recv(timeout=seconds)


def actions(database: Path, table: str) -> int:
    """How many actions are in a table's log, in the file."""
    with closing(sqlite3.connect(database)) as file:
        found = file.execute("SELECT body FROM log WHERE table_id = ?", (table,)).fetchall()
    return sum(b'"row":"acted"' in body for (body,) in found)


def test_the_connection_that_commits_actions_waits_for_the_disk(tmp_path: Path) -> None:
    app, port, statements = create_app(tmp_path / "games.sqlite"), free_port(), list[str]()
    with in_this_process(app, port), two_at_a_table(port) as (hers, his, _, begun):
        store: Store = app.state.tables.store
        assert isinstance(store._writing, sqlite3.Connection)
        store._writing.set_trace_callback(statements.append)
        say(hers, "act", version=begun["version"], action=CLUE)
        assert newer(his, begun)["version"] == newer(hers, begun)["version"]
        found = {name: store._writing.execute(f"PRAGMA {name}").fetchone()[0] for name in DURABLE}
    assert statements[0].startswith("BEGIN")
    assert any("INSERT INTO log" in statement for statement in statements)
    assert "COMMIT" in statements
    assert found == DURABLE


def test_nobody_sees_an_action_before_it_is_committed(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server, two_at_a_table(server.port) as (hers, his, table, begun):
        with another_writes(database):
            say(hers, "act", version=begun["version"], action=CLUE)
            nothing_new(hers)
            nothing_new(his)
            assert actions(database, table) == 0
        assert newer(hers, begun)["play"]["clue_tokens"] == 7
        assert newer(his, begun)["play"]["clue_tokens"] == 7
        assert actions(database, table) == 1


@limits_others
def test_a_commit_that_fails_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server, two_at_a_table(server.port) as (hers, his, table, begun):
        with no_room(server):
            for _ in range(3):
                say(hers, "act", version=begun["version"], action=CLUE)
                assert heard(hers)["reason"] == "no-store"
            nothing_new(his)
            status, answer = Visitor(server.port).ask("/api/tables", {})
            assert (status, answer["reason"]) == (503, "no-store")
            with Visitor(server.port).join(table) as onlooker:
                assert shown(onlooker)["version"] == begun["version"]
        assert actions(database, table) == 0
        say(hers, "act", version=begun["version"], action=CLUE)
        assert newer(hers, begun)["play"]["clue_tokens"] == 7
        assert newer(his, begun)["play"]["clue_tokens"] == 7
        assert actions(database, table) == 1


@limits_others
def test_a_bot_whose_move_cannot_be_saved_moves_later(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        ada = Visitor(server.port)
        table = ada.ask("/api/tables", {"settings": {"players": 2, "first": 0}})[1]["table"]
        with ada.join(table) as hers:
            say(hers, "sit", seat=0, name="Ada")
            say(hers, "seat-bot", seat=1, bot="cautious")
            shown(hers, lambda now: None not in now["seats"])
            say(hers, "begin")
            begun = shown(hers, lambda now: now["play"] is not None)
            say(hers, "act", version=begun["version"], action=CLUE)
            acted = newer(hers, begun)
            with no_room(server):  # the bot's process is just being started
                nothing_new(hers, seconds=2)
            assert shown(hers, lambda now: now["play"]["legal"])["version"] > acted["version"]


def ready(server: Server, status: int) -> None:
    """Wait until `/readyz` answers so."""
    until = time.monotonic() + PATIENCE
    while Visitor(server.port).status("/readyz") != status:
        assert time.monotonic() < until
        time.sleep(0.1)


@limits_others
def test_not_ready_while_nothing_can_be_written(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        ready(server, 200)
        with no_room(server):
            ready(server, 503)
        ready(server, 200)


@limits_others
def test_a_disk_that_is_full_is_logged_when_it_begins_and_when_it_is_over(tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite", free_port(), "--log", "json")
    with two_at_a_table(server.port) as (hers, his, table, begun):
        with no_room(server):
            for _ in range(3):
                say(hers, "act", version=begun["version"], action=CLUE)
                assert heard(hers)["reason"] == "no-store"
        say(hers, "act", version=begun["version"], action=CLUE)
        newer(his, begun)
        address = f"http://127.0.0.1:{server.port}/metrics"
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            assert "tamaya_write_failures_total 3.0" in answer.read().decode()
    server.process.terminate()
    lines = server.process.communicate(timeout=PATIENCE)[1].decode().splitlines()
    began, over = map(json.loads, lines)
    assert began["level"] == "error"
    assert began["words"].startswith("nothing can be written: OperationalError: ")
    assert (over["level"], over["words"]) == (
        "warning",
        "writing works again; 3 writes have failed",
    )
    assert not any(table in line or "error" in json.loads(line) for line in lines)


def test_only_the_first_line_of_an_error_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL tells in later ones what was to be written."""

    def fail(_: DatabaseConnection) -> None:
        raise OSError("no space left\nDETAIL: Failing row contains (r1 y5 ...)")

    async def write(store: Store) -> None:
        for work in (fail, fail, lambda connection: connection.execute("SELECT 1")):
            with suppress(StoreError):
                await store._write(work)

    failed = list[int]()
    with closing(Store(tmp_path / "games.sqlite", on_failure=failed.append)) as store:
        asyncio.run(write(store))
    assert caplog.messages == [
        "nothing can be written: OSError: no space left",
        "writing works again; 2 writes have failed",
    ]
    assert failed == [1, 1]


def test_not_ready_while_postgresql_only_reads(postgres: PostgresServer) -> None:
    url = postgres.new()
    with (
        serving(url) as server,
        psycopg.connect(postgres.url("postgres"), autocommit=True) as other,
    ):
        name = url.rpartition("/")[2]
        ready(server, 200)
        for setting, status in (("on", 503), ("off", 200)):
            change = f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}"
            other.execute(change.encode())
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            other.execute(ended, (name,))
            ready(server, status)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of two megabytes, where one may be made."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m,mode=0700", "tmpfs", str(disk)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False)  # noqa: S603 - theirs
    except OSError:
        pytest.skip("there is no mount here")
    if made.returncode:
        pytest.skip("only root may make file systems")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S603, S607 - likewise


def test_a_disk_that_is_full_and_has_room_again(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        database, filler = disk / "games.sqlite", disk / "filler"
        with serving(database) as server, two_at_a_table(server.port) as (hers, his, table, begun):
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while file.write(bytes(4096)):
                    pass
            answer: dict[str, Any] = {}
            for number in range(20):  # what is there already may still take a row or two
                say(hers, "note", card=begun["play"]["hands"][0][0]["id"], text=f"{number}" * 50)
                if (answer := heard(hers))["type"] == "refused":
                    break
            assert answer["reason"] == "no-store"
            say(hers, "act", version=begun["version"], action=CLUE)
            assert heard(hers)["reason"] == "no-store"
            assert actions(database, table) == 0
            filler.unlink()
            say(hers, "act", version=begun["version"], action=CLUE)
            shown(his, lambda told: told["play"]["clue_tokens"] == 7)
            assert actions(database, table) == 1
