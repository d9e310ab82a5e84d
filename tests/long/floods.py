"""Floods from one network address with as many cookies as it gets, beside an honest visitor."""

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from websockets.exceptions import ConnectionClosed

from support.cli.running import PATIENCE
from support.formats import examples
from support.server.serving import Server, Visitor, free_port, heard, say, shown
from support.server.teams import uploaded

EVIL = {"X-Forwarded-For": "203.0.113.66"}
CONNECTIONS = 110  # that flood at once
TABLES = 20  # of somebody, at which they look on
SLOW_HEAD = (
    "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n"
    "X-Forwarded-For: 198.51.{}.{}\r\n\r\n{{"
)
SLOWEST = 30 + PATIENCE  # seconds; a body has 30


@dataclass(slots=True)
class Flooded:
    """What came of it."""

    asked: Counter[str] = field(default_factory=Counter)  # by kind
    granted: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)  # that it took
    odd: Counter[str] = field(default_factory=Counter)  # answers that are neither yes nor no
    quiet: list[float] = field(default_factory=list)  # seconds of honest requests before it
    during: list[float] = field(default_factory=list)
    slow: Counter[str] = field(default_factory=Counter)  # connections that sent half of something
    hung_up: Counter[str] = field(default_factory=Counter)  # of them


class Honest:
    """Somebody elsewhere: looks back at a table, reads a replay, opens tables now and then."""

    def __init__(self, port: int) -> None:
        self.visitor = Visitor(port)
        self.visitor.ask("/api/bots")
        self.game = uploaded(self.visitor, examples.text(examples.PLAIN))["id"]
        self.table = self.visitor.ask("/api/play", {"name": "Ada"})[1]["table"]
        self.seconds: list[float] = []

    def ask(self) -> None:
        """One round of requests; none is refused."""
        for path, body in (
            (f"/api/games/{self.game}/steps", None),
            (f"/api/tables/{self.table}/steps", None),
            ("/api/me", None),
            ("/api/qr", {"path": "/"}),
        ):
            begin = time.monotonic()
            status, _ = self.visitor.ask(path, body)
            assert status == 200, (path, status)
            self.seconds.append(time.monotonic() - begin)

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Ask again and again meanwhile."""
        ended = threading.Event()

        def ask() -> None:
            while not ended.wait(1.1):  # well within a visitor's own limits
                self.ask()

        with ThreadPoolExecutor(1) as thread:
            asking = thread.submit(ask)
            try:
                yield
            finally:
                ended.set()
                asking.result(PATIENCE)


def flooded(
    database: Path | str,
    each: int,
    *options: str,
    processes: int = 1,
    program: Sequence[str] | None = None,
) -> Flooded:
    """Ask for so many things of each kind, of all processes in turn."""
    found = Flooded()
    with ExitStack() as leaving:
        servers = []
        for _ in range(processes):
            limits = ("--address-limits", "1", *options)
            server = Server(database, free_port(), *limits, program=program)
            leaving.callback(server.stop)
            servers.append(server)
        ports = [server.port for server in servers]
        honest = Honest(ports[0])
        for _ in range(5):
            honest.ask()
            time.sleep(0.2)
        found.quiet, honest.seconds = honest.seconds, []
        with honest.beside(), ThreadPoolExecutor(CONNECTIONS) as crowd:
            cookies = _cookies(ports, each, crowd, found)
            _tables(ports, each, cookies, crowd, found)
            _uploads(ports, each, cookies, crowd, found)
            _replays(ports, each, honest.game, cookies, crowd, found)
            _sockets(ports, each // 4, honest.visitor, cookies, crowd, found)
            _passwords(ports[0], each // 4, cookies, crowd, found)
            _slow(ports[0], each // 4, found)
        found.during = honest.seconds
    return found


def _request(port: int, method: str, path: str, body: bytes | None, cookie: str) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {**EVIL, "Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        return answer.status, (answer.headers.get("Set-Cookie") or "").partition(";")[0]
    finally:
        connection.close()


def _many(
    kind: str,
    each: int,
    crowd: ThreadPoolExecutor,
    found: Flooded,
    ask: Callable[[int], int],
) -> None:
    """All of one kind at once."""
    begin = time.monotonic()
    for status in crowd.map(ask, range(each)):
        found.asked[kind] += 1
        found.granted[kind] += status in (200, 201)
        if status not in (200, 201, 429, 503):  # 503: too much of this address waits
            found.odd[f"{kind} {status}"] += 1
    found.seconds[kind] = time.monotonic() - begin


def _cookies(ports: list[int], each: int, crowd: ThreadPoolExecutor, found: Flooded) -> list[str]:
    got: list[str] = []

    def ask(n: int) -> int:
        _, cookie = _request(ports[n % len(ports)], "GET", "/api/bots", None, "")
        if cookie:
            got.append(cookie)
        return 200 if cookie else 429

    _many("new visitors", each, crowd, found, ask)
    return got


def _tables(
    ports: list[int], each: int, cookies: list[str], crowd: ThreadPoolExecutor, found: Flooded
) -> None:
    def ask(n: int) -> int:
        cookie = cookies[n % len(cookies)]
        return _request(ports[n % len(ports)], "POST", "/api/tables", b"{}", cookie)[0]

    _many("tables", each, crowd, found, ask)


def _uploads(
    ports: list[int], each: int, cookies: list[str], crowd: ThreadPoolExecutor, found: Flooded
) -> None:
    text = examples.text(examples.PLAIN).encode()

    def ask(n: int) -> int:
        cookie = cookies[n % len(cookies)]
        return _request(ports[n % len(ports)], "POST", "/api/games", text, cookie)[0]

    time.sleep(1)  # requests that change something have a limit of their own
    _many("uploads", each, crowd, found, ask)


def _replays(  # noqa: PLR0917 - what a flood needs
    ports: list[int],
    each: int,
    game: str,
    cookies: list[str],
    crowd: ThreadPoolExecutor,
    found: Flooded,
) -> None:
    def ask(n: int) -> int:
        cookie = cookies[n % len(cookies)]
        return _request(ports[n % len(ports)], "GET", f"/api/games/{game}/steps", None, cookie)[0]

    _many("replays", each, crowd, found, ask)


def _sockets(  # noqa: PLR0917 - likewise
    ports: list[int],
    each: int,
    owner: Visitor,
    cookies: list[str],
    crowd: ThreadPoolExecutor,
    found: Flooded,
) -> None:
    """Open sockets and keep them open, a few at each of many tables."""
    tables = [owner.ask("/api/tables", {})[1]["table"] for _ in range(TABLES)]
    with ExitStack() as leaving:

        def ask(n: int) -> int:
            visitor = Visitor(ports[n % len(ports)])
            visitor.cookie = cookies[n % len(cookies)]
            socket = leaving.enter_context(visitor.join(tables[n % TABLES], headers=EVIL))
            try:
                heard(socket)
            except ConnectionClosed as closed:
                return _status_of(closed)
            return 200

        _many("sockets", each, crowd, found, ask)


def _status_of(closed: ConnectionClosed) -> int:
    """The status to count for a socket that was closed: 429 for too many, otherwise an odd one."""
    return 429 if closed.rcvd and closed.rcvd.code == 4429 else 0


def _passwords(
    port: int, each: int, cookies: list[str], crowd: ThreadPoolExecutor, found: Flooded
) -> None:
    """Guess a table's password; whoever knows it comes in all the same."""
    host = Visitor(port)
    host.ask("/api/bots")
    table = host.ask("/api/tables", {})[1]["table"]
    with host.join(table) as hers:
        say(hers, "lock", password="sesame")  # noqa: S106 - a test's
        shown(hers, lambda now: now["locked"])

        def ask(n: int) -> int:
            mallory = Visitor(port)
            mallory.cookie = cookies[n % len(cookies)]
            with mallory.join(table, headers=EVIL) as guessing:
                try:
                    say(guessing, "knock", password=f"guess {n}")
                    while (told := heard(guessing))["type"] != "refused":
                        pass
                except ConnectionClosed as closed:  # too many sockets are open at once
                    return _status_of(closed)
            return 200 if told["reason"] == "wrong-password" else 429

        _many("passwords", each, crowd, found, ask)
        friend = Visitor(port)
        friend.ask("/api/bots")
        with friend.join(table) as his:
            say(his, "knock", password="sesame")  # noqa: S106 - likewise
            while (told := heard(his))["type"] == "closed":
                pass
            assert told["type"] == "table", told


def _slow(port: int, each: int, found: Flooded) -> None:
    """Connections from many addresses that send half of the headers, or of a body, and no more."""
    heads = [SLOW_HEAD.format(n // 250, n % 250).encode() for n in range(each)]
    halves = {"headers": [head[: len(head) // 2] for head in heads], "bodies": heads}
    with ExitStack() as leaving:
        slow = list[tuple[str, socket.socket]]()
        for kind, requests in halves.items():
            for request in requests:
                connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
                slow.append((kind, leaving.enter_context(connection)))
                connection.sendall(request)
        for kind, connection in slow:
            connection.settimeout(SLOWEST)
            found.slow[kind] += 1
            with suppress(OSError):
                found.hung_up[kind] += b"408" in connection.recv(1000)


def milliseconds(seconds: list[float]) -> tuple[float, float]:
    """The usual and the longest."""
    return 1000 * median(seconds), 1000 * max(seconds)
