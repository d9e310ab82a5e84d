"""Requests and answers: who is asking, what is in the body, how an answer looks."""

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
MOST_BODY = 4096  # bytes of a request
NO_CACHE = {"cache-control": "no-store"}  # another visitor would be answered otherwise


class JsonResponse(Response):
    """Anything msgspec can write."""

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


async def body_bytes(request: Request, most: int = MOST_BODY) -> bytes:
    """The body of a request; refused if it is too long."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Refusal("too-long", f"a request has at most {most} bytes")
    return data


async def body(request: Request, kind: type[T]) -> T:
    """The body of a request as one of our types; refused with words about what is wrong."""
    data = await body_bytes(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise Refusal("not-understood", str(wrong)) from wrong


# who is asking


def device(connection: HTTPConnection) -> tuple[str, str] | None:
    """The visitor and the device whose cookie came along, unless it was signed out."""
    named = identity.device_of(connection.cookies.get(identity.COOKIE), connection.app.state.key)
    devices: Devices = connection.app.state.devices
    return None if named is None or devices.is_signed_out(*named) else named


def visitor(connection: HTTPConnection) -> str | None:
    """The visitor whose cookie came along."""
    named = device(connection)
    return None if named is None else named[0]


async def charge(connection: HTTPConnection, quota: Quota, *, cost: float = 1) -> None:
    """Count a request against the limits of its visitor and of its address."""
    quotas: Quotas = connection.app.state.quotas
    address = client_address(connection)
    who = visitor(connection) or f"stranger at {address}"
    await quotas.charge(quota, who, address, cost=cost)


def known(request: Request, response: Response) -> Response:
    """The answer, with a cookie for somebody new, or for a device that has no id yet."""
    who, id_ = device(request) or ("", "")
    if not id_:
        introduce(request, response, who or identity.new_visitor())
    return response


def introduce(
    request: Request, response: Response, who: str, new_device: str | None = None
) -> None:
    """Give a visitor the cookie."""
    now, here = device(request) or ("", "")
    id_ = new_device or (here if now == who else "") or identity.new_device()
    response.set_cookie(
        identity.COOKIE,
        identity.device_cookie(who, id_, request.app.state.key),
        max_age=COOKIE_LIFETIME,
        httponly=True,
        samesite="lax",
        secure=base(request).startswith("https:"),
    )


def base(request: Request) -> str:
    """The address under which others reach this server, with a slash at its end."""
    given: str | None = request.app.state.base
    return given or own_address(request)


def hung_up(_: Request, __: Exception) -> Response:
    """Whoever hung up in the middle of a request reads no answer."""
    return Response(status_code=400)
