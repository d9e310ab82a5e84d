"""Server processes to be measured: started, watched, and always ended."""

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

from tamaya.bench.errors import BenchError

HOST = "127.0.0.1"
TAMAYA = [sys.executable, "-c", "from tamaya.cli.main import main; main()"]
UNLIMITED = ("--address-limits", "0")  # all of the load comes from this machine
START_STOP_SECONDS = 20.0  # seconds for a server to begin, and to end


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """What a process uses."""

    memory: int  # resident bytes
    cpu: float  # seconds since it started


def resource_use(pid: int) -> ResourceUse | None:
    """What a process uses; None where there is no /proc, or no such process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    user, system, pages = int(fields[11]), int(fields[12]), int(fields[21])
    if not pages:  # it has ended
        return None
    return ResourceUse(
        pages * os.sysconf("SC_PAGE_SIZE"), (user + system) / os.sysconf("SC_CLK_TCK")
    )


def raise_file_limit(needed: int) -> None:
    """Allow so many open files (a socket is one), here and in processes that we start."""
    try:
        import resource  # noqa: PLC0415 - Windows has neither this module nor the limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise BenchError(f"this takes {needed:,} open files, and {hard:,} are allowed here")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def total_use(servers: Sequence["ServerProcess"]) -> ResourceUse | None:
    """What several processes use together; None if it is not known of each."""
    each = [resource_use(server.pid) for server in servers]
    known = [one for one in each if one is not None]
    if len(known) < len(each):
        return None
    return ResourceUse(sum(one.memory for one in known), sum(one.cpu for one in known))


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server process."""

    process: subprocess.Popen[bytes]
    port: int
    output: Path  # the file that holds its output

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid


def early_exit(servers: Sequence[ServerProcess]) -> str | None:
    """How a server ended by itself, if one has; its output is kept in a file."""
    for server in servers:
        status = server.process.poll()
        if status is not None:
            how = f"by signal {-status}" if status < 0 else f"with status {status}"
            wrote = server.output.read_text(errors="replace").strip()
            file, name = tempfile.mkstemp(prefix="tamaya-server-", suffix=".log")
            with open(file, "w", encoding="utf-8") as copy:  # noqa: PTH123 - it is open already
                copy.write(f"{wrote}\n")
            last = wrote.rpartition("\n")[2] or "nothing"
            return f"a server ended {how}; it wrote last: {last} (all of it: {name})"
    return None


@asynccontextmanager
async def start_servers(
    processes: int = 1, database: str | None = None, redis: str | None = None
) -> AsyncIterator[list[ServerProcess]]:
    """Start servers over one database, a new file unless one is named."""
    with tempfile.TemporaryDirectory(prefix="tamaya-bench-") as folder:
        where = database or f"{folder}/games.sqlite"
        bus = ["--redis", redis] if redis else []
        servers: list[ServerProcess] = []
        ports = [_free_port() for _ in range(processes)]
        try:
            for port in ports:
                output = Path(folder, f"output-{port}")
                process = _start(
                    ["--port", str(port), "--database", where, *UNLIMITED, *bus], output
                )
                servers.append(ServerProcess(process, port, output))
                await _wait_until_listening(process, port, output)
            yield servers
        finally:
            for server in servers:
                server.process.terminate()
            for server in servers:
                _end(server.process)


def _start(options: list[str], output: Path) -> subprocess.Popen[bytes]:
    with output.open("wb") as stream:
        return subprocess.Popen(  # noqa: S603 - our own command
            [*TAMAYA, "serve", *options],
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=stream,
            start_new_session=True,  # Ctrl-C reaches only us; we end it after the last measurement
        )


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


async def _wait_until_listening(process: subprocess.Popen[bytes], port: int, output: Path) -> None:
    loop = asyncio.get_running_loop()
    until = loop.time() + START_STOP_SECONDS
    while loop.time() < until and process.poll() is None:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            await writer.wait_closed()
            return
    last = output.read_text(errors="replace").strip().rpartition("\n")[2]
    raise BenchError(f"the server does not begin: {last}")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(START_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
