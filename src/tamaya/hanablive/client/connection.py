"""A bot's connection to a server: log in, connect, and reconnect when it is lost."""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tamaya.hanablive.client.bot_client import BotClient, Report, Send
from tamaya.hanablive.client.frame_reader import decode_frame
from tamaya.hanablive.protocol import codec
from tamaya.worker_pool import WorkerPool

RECONNECT_DELAYS = (1, 2, 5, 10, 30)  # seconds before each further attempt
BOT_PROCESSES = 2  # several games are played at once, and one bot may hang
LOGIN_TIMEOUT = 30.0  # seconds
MAX_FRAME_BYTES = 1 << 22


class LoginFailed(Exception):
    """The server refuses the login, and another attempt would not help."""


def log_in(server: str, username: str, password: str) -> str:
    """Log in and return the cookie for the connection.

    Raise `LoginFailed` if the server refuses, `OSError` if a later attempt may succeed.
    """
    form = urlencode({"username": username, "password": password, "version": "bot"})
    request = Request(f"{server}/login", form.encode())  # noqa: S310 - http and https only
    try:
        with urlopen(request, timeout=LOGIN_TIMEOUT) as answer:  # noqa: S310 - likewise
            cookie: str | None = answer.headers.get("Set-Cookie")
    except HTTPError as error:
        message = error.read(300).decode(errors="replace").strip() or error.reason
        temporary = error.code >= HTTPStatus.INTERNAL_SERVER_ERROR  # a proxy, or a restart
        if temporary or error.code == HTTPStatus.TOO_MANY_REQUESTS:
            raise OSError(message) from error
        raise LoginFailed(f"{server} does not let {username} in: {message}") from error
    if cookie is None:
        raise LoginFailed(f"{server} does not speak hanab.live's protocol: no cookie came")
    return cookie.split(";", maxsplit=1)[0]


def check_server_url(url: str) -> str:
    """Return the address of a server without a trailing slash, or raise `LoginFailed`."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise LoginFailed(f"a server is an address like http://127.0.0.1:8081, not {url!a}")
    return url.rstrip("/")


class ReconnectDelay:
    """How long to wait before reconnecting: longer each time, until a connection works."""

    def __init__(self) -> None:
        self._attempts = 0

    def reset(self) -> None:
        """Start again with the shortest delay, because the server has answered."""
        self._attempts = 0

    def use_longest(self) -> None:
        """Wait as long as possible, because the server closed the connection on purpose."""
        self._attempts = len(RECONNECT_DELAYS)

    def next(self) -> float:
        """Return the seconds before the next attempt."""
        self._attempts += 1
        return RECONNECT_DELAYS[min(self._attempts, len(RECONNECT_DELAYS)) - 1]


async def run_bot(bot: str, server: str, username: str, password: str, report: Report) -> None:
    """Play until cancelled; reconnect whenever the connection is lost."""
    server, delay = check_server_url(server), ReconnectDelay()
    with WorkerPool(BOT_PROCESSES) as workers:
        while True:
            try:
                cookie = await asyncio.to_thread(log_in, server, username, password)
                report(f"{bot} is at {server} as {username}")
                await _play(partial(BotClient, bot, workers), server, cookie, report, delay)
            except (OSError, WebSocketException, TimeoutError) as error:
                report(f"no connection to {server}: {error}")
            await asyncio.sleep(delay.next())


async def _play(
    new_client: Callable[[Send, Report], BotClient],
    server: str,
    cookie: str,
    report: Report,
    delay: ReconnectDelay,
) -> None:
    """One connection, until it ends."""
    address = f"ws{server.removeprefix('http')}/ws"
    headers = {"Cookie": cookie}
    async with connect(address, additional_headers=headers, max_size=MAX_FRAME_BYTES) as socket:

        async def send(frame: Struct) -> None:
            await socket.send(codec.encode(frame))

        client = new_client(send, report)
        try:
            async for text in socket:
                delay.reset()
                if isinstance(text, str):
                    await client.handle(decode_frame(text))
        finally:
            client.close()
            if client.was_dismissed:
                delay.use_longest()
