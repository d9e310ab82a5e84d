"""A visitor's own things: the tables where one sits, and the link to another device."""

from io import BytesIO

import segno
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tamaya.rules import score
from tamaya.server import identity, web
from tamaya.server.decisions import Refused
from tamaya.server.tables import Live, NoSuchTable, Tables

MOST_TABLES = 20
LONGEST_PATH = 200


class MyTable(Struct, frozen=True):
    """A table where the visitor sits, or may come back to a seat."""

    table: str
    variant: str
    players: int
    names: tuple[str | None, ...]  # by seat
    playing: bool
    turn: bool  # whether it is the visitor's
    turns: int | None  # of the game that is on, with the one to come
    score: int | None


class Me(Struct, frozen=True):
    """What belongs to the visitor."""

    tables: tuple[MyTable, ...]


class PersonalLink(Struct, frozen=True):
    """The path that makes another device this visitor's."""

    path: str
    seconds: int  # that it is valid


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a personal link."""

    code: str


class Claimed(Struct, frozen=True):
    """The cookie came along."""

    ok: bool = True


class Address(Struct, frozen=True):
    """Where others reach this server."""

    base: str


class Picture(Struct, frozen=True, forbid_unknown_fields=True):
    """A path of this server."""

    path: str


class QrCode(Struct, frozen=True):
    """An address and its QR code."""

    url: str
    svg: str


async def me(request: Request) -> Response:
    """The visitor's tables where a game is on, or has yet to begin."""
    tables: Tables = request.app.state.tables
    who = web.visitor(request)
    found = []
    for table in await tables.store.tables_of(who, MOST_TABLES) if who else ():
        try:
            live = await tables.find(table)
        except NoSuchTable:
            continue
        if who in live.room.belonging() and (live.room.playing or live.room.game is None):
            found.append(mine(live, who or ""))
    return web.known(request, web.Json(Me(tuple(found))))


def mine(live: Live, who: str) -> MyTable:
    """A table as one of the visitor's own."""
    now = live.room
    table = now.game.table if now.playing and now.game else None
    return MyTable(
        live.id,
        now.settings.variant,
        now.settings.players,
        tuple(sitter.name if sitter else None for sitter in now.seats),
        now.playing,
        table is not None and table.to_move in now.seats_of(who),
        table.turns + 1 if table else None,
        score(table) if table else None,
    )


async def link(request: Request) -> Response:
    """A personal link; its code is in the fragment, which no log ever sees."""
    who = web.visitor(request)
    if who is None:
        raise Refused("nobody", "you have nothing to take along yet")
    code = identity.link_code(who, request.app.state.key, request.app.state.tables.now())
    return web.Json(PersonalLink(f"/#me={code}", identity.LINK_LIFETIME))


async def claim(request: Request) -> Response:
    """Become the visitor of a personal link."""
    wanted = await web.body(request, Claim)
    now = request.app.state.tables.now()
    who = identity.visitor_of_link(wanted.code, request.app.state.key, now)
    if who is None:
        raise Refused("bad-link", "this link is not valid, or no longer")
    response = web.Json(Claimed())
    web.introduce(request, response, who)
    return response


async def address(request: Request) -> Response:
    """Where others reach this server."""
    return web.Json(Address(web.base(request)))


async def qr(request: Request) -> Response:
    """A path of this server as an address and a QR code."""
    wanted = await web.body(request, Picture)
    plain = wanted.path.isascii() and wanted.path.isprintable()
    if not plain or not wanted.path.startswith("/") or len(wanted.path) > LONGEST_PATH:
        raise Refused("not-understood", "a path of this server is wanted")
    url = web.base(request) + wanted.path[1:]
    svg = BytesIO()
    segno.make(url, error="m", micro=False).save(
        svg, kind="svg", border=3, light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return web.Json(QrCode(url, svg.getvalue().decode()))


ROUTES: list[BaseRoute] = [
    Route("/api/me", me),
    Route("/api/me/link", link, methods=["POST"]),
    Route("/api/me/claim", claim, methods=["POST"]),
    Route("/api/address", address),
    Route("/api/qr", qr, methods=["POST"]),
]
