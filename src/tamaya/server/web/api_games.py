"""Games with an address over HTTP: looked at, downloaded, uploaded; and looking back at a table."""

import json
from collections.abc import Callable
from contextlib import suppress
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
from tamaya.formats.game import Converted, Game
from tamaya.rules import Seat
from tamaya.server.hub.tables import LiveTable, random_token
from tamaya.server.limits.fair_thread import FairThread, QueueFull
from tamaya.server.limits.quotas import MEGABYTE, READS, UPLOADED_BYTES, UPLOADS
from tamaya.server.ops import metrics
from tamaya.server.room.game_info import GameSteps, Uploaded
from tamaya.server.room.projection import Viewpoint
from tamaya.server.room.refusals import Refusal
from tamaya.server.room.room import Room
from tamaya.server.store import game_records
from tamaya.server.store.store import Store, StoredGame
from tamaya.server.web import http, identity
from tamaya.server.web.client_address import client_address
from tamaya.server.web.damaged_games import DamagedGame, DamagedGames

T = TypeVar("T")
MOST_BYTES = 200_000  # of a file that is uploaded
MOST_UPLOADED = 20 * MEGABYTE  # bytes of all games that one visitor has uploaded
MOST_LISTED = 500
ENDINGS = {TAMAYA: "json", HANABLIVE: "hanablive.json", COMPACT: "url"}
WARNINGS = "tamaya-warnings"  # the header with what a format leaves behind: a list in JSON

NO_GAME = "no-such-game", "there is no such game"
TOO_LONG = "too-long", f"the file of a game has at most {MOST_BYTES} bytes"
YOUR_SPACE_FULL = (
    "your-space-full",
    "the games that you have uploaded take all the space that you have here",
)
SPACE_FULL = "space-full", "this server has no space left for uploaded games"
BUSY = "busy", "too many games are being looked at; try again in a moment"


async def _done(request: Request, work: Callable[[], T], *, urgent: bool = False) -> T:
    """What long work came to, in turn with other addresses; refused if too much is waiting."""
    queue: FairThread = request.app.state.reading
    try:
        return await queue.run(client_address(request), work, urgent=urgent)
    except QueueFull as full:
        raise Refusal(*BUSY, status=503) from full


def _store(request: Request) -> Store:
    store: Store = request.app.state.tables.store
    return store


def _damaged(request: Request) -> DamagedGames:
    damaged: DamagedGames = request.app.state.damaged_games
    return damaged


async def _kept(request: Request) -> StoredGame:
    who = http.visitor(request) or ""
    kept = await _store(request).game(request.path_params["game"], who)
    if kept is None:
        raise Refusal(*NO_GAME, status=404)
    return kept


# one game


async def info(request: Request) -> Response:
    """What a game came to."""
    kept = await _kept(request)
    with _damaged(request).reading(kept.id):
        found = game_records.decode_info(kept.body, kept.seat)
    return http.JsonResponse(found, headers=http.NO_CACHE)


async def steps(request: Request) -> Response:
    """A whole game through any eyes."""
    await http.charge(request, READS)
    kept = await _kept(request)
    eyes = request.query_params.get("eyes", "open")
    work = partial(_through, _damaged(request), kept, eyes)
    return _steps(await _done(request, work))


def _through(damaged: DamagedGames, kept: StoredGame, eyes: str) -> bytes:
    with damaged.reading(kept.id):
        return _encoded(_steps_through(kept, eyes))


def _steps_through(kept: StoredGame, eyes: str) -> GameSteps:
    record = game_records.decode_record(kept.body)
    if eyes == "open":
        return game_records.record_steps(record, Viewpoint(hands=True), kept.seat)
    if eyes not in map(str, range(record.info.players)):
        raise Refusal("not-understood", "eyes are a seat of this game, or 'open'")
    return game_records.record_steps(record, Viewpoint(Seat(int(eyes))), kept.seat)


def _encoded(found: GameSteps) -> bytes:
    return msgspec.json.encode(found)


def _steps(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers=http.NO_CACHE)


