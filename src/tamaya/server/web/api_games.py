"""Stored games over HTTP: replay, download and upload; also the running game of a table."""

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
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import random_token
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
MAX_BYTES = 200_000  # of a file that is uploaded
MAX_UPLOADED = 20 * MEGABYTE  # bytes of all games that one visitor has uploaded
MAX_LISTED = 500
ENDINGS = {TAMAYA: "json", HANABLIVE: "hanablive.json", COMPACT: "url"}
WARNINGS = "tamaya-warnings"  # a header that lists, in JSON, what a format cannot express

NO_GAME = "no-such-game", "there is no such game"
TOO_LONG = "too-long", f"the file of a game has at most {MAX_BYTES} bytes"
YOUR_SPACE_FULL = (
    "your-space-full",
    "the games that you have uploaded take all the space that you have here",
)
SPACE_FULL = "space-full", "this server has no space left for uploaded games"
BUSY = "busy", "too many games are being looked at; try again in a moment"


async def _run_in_turn(request: Request, work: Callable[[], T], *, urgent: bool = False) -> T:
    """Run slow work in turn with other addresses; refuse it if too much is waiting."""
    queue: FairThread = request.app.state.reading
    try:
        return await queue.run(client_address(request), work, urgent=urgent)
    except QueueFull as full:
        raise Refusal(*BUSY, status=503) from full


def _store(request: Request) -> Store:
    store: Store = request.app.state.tables.store
    return store


def _damaged_games(request: Request) -> DamagedGames:
    damaged: DamagedGames = request.app.state.damaged_games
    return damaged


async def _find_game(request: Request) -> StoredGame:
    visitor_id = http.visitor_of(request) or ""
    kept = await _store(request).game(request.path_params["game"], visitor_id)
    if kept is None:
        raise Refusal(*NO_GAME, status=404)
    return kept


# one game


async def game_info(request: Request) -> Response:
    """Answer with the summary of a game."""
    kept = await _find_game(request)
    with _damaged_games(request).reading(kept.id):
        found = game_records.decode_info(kept.body, kept.seat)
    return http.JsonResponse(found, headers=http.NO_CACHE)


async def game_steps(request: Request) -> Response:
    """Answer with a whole game as a seat has seen it, or with open hands."""
    await http.charge(request, READS)
    kept = await _find_game(request)
    eyes = request.query_params.get("eyes", "open")
    work = partial(_encoded_steps, _damaged_games(request), kept, eyes)
    return _steps_response(await _run_in_turn(request, work))


def _encoded_steps(damaged: DamagedGames, kept: StoredGame, eyes: str) -> bytes:
    with damaged.reading(kept.id):
        return _encode_steps(_steps_through(kept, eyes))


def _steps_through(kept: StoredGame, eyes: str) -> GameSteps:
    record = game_records.decode_record(kept.body)
    if eyes == "open":
        return game_records.record_steps(record, Viewpoint(hands=True), kept.seat)
    if eyes not in map(str, range(record.info.players)):
        raise Refusal("not-understood", "eyes are a seat of this game, or 'open'")
    return game_records.record_steps(record, Viewpoint(Seat(int(eyes))), kept.seat)


def _encode_steps(found: GameSteps) -> bytes:
    return msgspec.json.encode(found)


def _steps_response(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers=http.NO_CACHE)


async def game_file(request: Request) -> Response:
    """Answer with a game as a file."""
    await http.charge(request, READS)
    kept = await _find_game(request)
    name = request.query_params.get("format", TAMAYA)
    if name not in ENDINGS:
        raise Refusal("not-understood", f"the formats are {', '.join(ENDINGS)}")
    carried = await _run_in_turn(request, partial(_write_file, _damaged_games(request), kept, name))
    address = request.path_params["game"]
    headers = {
        "content-disposition": f'attachment; filename="tamaya-{address}.{ENDINGS[name]}"',
        WARNINGS: json.dumps(carried.warnings),
    }
    kind = "text/plain" if name == COMPACT else "application/json"
    return Response(f"{carried.value}\n", media_type=kind, headers=headers)


