"""Games with an address over HTTP: looked at, downloaded, uploaded; and looking back at a table."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tamaya.formats.errors import FormatError
from tamaya.formats.files import COMPACT, HANABLIVE, TAMAYA, read_games, write_game
from tamaya.formats.game import Carried, Game
from tamaya.rules import Seat
from tamaya.server import history, identity, messages, web
from tamaya.server.decisions import Refused
from tamaya.server.games import Steps, Uploaded
from tamaya.server.limits import Allowance
from tamaya.server.seen import Eyes
from tamaya.server.store import Kept, Store
from tamaya.server.tables import Live, token

T = TypeVar("T")
MOST_BYTES = 200_000  # of a file that is uploaded
UPLOADS = 10  # of one visitor at once, and as many again within an hour
MOST_LISTED = 500
MOST_WAITING = 100  # for heavy work
ENDINGS = {TAMAYA: "json", HANABLIVE: "hanablive.json", COMPACT: "url"}
WARNINGS = "tamaya-warnings"  # the header with what a format leaves behind: a list in JSON
NO_CACHE = {"cache-control": "no-store"}  # another visitor would be answered otherwise

NO_GAME = messages.Refused("no-such-game", "there is no such game")
TOO_LONG = messages.Refused("too-long", f"the file of a game has at most {MOST_BYTES} bytes")
ENOUGH = messages.Refused("too-much", "these were many uploads; try again in an hour")
BUSY = messages.Refused("busy", "too many games are being looked at; try again in a moment")


class Declined(Exception):
    """A request that is answered with a refusal and a status of its own."""

    def __init__(self, refusal: messages.Refused, status: int) -> None:
        super().__init__(refusal.words)
        self.refusal = refusal
        self.status = status


def declined(_: Request, error: Exception) -> Response:
    """The answer to what was declined."""
    assert isinstance(error, Declined)
    return web.Json(error.refusal, error.status)


class Desk:
    """Work that takes long, piece after piece in a thread: no table waits for it."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self.most = most
        self.waiting = 0
        self.thread = ThreadPoolExecutor(1, "games")

    async def done(self, work: Callable[[], T]) -> T:
        """What the work came to; declined if too much is waiting already."""
        if self.waiting >= self.most:
            raise Declined(BUSY, 503)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread, work)
        finally:
            self.waiting -= 1


DESK = Desk()
ALLOWANCE = Allowance(UPLOADS, UPLOADS / 3600)


def _store(request: Request) -> Store:
    store: Store = request.app.state.tables.store
    return store


async def _kept(request: Request) -> Kept:
    who = web.visitor(request) or ""
    kept = await _store(request).game(request.path_params["game"], who)
    if kept is None:
        raise Declined(NO_GAME, 404)
    return kept


# one game


async def info(request: Request) -> Response:
    """What a game came to."""
    kept = await _kept(request)
    return web.Json(history.info(kept.body, kept.seat), headers=NO_CACHE)


async def steps(request: Request) -> Response:
    """A whole game through any eyes."""
    kept = await _kept(request)
    eyes = request.query_params.get("eyes", "open")
    return _steps(await DESK.done(lambda: _encoded(_through(kept, eyes))))


def _through(kept: Kept, eyes: str) -> Steps:
    record = history.read(kept.body)
    if eyes == "open":
        return history.steps(record, Eyes(hands=True), kept.seat)
    if eyes not in map(str, range(record.info.players)):
        raise Refused("not-understood", "eyes are a seat of this game, or 'open'")
    return history.steps(record, Eyes(Seat(int(eyes))), kept.seat)


def _encoded(found: Steps) -> bytes:
    return msgspec.json.encode(found)


def _steps(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers=NO_CACHE)


async def file(request: Request) -> Response:
    """A game to take away."""
    kept = await _kept(request)
    name = request.query_params.get("format", TAMAYA)
    if name not in ENDINGS:
        raise Refused("not-understood", f"the formats are {', '.join(ENDINGS)}")
    carried = await DESK.done(partial(_written, kept, name))
    address = request.path_params["game"]
    headers = {
        "content-disposition": f'attachment; filename="tamaya-{address}.{ENDINGS[name]}"',
        WARNINGS: json.dumps(carried.warnings),
    }
    kind = "text/plain" if name == COMPACT else "application/json"
    return Response(f"{carried.value}\n", media_type=kind, headers=headers)


def _written(kept: Kept, name: str) -> Carried[str]:
    try:
        return write_game(history.game_of(history.read(kept.body), kept.seat), name)
    except FormatError as wrong:
        raise Refused("cannot-carry", str(wrong)) from wrong


# uploading


async def upload(request: Request) -> Response:
    """Give a game that was played elsewhere an address here."""
    try:
        data = await web.body_bytes(request, MOST_BYTES)
    except Refused as refused:
        raise Declined(TOO_LONG, 413) from refused
    carried = await DESK.done(partial(_understood, data))
    if not ALLOWANCE.takes(web.asker(request)):
        raise Declined(ENOUGH, 429)
    at = int(request.app.state.tables.now() * 1000)
    game = await DESK.done(partial(history.uploaded, carried.value, token(), at))
    await _store(request).keep(game)
    return web.known(request, web.Json(Uploaded(game.id, carried.warnings), 201))


def _understood(data: bytes) -> Carried[Game]:
    first, *more = islice(read_games(BytesIO(data)), 2)
    if more:
        raise Refused("not-understood", "this file holds several games; upload one of them")
    if first.game is None:
        words = f"{first.place}: {first.error}" if first.place else str(first.error)
        raise Refused("not-understood", words)
    return Carried(first.game, first.warnings)


# many games


async def mine(request: Request) -> Response:
    """The games that the visitor has played, the newest first."""
    limit = request.query_params.get("limit", str(MOST_LISTED))
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 6):
        raise Refused("not-understood", "the limit is a number")
    who = web.visitor(request)
    found = await _store(request).games_of(who, min(int(limit), MOST_LISTED)) if who else ()
    infos = [history.info(kept.body, kept.seat) for kept in found]
    return web.known(request, web.Json(infos, headers=NO_CACHE))


# a table


async def look_back(request: Request) -> Response:
    """The game that is on at a table, as whoever asks has seen it so far."""
    live: Live = await request.app.state.tables.find(request.path_params["table"])
    who, now = web.visitor(request) or identity.new_visitor(), live.room
    return _steps(await DESK.done(lambda: _encoded(history.look_back(now, who))))


ROUTES: list[BaseRoute] = [
    Route("/api/games", upload, methods=["POST"]),
    Route("/api/games/{game}", info),
    Route("/api/games/{game}/steps", steps),
    Route("/api/games/{game}/file", file),
    Route("/api/me/games", mine),
    Route("/api/tables/{table}/steps", look_back),
]
