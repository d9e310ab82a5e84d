"""A real PostgreSQL and a real Redis from the system's programs, to use, kill and start again."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from support.cli.running import PATIENCE
from support.parts import require_program
from support.server.serving import children, free_port

FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")  # the machine itself is not cut off
_numbers = count()


def _ordinary() -> dict[str, Any]:
    """PostgreSQL does not run as root: whom it runs as then."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class _Program:
    """A program that runs in the background and answers on a port."""

    process: subprocess.Popen[bytes]
    port: int

    def kill(self) -> None:
        """End it without a word, with all its children."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def _run(self, command: list[str], log: Path, **how: Any) -> None:
        with log.open("ab") as output:
            self.process = subprocess.Popen(  # noqa: S603 - programs of the system
                command, stdout=output, stderr=output, start_new_session=True, **how
            )


class PostgresServer(_Program):
    """A cluster of its own in a folder of its own."""

    def __init__(
        self, folder: Path, *settings: str, environment: Mapping[str, str] | None = None
    ) -> None:
        self.environment = {**os.environ, **(environment or {})}
        self.programs = Path(require_program("postgres")).parent
        self.folder, self.settings, self.port = folder, settings, free_port()
        who = _ordinary()
        if who:
            os.chown(folder, who["user"], who["group"])
        self.data = folder / "data"
        subprocess.run(  # noqa: S603 - a program of the system
            [self.programs / "initdb", "-D", self.data, "-U", "tamaya", "-A", "trust", "-N"],
            check=True,
            capture_output=True,
            cwd="/",
            **who,
        )
        self.start()

    def start(self) -> None:
        """Start it, or start it again."""
        self._run(
            [
                str(self.programs / "postgres"),
                *("-D", str(self.data), "-p", str(self.port), "-h", "127.0.0.1"),
                *("-k", str(self.folder), *self.settings),
            ],
            self.folder / "said",
            cwd="/",
            env=self.environment,
            **_ordinary(),
        )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "said").read_text()
                assert time.monotonic() < until
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """End it as an operator does who is in a hurry."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def kill(self) -> None:
        """Every process of it, as if the machine had lost its power.

        Each of its children has a group of its own; one that lived on could still write.
        """
        self.process.send_signal(signal.SIGSTOP)  # it begins no more of them
        for child in children(self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self.process.kill()
        self.process.wait(PATIENCE)
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def pause(self) -> None:
        """Every process of it stands still; connections stay."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """All go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for process in (self.process.pid, *children(self.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def backends(self, database: str) -> list[int]:
        """The processes that serve the connections of servers to a database, the oldest first."""
        asked = """SELECT pid FROM pg_stat_activity WHERE datname = %s
            AND application_name = 'tamaya' ORDER BY backend_start"""
        with psycopg.connect(self.url("postgres")) as connection:
            return [pid for (pid,) in connection.execute(asked, (database,)).fetchall()]

    def url(self, database: str, port: int | None = None) -> str:
        """The address of a database."""
        return f"postgresql://tamaya@127.0.0.1:{port or self.port}/{database}"

    def new(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{next(_numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


class RedisServer(_Program):
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.program = require_program("redis")
        self.start()

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, or start it again."""
        where = ("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder))
        self._run([self.program, *where, "--save", ""], self.folder / "said")
        until = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert self.process.poll() is None, (self.folder / "said").read_text()
                assert time.monotonic() < until
                time.sleep(0.01)
            else:
                return

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(PATIENCE)


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder that another user can reach, as pytest's own cannot."""
    folder = Path(tempfile.mkdtemp(prefix="tamaya-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres_server(
    *settings: str, environment: Mapping[str, str] | None = None
) -> Iterator[PostgresServer]:
    """PostgreSQL, for a while."""
    with _folder() as folder:
        server = PostgresServer(folder, *(settings or FAST), environment=environment)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """Redis, for a while."""
    with _folder() as folder:
        server = RedisServer(folder)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()
