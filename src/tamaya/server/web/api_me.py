"""What belongs to a visitor: tables, personal links to other devices, and those devices."""

from io import BytesIO

import segno
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tamaya.formats.game import KnownDeal
from tamaya.rules import score
from tamaya.server.hub.live_table import LiveTable
from tamaya.server.hub.tables import DamagedTable, NoSuchTable, Tables
from tamaya.server.limits.quotas import LINKS
from tamaya.server.room.refusals import Refusal
from tamaya.server.web import http, identity
from tamaya.server.web.devices import Devices, device_name

MAX_TABLES = 20
MAX_PATH = 200


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
    known_deal: KnownDeal | None = None  # whether anybody could know it before the game


class Me(Struct, frozen=True):
    """What belongs to the visitor."""

    tables: tuple[MyTable, ...]


class PersonalLink(Struct, frozen=True):
    """The path that makes another device this visitor's."""

    path: str
    seconds: int  # that it is valid; it works once


class ClaimLink(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a personal link."""

    code: str


class LinkClaimed(Struct, frozen=True):
    """The answer to a claimed link; the cookie is in its header."""

    ok: bool = True


class MyDevice(Struct, frozen=True):
    """A browser that plays as the visitor."""

    id: str
    name: str  # browser and system; empty if unknown
    since: int  # when it was joined: milliseconds since 1970
    seen: int  # when it was last here, to the hour
    here: bool  # whether it is the one that asks


class SignOut(Struct, frozen=True, forbid_unknown_fields=True):
    """Another device to be signed out; without one, all others."""

    id: str | None = None


class ServerAddress(Struct, frozen=True):
    """The URL under which others reach this server."""

    base: str


class QrRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A path on this server, for a QR code."""

    path: str


class QrCode(Struct, frozen=True):
    """A URL and its QR code."""

    url: str
    svg: str


async def my_tables(request: Request) -> Response:
    """Answer with the visitor's tables where a game is on, or has yet to begin."""
    tables: Tables = request.app.state.tables
    visitor_id, device = http.device_of(request) or (None, "")
    if visitor_id is not None:
        await request.app.state.devices.touch(visitor_id, device, _now(request))
    found = []
    for table in await tables.store.tables_of(visitor_id, MAX_TABLES) if visitor_id else ():
        try:
            live = await tables.find(table)
        except (NoSuchTable, DamagedTable):
            continue
        if visitor_id in live.room.members() and (live.room.playing or live.room.game is None):
            found.append(table_entry(live, visitor_id or ""))
    return http.with_cookie(request, http.JsonResponse(Me(tuple(found))))


def table_entry(live: LiveTable, visitor_id: str) -> MyTable:
    """Return the entry of a table in the list of a visitor's own tables."""
    now = live.room
    table = now.game.table if now.playing and now.game else None
    return MyTable(
        live.id,
        now.settings.variant,
        now.settings.players,
        tuple(sitter.name if sitter else None for sitter in now.seats),
        now.playing,
        table is not None and table.to_move in now.seats_of(visitor_id),
        table.turns + 1 if table else None,
        score(table) if table else None,
        now.known_deal,
    )


async def make_link(request: Request) -> Response:
    """Make a personal link; its code is in the fragment, which is not in any server's log."""
    visitor_id, device = _require_visitor(request)
    await http.charge(request, LINKS)
    device = device or identity.new_device()
    tables, response = request.app.state.tables, _link_response(request, visitor_id, device)
    await tables.store.keep_device(visitor_id, device, _device_name(request), _now(request))
    http.set_cookie(request, response, visitor_id, device)
    return response


def _link_response(request: Request, visitor_id: str, device: str) -> Response:
    code = identity.link_code(
        visitor_id, device, request.app.state.key, request.app.state.tables.now()
    )
    return http.JsonResponse(PersonalLink(f"/#me={code}", identity.LINK_LIFETIME))


def _require_visitor(request: Request) -> tuple[str, str]:
    """Return the visitor and the device; refuse a visitor without a cookie."""
    found = http.device_of(request)
    if found is None:
        raise Refusal("nobody", "you have nothing to take along yet")
    return found


def _now(request: Request) -> int:
    return int(request.app.state.tables.now() * 1000)


def _device_name(request: Request) -> str:
    return device_name(request.headers.get("user-agent", ""))


async def claim_link(request: Request) -> Response:
    """Make this device play as the visitor of a personal link, which works once."""
    wanted, tables = await http.decode_body(request, ClaimLink), request.app.state.tables
    found = identity.read_link(wanted.code, request.app.state.key, tables.now())
    device, name = identity.new_device(), _device_name(request)
    if found is None or not await tables.store.claim_link(found, device, name, _now(request)):
        raise Refusal("bad-link", "this link is not valid, or was used already")
    response = http.JsonResponse(LinkClaimed())
    http.set_cookie(request, response, found.visitor, device)
    return response


async def list_devices(request: Request) -> Response:
    """Answer with the browsers that play as the visitor, the most recent first."""
    visitor_id, here = http.device_of(request) or ("", "")
    store = request.app.state.tables.store
    found = await store.devices_of(visitor_id) if visitor_id else ()
    return http.JsonResponse(
        [MyDevice(one.id, one.name, one.since, one.seen, one.id == here) for one in found],
        headers=http.NO_CACHE,
    )


async def sign_out(request: Request) -> Response:
    """Sign other devices out: from now on they are new visitors."""
    wanted, (visitor_id, here) = await http.decode_body(request, SignOut), _require_visitor(request)
    if wanted.id == here:
        raise Refusal("this-device", "this is the device that you use now")
    devices: Devices = request.app.state.devices
    await devices.sign_out(visitor_id, here, wanted.id, _now(request))
    request.app.state.tables.presence.wake_connections(await devices.refresh())
    return await list_devices(request)


async def server_address(request: Request) -> Response:
    """Answer with the URL under which others reach this server."""
    return http.JsonResponse(ServerAddress(http.base_url(request)))


async def qr_code(request: Request) -> Response:
    """Answer with the URL of a path on this server, and its QR code."""
    wanted = await http.decode_body(request, QrRequest)
    plain = wanted.path.isascii() and wanted.path.isprintable()
    if not plain or not wanted.path.startswith("/") or len(wanted.path) > MAX_PATH:
        raise Refusal("not-understood", "a path of this server is wanted")
    url = http.base_url(request) + wanted.path[1:]
    svg = BytesIO()
    segno.make(url, error="m", micro=False).save(
        svg, kind="svg", border=3, light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return http.JsonResponse(QrCode(url, svg.getvalue().decode()))


ROUTES: list[BaseRoute] = [
    Route("/api/me", my_tables),
    Route("/api/me/link", make_link, methods=["POST"]),
    Route("/api/me/claim", claim_link, methods=["POST"]),
    Route("/api/me/devices", list_devices),
    Route("/api/me/devices/sign-out", sign_out, methods=["POST"]),
    Route("/api/address", server_address),
    Route("/api/qr", qr_code, methods=["POST"]),
]
