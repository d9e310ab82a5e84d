"""A real server in a process of its own, and visitors who talk to it as browsers do."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

from support.cli.running import PATIENCE, TAMAYA
from tamaya.server.web.http_timeouts import HttpWithTimeouts
from tamaya.server.web.websocket_protocol import WebSocketWithLimits

NO_ADDRESS_LIMITS = ("--address-limits", "0")  # everybody comes from this machine

_LESS_PATIENCE = """
from tamaya.cli.main import main
from tamaya.server.web.http_timeouts import HttpWithTimeouts

HttpWithTimeouts.seconds.update(request=1, headers=1, body=1)
main()
"""
HASTY = [sys.executable, "-c", _LESS_PATIENCE]  # `tamaya`, but slow clients have one second


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def children(process: int) -> list[int]:
    """The processes that a process has started, where the system tells them as Linux does."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            if int(status.read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(status.parent.name))
    return found


class Server:
    """`tamaya serve` on a port of this machine."""

    def __init__(
        self,
        database: Path | str,
        port: int,
        *options: str,
        program: Sequence[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = port
        command = [*(program or TAMAYA), "serve", "--port", str(port), "--database", str(database)]
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            [*command, "--bot-pace", "0", *NO_ADDRESS_LIMITS, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self._wait()

    def _wait(self) -> None:
        try:
            self._until_it_answers()
        except BaseException:
            self.kill()  # nobody else knows of it yet
            raise

    def _until_it_answers(self) -> None:
        begin = time.monotonic()
        while time.monotonic() - begin < PATIENCE:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1).close()
            except OSError:
                assert self.process.poll() is None, self.process.communicate()
                time.sleep(0.02)
            else:
                return
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=PATIENCE)

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


@contextmanager
def serving(database: Path | str, port: int | None = None, *options: str) -> Iterator[Server]:
    server = Server(database, port or free_port(), *options)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def in_this_process(app: ASGIApp, port: int, **how: Any) -> Iterator[None]:
    """Serve an app as `tamaya serve` does, where a test can reach its store."""
    how = {"http": HttpWithTimeouts, "ws": WebSocketWithLimits, "log_level": "warning", **how}
    config = uvicorn.Config(app, port=port, **how)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


class Visitor:
    """Somebody with a browser: keeps the cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    @property
    def who(self) -> str:
        """The id that the server knows this visitor by."""
        return self.cookie.partition("=")[2].partition(".")[0]

    def ask(
        self, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """A request: its status and its JSON."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Cookie": self.cookie, **(headers or {})}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data=data, headers=sent
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                cookie = answer.headers.get("Set-Cookie")
                if cookie:
                    self.cookie = cookie.split(";")[0]
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            text = error.read().decode()
            return error.code, json.loads(text) if text.startswith("{") else text

    def status(self, path: str) -> int:
        """Only the status of an answer."""
        try:
            address = f"http://127.0.0.1:{self.port}{path}"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                status: int = answer.status
                return status
        except urllib.error.HTTPError as error:
            return error.code

    def join(
        self,
        table: str,
        events_from: int = 0,
        headers: dict[str, str] | None = None,
        more: str = "",
    ) -> ClientConnection:
        """A socket to a table."""
        query = f"events_from={events_from}{more}"
        return connect(
            f"ws://127.0.0.1:{self.port}/api/tables/{table}/ws?{query}",
            additional_headers={"Cookie": self.cookie, **(headers or {})},
            open_timeout=PATIENCE,
            max_queue=None,  # who does not listen hears of the end all the same
        )


def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next message."""
    message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
    return message


def shown(
    socket: ClientConnection, so: Callable[[dict[str, Any]], bool] = lambda _: True
) -> dict[str, Any]:
    """The next table that is as it is waited for; others come when somebody comes or goes."""
    while True:
        message = heard(socket)
        assert message["type"] == "table", message
        if so(message):
            return message


def newer(socket: ClientConnection, than: dict[str, Any]) -> dict[str, Any]:
    """The next table with something new in its log."""
    return shown(socket, lambda told: told["version"] > than["version"])


def refusal(socket: ClientConnection) -> str:
    """Why the last message was refused; tables that come before that are passed over."""
    while True:
        message = heard(socket)
        if message["type"] == "refused":
            reason: str = message["reason"]
            return reason


def say(socket: ClientConnection, kind: str, **parts: object) -> None:
    socket.send(json.dumps({"type": kind, **parts}))