async def file(request: Request) -> Response:
    """A game to take away."""
    await http.charge(request, READS)
    kept = await _kept(request)
    name = request.query_params.get("format", TAMAYA)
    if name not in ENDINGS:
        raise Refusal("not-understood", f"the formats are {', '.join(ENDINGS)}")
    carried = await _done(request, partial(_written, _damaged(request), kept, name))
    address = request.path_params["game"]
    headers = {
        "content-disposition": f'attachment; filename="tamaya-{address}.{ENDINGS[name]}"',
        WARNINGS: json.dumps(carried.warnings),
    }
    kind = "text/plain" if name == COMPACT else "application/json"
    return Response(f"{carried.value}\n", media_type=kind, headers=headers)


def _written(damaged: DamagedGames, kept: StoredGame, name: str) -> Converted[str]:
    with damaged.reading(kept.id):
        game = game_records.game_of(game_records.decode_record(kept.body), kept.seat)
    try:
        return write_game(game, name)
    except FormatError as wrong:
        raise Refusal("cannot-carry", str(wrong)) from wrong


# uploading


async def upload(request: Request) -> Response:
    """Give a game that was played elsewhere an address here."""
    try:
        data = await http.body_bytes(request, MOST_BYTES)
    except Refusal as refused:
        raise Refusal(*TOO_LONG, status=413) from refused
    carried = await _done(request, partial(_understood, data))
    await http.charge(request, UPLOADS)
    at = int(request.app.state.tables.now() * 1000)
    game = await _done(
        request, partial(game_records.uploaded_record, carried.value, random_token(), at)
    )
    who = http.visitor(request) or identity.new_visitor()
    await _check_space(request, who, len(game.body))
    await _store(request).keep(game, who)
    response = http.JsonResponse(Uploaded(game.id, carried.warnings), 201)
    http.introduce(request, response, who)
    return response


async def _check_space(request: Request, who: str, size: int) -> None:
    """Uploads take only so much space: of one visitor, of one address a day, and in all."""
    own, everybody = await _store(request).uploaded_bytes(who)
    for by, taken, most, refusal, status in (
        ("visitor", own, MOST_UPLOADED, YOUR_SPACE_FULL, 409),
        ("all", everybody, request.app.state.upload_space, SPACE_FULL, 507),
    ):
        if taken + size > most:
            metrics.LIMITED.labels("upload-space", by).inc()
            raise Refusal(*refusal, status=status)
    await http.charge(request, UPLOADED_BYTES, cost=size)


def _understood(data: bytes) -> Converted[Game]:
    first, *more = islice(read_games(BytesIO(data)), 2)
    if more:
        raise Refusal("not-understood", "this file holds several games; upload one of them")
    if first.game is None:
        words = f"{first.place}: {first.error}" if first.place else str(first.error)
        raise Refusal("not-understood", words)
    return Converted(first.game, first.warnings)


# many games


async def mine(request: Request) -> Response:
    """The games that the visitor has played, the newest first."""
    limit = request.query_params.get("limit", str(MOST_LISTED))
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 6):
        raise Refusal("not-understood", "the limit is a number")
    who = http.visitor(request)
    found = await _store(request).games_of(who, min(int(limit), MOST_LISTED)) if who else ()
    infos = []
    for kept in found:
        with suppress(DamagedGame), _damaged(request).reading(kept.id):
            infos.append(game_records.decode_info(kept.body, kept.seat))
    return http.known(request, http.JsonResponse(infos, headers=http.NO_CACHE))


# a table


async def look_back(request: Request) -> Response:
    """The game that is on at a table, as whoever asks has seen it so far."""
    live: LiveTable = await request.app.state.tables.find(request.path_params["table"])
    who, now = http.visitor(request) or identity.new_visitor(), live.room
    await http.charge(request, READS)
    plays = who in now.members()  # those at the table come before all who only read
    unseen = who not in live.present()  # all hands are for those whom the players see looking on
    work = partial(_looked_back, now, who, unseen=unseen)
    return _steps(await _done(request, work, urgent=plays))


def _looked_back(now: Room, who: str, *, unseen: bool) -> bytes:
    return _encoded(game_records.running_game_steps(now, who, unseen=unseen))


ROUTES: list[BaseRoute] = [
    Route("/api/games", upload, methods=["POST"]),
    Route("/api/games/{game}", info),
    Route("/api/games/{game}/steps", steps),
    Route("/api/games/{game}/file", file),
    Route("/api/me/games", mine),
    Route("/api/tables/{table}/steps", look_back),
]
