"""Tables over HTTP: opening them, and finding one to join or to watch."""

from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tamaya.bots import BOTS
from tamaya.formats import replay
from tamaya.formats.game import KnownDeal
from tamaya.rules import PRESETS, score
from tamaya.server.hub.cluster import Cluster
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import Tables
from tamaya.server.limits.quotas import OPENED_TABLES
from tamaya.server.room import decisions, log_rows, messages
from tamaya.server.room.refusals import Refusal
from tamaya.server.store import game_records
from tamaya.server.web import http, identity

MAX_LISTED = 100


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """One click: a table with bots, dealt at once; `deal` is the address of a finished game."""

    name: str
    variant: str = "base"
    players: int = 3
    bot: str = "partner"
    deal: str | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be filled; `deal` is the address of a finished game."""

    settings: log_rows.Settings = log_rows.Settings()
    deal: str | None = None


class TableOpened(Struct, frozen=True):
    """The address of a new table."""

    table: str


class ListedTable(Struct, frozen=True):
    """A table on the lists."""

    table: str
    variant: str
    players: int
    names: tuple[str | None, ...]  # by seat
    bots: int
    locked: bool
    turn: int | None
    score: int | None
    watch: log_rows.Watch
    known_deal: KnownDeal | None = None  # whether anybody could know it before the game


class OpenTables(Struct, frozen=True):
    """Tables to join, and games to watch."""

    open: tuple[ListedTable, ...]
    watch: tuple[ListedTable, ...]


class BotInfo(Struct, frozen=True):
    """A bot that can be seated."""

    name: str
    about: str


class Preset(Struct, frozen=True):
    """A variant with a name, and its notation."""

    name: str
    variant: str


async def start_game(request: Request) -> Response:
    """Open a table with bots in all other seats, and deal at once: one click on the page."""
    wanted, tables = await http.decode_body(request, NewGame), request.app.state.tables
    name, bot = decisions.checked_name(wanted.name), decisions.checked_bot(wanted.bot)
    visitor_id = http.visitor_of(request) or identity.new_visitor()
    first = 0 if wanted.deal is None else None  # the visitor begins
    settings = log_rows.Settings(
        variant=wanted.variant, players=wanted.players, first=first, take_back=True
    )
    live = await _open(request, visitor_id, settings, wanted.deal)
    await tables.handle(live, visitor_id, messages.Sit(0, name))
    for seat in range(1, live.room.settings.players):
        await tables.handle(live, visitor_id, messages.SeatBot(seat, bot))
    await tables.handle(live, visitor_id, messages.Begin(same_deal=wanted.deal is not None))
    return _table_response(request, visitor_id, live)


async def open_table(request: Request) -> Response:
    """Open a table with free seats; the visitor is its host."""
    wanted = await http.decode_body(request, NewTable)
    visitor_id = http.visitor_of(request) or identity.new_visitor()
    return _table_response(
        request, visitor_id, await _open(request, visitor_id, wanted.settings, wanted.deal)
    )


async def _open(
    request: Request, visitor_id: str, settings: log_rows.Settings, deal: str | None
) -> LiveTable:
    """Open a table, with the deal of a finished game if one is named."""
    tables: Tables = request.app.state.tables
    await http.charge(request, OPENED_TABLES)
    if deal is None:
        return await tables.open(visitor_id, settings)
    kept = await tables.store.game(deal)
    if kept is None:
        raise Refusal("no-such-game", "there is no such game")
    with request.app.state.damaged_games.reading(kept.id):
        record = game_records.decode_record(kept.body)
        game = game_records.game_of(record)
    variant = replay.variant_text(game.options)
    settings = replace(settings, variant=variant, players=game.options.players)
    known: KnownDeal = "uploaded" if record.info.uploaded else game.known_deal or "replayed"
    row = decisions.deal_row(game.options, game.deal, game.first, tables.chance, known)
    return await tables.open(visitor_id, settings, row)


def _table_response(request: Request, visitor_id: str, live: LiveTable) -> Response:
    response = http.JsonResponse(TableOpened(live.id), 201)
    http.set_cookie(request, response, visitor_id)
    return response


async def list_tables(request: Request) -> Response:
    """Answer with listed tables where somebody is present: some to join, some to watch."""
    tables: Tables = request.app.state.tables
    found = {
        one.table: one for live in reversed(tables.live.values()) if (one := listed_if_public(live))
    }
    cluster: Cluster | None = request.app.state.cluster
    if cluster is not None:
        elsewhere = map(_decode_listed, chain(*cluster.listed.values()))
        for one in filter(None, elsewhere):
            found.setdefault(one.table, one)
    joining = [one for one in found.values() if None in one.names and one.turn is None]
    watching = [one for one in found.values() if one.turn is not None and one.watch != "nothing"]
    lists = OpenTables(tuple(joining[:MAX_LISTED]), tuple(watching[:MAX_LISTED]))
    return http.with_cookie(request, http.JsonResponse(lists))


def _decode_listed(told: Any) -> ListedTable | None:
    """Decode a table that another process has listed; None if its version is another."""
    try:
        return msgspec.convert(told, ListedTable)
    except msgspec.ValidationError:
        return None


def listed_if_public(live: LiveTable) -> ListedTable | None:
    """Return a table's entry in the lists; None if it is not listed or empty."""
    return listed_table(live) if live.room.settings.listed and live.viewers else None


def listed_table(live: LiveTable) -> ListedTable:
    """Return a table's entry in the lists."""
    now = live.room
    game = now.game if now.playing else None
    return ListedTable(
        live.id,
        now.settings.variant,
        now.settings.players,
        tuple(sitter.name if sitter else None for sitter in now.seats),
        sum(sitter is not None and sitter.bot is not None for sitter in now.seats),
        now.lock is not None,
        game.table.turns + 1 if game else None,
        score(game.table) if game else None,
        now.settings.watch,
        now.known_deal if game or now.game is None else None,
    )


async def list_bots(request: Request) -> Response:
    """Answer with the bots that can be seated."""
    return http.with_cookie(
        request, http.JsonResponse([BotInfo(b.name, b.about) for b in BOTS.values()])
    )


async def list_presets(request: Request) -> Response:
    """Answer with the presets and their notation."""
    return http.with_cookie(request, http.JsonResponse([Preset(n, v) for n, v in PRESETS.items()]))


async def list_guests(request: Request) -> Response:
    """Answer with the guests who are connected now and can be invited."""
    tables: Tables = request.app.state.tables
    return http.with_cookie(request, http.JsonResponse(tuple(tables.guests)))


ROUTES: list[BaseRoute] = [
    Route("/api/bots", list_bots),
    Route("/api/guests", list_guests),
    Route("/api/presets", list_presets),
    Route("/api/play", start_game, methods=["POST"]),
    Route("/api/tables", list_tables),
    Route("/api/tables", open_table, methods=["POST"]),
]
