"""The connection of a bot: logged in, kept up, and made again when it is lost."""

import asyncio
from http import HTTPStatus
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from msgspec import Struct
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tamaya.hanablive.client.bot_client import BotClient, Say
from tamaya.hanablive.client.frame_reader import read
from tamaya.hanablive.protocol import codec

WAITS = (1, 2, 5, 10, 30)  # seconds before the connection is tried again
PATIENCE = 30.0  # seconds for a login or a handshake
MOST_WIRE = 1 << 22  # bytes of a frame from a server


class CannotLogIn(Exception):
    """The server does not let us in; trying again does not help."""


def log_in(server: str, username: str, password: str) -> str:
    """The cookie for the connection."""
    form = urlencode({"username": username, "password": password, "version": "bot"})
    request = Request(f"{server}/login", form.encode())  # noqa: S310 - http and https only
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - likewise
            cookie: str | None = answer.headers.get("Set-Cookie")
    except HTTPError as wrong:
        words = wrong.read(300).decode(errors="replace").strip() or wrong.reason
        passing = wrong.code >= HTTPStatus.INTERNAL_SERVER_ERROR  # a proxy, or a restart
        if passing or wrong.code == HTTPStatus.TOO_MANY_REQUESTS:
            raise OSError(words) from wrong
        raise CannotLogIn(f"{server} does not let {username} in: {words}") from wrong
    if cookie is None:
        raise CannotLogIn(f"{server} does not speak hanab.live's protocol: no cookie came")
    return cookie.split(";", maxsplit=1)[0]


def checked_server(url: str) -> str:
    """A server's address without a slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CannotLogIn(f"a server is an address like http://127.0.0.1:8081, not {url!a}")
    return url.rstrip("/")


class Waits:
    """How long to wait before the next try: longer each time, until a connection was good."""

    def __init__(self) -> None:
        self._tries = 0

    def after_a_good_one(self) -> None:
        """The server spoke with us."""
        self._tries = 0

    def after_farewell(self) -> None:
        """The server sent us away: it may mean it."""
        self._tries = len(WAITS)

    def next(self) -> float:
        """Seconds before the next try."""
        self._tries += 1
        return WAITS[min(self._tries, len(WAITS)) - 1]


async def keep_playing(bot: str, server: str, username: str, password: str, say: Say) -> None:
    """Play until somebody ends us; a connection that is lost is made again."""
    server, waits = checked_server(server), Waits()
    while True:
        try:
            cookie = await asyncio.to_thread(log_in, server, username, password)
            say(f"{bot} is at {server} as {username}")
            await _play(bot, server, cookie, say, waits)
        except (OSError, WebSocketException, TimeoutError) as lost:
            say(f"no connection to {server}: {lost}")
        await asyncio.sleep(waits.next())


async def _play(bot: str, server: str, cookie: str, say: Say, waits: Waits) -> None:
    """One connection, until it ends."""
    address = f"ws{server.removeprefix('http')}/ws"
    headers = {"Cookie": cookie}
    async with connect(address, additional_headers=headers, max_size=MOST_WIRE) as socket:

        async def send(frame: Struct) -> None:
            await socket.send(codec.encode(frame))

        client = BotClient(bot, send, say)
        try:
            async for text in socket:
                waits.after_a_good_one()
                if isinstance(text, str):
                    await client.take(read(text))
        finally:
            client.close()
            if client.sent_away:
                waits.after_farewell()