def _write_file(damaged: DamagedGames, kept: StoredGame, name: str) -> Converted[str]:
    with damaged.reading(kept.id):
        game = game_records.game_of(game_records.decode_record(kept.body), kept.seat)
    try:
        return write_game(game, name)
    except FormatError as wrong:
        raise Refusal("cannot-carry", str(wrong)) from wrong


# uploading


async def upload_game(request: Request) -> Response:
    """Store a game that was played elsewhere, under a new address."""
    try:
        data = await http.read_body(request, MAX_BYTES)
    except Refusal as refused:
        raise Refusal(*TOO_LONG, status=413) from refused
    carried = await _run_in_turn(request, partial(_read_upload, data))
    await http.charge(request, UPLOADS)
    at = int(request.app.state.tables.now() * 1000)
    game = await _run_in_turn(
        request, partial(game_records.uploaded_record, carried.value, random_token(), at)
    )
    visitor_id = http.visitor_of(request) or identity.new_visitor()
    await _check_space(request, visitor_id, len(game.body))
    await _store(request).save_upload(game, visitor_id)
    response = http.JsonResponse(Uploaded(game.id, carried.warnings), 201)
    http.set_cookie(request, response, visitor_id)
    return response


async def _check_space(request: Request, visitor_id: str, size: int) -> None:
    """Limit the space of uploads: of one visitor, of one address per day, and in all."""
    own, everybody = await _store(request).uploaded_bytes(visitor_id)
    for by, taken, most, refusal, status in (
        ("visitor", own, MAX_UPLOADED, YOUR_SPACE_FULL, 409),
        ("all", everybody, request.app.state.upload_space, SPACE_FULL, 507),
    ):
        if taken + size > most:
            metrics.LIMITED.labels("upload-space", by).inc()
            raise Refusal(*refusal, status=status)
    await http.charge(request, UPLOADED_BYTES, cost=size)


def _read_upload(data: bytes) -> Converted[Game]:
    first, *more = islice(read_games(BytesIO(data)), 2)
    if more:
        raise Refusal("not-understood", "this file holds several games; upload one of them")
    if first.game is None:
        words = f"{first.place}: {first.error}" if first.place else str(first.error)
        raise Refusal("not-understood", words)
    return Converted(first.game, first.warnings)


# many games


async def my_games(request: Request) -> Response:
    """Answer with the games that the visitor has played, the newest first."""
    limit = request.query_params.get("limit", str(MAX_LISTED))
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 6):
        raise Refusal("not-understood", "the limit is a number")
    visitor_id = http.visitor_of(request)
    found = (
        await _store(request).games_of(visitor_id, min(int(limit), MAX_LISTED))
        if visitor_id
        else ()
    )
    infos = []
    for kept in found:
        with suppress(DamagedGame), _damaged_games(request).reading(kept.id):
            infos.append(game_records.decode_info(kept.body, kept.seat))
    return http.with_cookie(request, http.JsonResponse(infos, headers=http.NO_CACHE))


# a table


async def running_game_steps(request: Request) -> Response:
    """Answer with the running game of a table as the visitor has seen it so far."""
    live: LiveTable = await request.app.state.tables.find(request.path_params["table"])
    visitor_id, now = http.visitor_of(request) or identity.new_visitor(), live.room
    await http.charge(request, READS)
    plays = visitor_id in now.members()  # members of the table come before readers
    unseen = visitor_id not in live.present()  # open hands are for visible onlookers only
    work = partial(_encode_running_game, now, visitor_id, unseen=unseen)
    return _steps_response(await _run_in_turn(request, work, urgent=plays))


def _encode_running_game(now: Room, visitor_id: str, *, unseen: bool) -> bytes:
    return _encode_steps(game_records.running_game_steps(now, visitor_id, unseen=unseen))


ROUTES: list[BaseRoute] = [
    Route("/api/games", upload_game, methods=["POST"]),
    Route("/api/games/{game}", game_info),
    Route("/api/games/{game}/steps", game_steps),
    Route("/api/games/{game}/file", game_file),
    Route("/api/me/games", my_games),
    Route("/api/tables/{table}/steps", running_game_steps),
]
