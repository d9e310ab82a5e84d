"""Helpers for requests and responses: bodies, JSON, refusals, visitors and their cookies."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tamaya.server.limits.quotas import Quota, Quotas
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.linked_devices import COOKIE_LIFETIME
from tamaya.server.web import identity
from tamaya.server.web.client_address import client_address
from tamaya.server.web.devices import Devices
from tamaya.server.web.own_address import own_address

T = TypeVar("T")
MAX_BODY = 4096  # bytes of a request
NO_CACHE = {"cache-control": "no-store"}  # other visitors get another answer


class JsonResponse(Response):
    """A response with anything that msgspec can encode."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def refusal_response(refusal: Refusal) -> Response:
    """Return the answer to a request that is refused."""
    wait = refusal.retry_after
    headers = None if wait is None else {"retry-after": str(wait)}
    return JsonResponse(refusal.message, refusal.status, headers)


def store_unavailable() -> Refusal:
    """Return the refusal of a request while the database cannot be used."""
    return Refusal("no-store", "nothing can be saved now; try again later", status=503)


async def read_body(request: Request, most: int = MAX_BODY) -> bytes:
    """Return the body of a request, or refuse one that is too long."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Refusal("too-long", f"a request has at most {most} bytes")
    return data


async def decode_body(request: Request, kind: type[T]) -> T:
    """Decode the body of a request, or raise a `Refusal` that says what is wrong with it."""
    data = await read_body(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise Refusal("not-understood", str(wrong)) from wrong


# visitors


def device_of(connection: HTTPConnection) -> tuple[str, str] | None:
    """Return the visitor and the device named by the cookie, unless it was signed out."""
    named = identity.device_of(connection.cookies.get(identity.COOKIE), connection.app.state.key)
    devices: Devices = connection.app.state.devices
    return None if named is None or devices.is_signed_out(*named) else named


def visitor_of(connection: HTTPConnection) -> str | None:
    """Return the visitor named by the cookie."""
    named = device_of(connection)
    return None if named is None else named[0]


async def charge(connection: HTTPConnection, quota: Quota, *, cost: float = 1) -> None:
    """Charge a request to its visitor and its address, or raise `LimitExceeded`."""
    quotas: Quotas = connection.app.state.quotas
    address = client_address(connection)
    visitor_id = visitor_of(connection) or f"stranger at {address}"
    await quotas.charge(quota, visitor_id, address, cost=cost)


def with_cookie(request: Request, response: Response) -> Response:
    """Add a cookie to a response for a new visitor, or for a device that has no id yet."""
    visitor_id, id_ = device_of(request) or ("", "")
    if not id_:
        set_cookie(request, response, visitor_id or identity.new_visitor())
    return response


def set_cookie(
    request: Request, response: Response, visitor_id: str, new_device: str | None = None
) -> None:
    """Add the visitor's cookie to a response."""
    now, here = device_of(request) or ("", "")
    id_ = new_device or (here if now == visitor_id else "") or identity.new_device()
    response.set_cookie(
        identity.COOKIE,
        identity.device_cookie(visitor_id, id_, request.app.state.key),
        max_age=COOKIE_LIFETIME,
        httponly=True,
        samesite="lax",
        secure=base_url(request).startswith("https:"),
    )


def base_url(request: Request) -> str:
    """Return the URL under which others reach this server, with a slash at its end."""
    given: str | None = request.app.state.base
    return given or own_address(request)


def client_disconnected(_: Request, __: Exception) -> Response:
    """Answer a client that disconnected during its request; nobody will read this."""
    return Response(status_code=400)
