"""A server process of one's own, to be measured: started, looked at, and always ended."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tamaya.cli.console import CommandError

HOST = "127.0.0.1"
TAMAYA = [sys.executable, "-c", "from tamaya.cli.main import main; main()"]
UNLIMITED = ("--address-limits", "0")  # all of the load comes from this machine
PATIENCE = 20.0  # seconds for a server to begin, and to end


@dataclass(frozen=True, slots=True)
class Used:
    """What a process has used so far."""

    memory: int  # bytes that it has now
    cpu: float  # seconds, since it began


def used(pid: int) -> Used | None:
    """What a process uses, where the system tells it as Linux does."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    user, system, pages = int(fields[11]), int(fields[12]), int(fields[21])
    if not pages:  # it has ended
        return None
    return Used(pages * os.sysconf("SC_PAGE_SIZE"), (user + system) / os.sysconf("SC_CLK_TCK"))


def allow_files(needed: int) -> None:
    """A socket is an open file: allow enough of them, here and in processes that we start."""
    try:
        import resource  # noqa: PLC0415 - Windows has neither this module nor the limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise CommandError(f"this takes {needed:,} open files, and {hard:,} are allowed here")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def all_used(servers: Sequence["Running"]) -> Used | None:
    """What several processes use together; nothing if one of them does not tell."""
    each = [used(server.pid) for server in servers]
    known = [one for one in each if one is not None]
    if len(known) < len(each):
        return None
    return Used(sum(one.memory for one in known), sum(one.cpu for one in known))


@dataclass(frozen=True, slots=True)
class Running:
    """A server process."""

    process: subprocess.Popen[bytes]
    port: int
    said: Path  # all that it wrote

    @property
    def pid(self) -> int:
        """Its number."""
        return self.process.pid


def last_words(servers: Sequence[Running]) -> str | None:
    """How a server has ended by itself, if one has; all that it wrote is kept in a file."""
    for server in servers:
        status = server.process.poll()
        if status is not None:
            how = f"by signal {-status}" if status < 0 else f"with status {status}"
            wrote = server.said.read_text(errors="replace").strip()
            file, name = tempfile.mkstemp(prefix="tamaya-server-", suffix=".log")
            with open(file, "w", encoding="utf-8") as copy:  # noqa: PTH123 - it is open already
                copy.write(f"{wrote}\n")
            last = wrote.rpartition("\n")[2] or "nothing"
            return f"a server ended {how}; it wrote last: {last} (all of it: {name})"
    return None


@asynccontextmanager
async def served(
    processes: int = 1, database: str | None = None, redis: str | None = None
) -> AsyncIterator[list[Running]]:
    """Servers over one database, of their own unless one is given."""
    with tempfile.TemporaryDirectory(prefix="tamaya-bench-") as folder:
        where = database or f"{folder}/games.sqlite"
        bus = ["--redis", redis] if redis else []
        begun: list[Running] = []
        ports = [_free_port() for _ in range(processes)]
        try:
            for port in ports:
                said = Path(folder, f"said-{port}")
                process = _begin(["--port", str(port), "--database", where, *UNLIMITED, *bus], said)
                begun.append(Running(process, port, said))
                await _until_it_answers(process, port, said)
            yield begun
        finally:
            for server in begun:
                server.process.terminate()
            for server in begun:
                _end(server.process)


def _begin(options: list[str], said: Path) -> subprocess.Popen[bytes]:
    with said.open("wb") as output:
        return subprocess.Popen(  # noqa: S603 - our own command
            [*TAMAYA, "serve", *options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,  # Ctrl-C is for us: we end it when we have looked at it
        )


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


async def _until_it_answers(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while loop.time() < until and process.poll() is None:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            await writer.wait_closed()
            return
    last = said.read_text(errors="replace").strip().rpartition("\n")[2]
    raise CommandError(f"the server does not begin: {last}")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
