"""A file of SQLite serves one server: the second one refuses, and says why."""

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from starlette.applications import Starlette

from support.cli.running import PATIENCE, TAMAYA
from support.server.backends import PostgresServer
from support.server.serving import Server, Visitor, free_port, in_this_process, serving
from tamaya.server.store.sqlite import LOCK_TIMEOUT
from tamaya.server.store.store import Store, StoreError
from tamaya.server.web.app import create_app


def tamaya(*words: Path | str) -> subprocess.CompletedProcess[str]:
    command = [*TAMAYA, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603 - ours


async def started(app: Starlette) -> None:
    async with app.router.lifespan_context(app):
        pass


def test_a_second_server_refuses_and_says_why(tmp_path: Path) -> None:
    database, link = tmp_path / "games.sqlite", tmp_path / "link" / "other.sqlite"
    link.parent.mkdir()
    link.symlink_to(database)
    with serving(database) as server:
        for path in (database, link):
            ran = tamaya("serve", "--database", path, "--port", str(free_port()))
            assert ran.returncode == 1
            assert "another server uses it" in ran.stderr
            assert "PostgreSQL for several" in ran.stderr
            assert "Traceback" not in ran.stderr
        assert Visitor(server.port).ask("/api/tables", {})[0] == 201


def test_a_server_that_was_killed_is_in_nobodys_way(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    server = Server(database, free_port())
    table = Visitor(server.port).ask("/api/play", {"name": "Ada", "bot": "cautious"})[1]["table"]
    server.kill()
    with serving(database) as again:
        assert Visitor(again.port).ask(f"/api/tables/{table}/steps")[0] == 200
    with serving(database):
        pass


def test_looking_after_the_file_goes_on_beside_a_server(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        Visitor(server.port).ask("/api/play", {"name": "Ada"})
        which = ("--database", database)
        assert tamaya("admin", "check", *which).stdout == "All is well.\n"
        assert tamaya("admin", "backup", tmp_path / "backup.sqlite", *which).returncode == 0
        assert tamaya("admin", "delete-old", "--days", "9", *which).returncode == 0
        assert "Ada" in tamaya("admin", "people", "Ada", *which).stdout
        assert Visitor(server.port).status("/readyz") == 200


def test_whoever_comes_between_the_check_and_the_start_is_refused_too(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with closing(Store(database)) as first, closing(Store(database)) as second:
        first.lock_database()
        with pytest.raises(StoreError, match="another server"):
            second.lock_database()
        with pytest.raises(StoreError, match="another server"):
            asyncio.run(started(create_app(database)))
    with in_this_process(create_app(database), port := free_port()):
        assert Visitor(port).status("/healthz") == 200


def test_a_claim_that_cannot_be_made(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    (tmp_path / "games.sqlite-server").write_text("Dear aunt, " * 100)
    with closing(Store(database)) as store, pytest.raises(StoreError, match="cannot open"):
        store.lock_database()
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    assert LOCK_TIMEOUT < 5


@pytest.mark.skipif(os.name != "posix", reason="others have no such permissions")
def test_the_file_of_the_claim_is_closed_to_others(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "games.sqlite")) as store:
        store.lock_database()
        assert (tmp_path / "games.sqlite-server").stat().st_mode & 0o077 == 0


def test_any_number_of_servers_use_one_postgresql(postgres: PostgresServer) -> None:
    url = postgres.new()
    with closing(Store(url)) as first, closing(Store(url)) as second:
        first.lock_database()
        second.lock_database()
