"""Requests and answers: who is asking, what is in the body, how an answer looks."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tamaya.server import identity, messages
from tamaya.server.decisions import Refused

T = TypeVar("T")
MOST_BODY = 4096  # bytes of a request
NO_STORE = messages.Refused("no-store", "nothing can be saved now; try again later")


class Json(Response):
    """Anything msgspec can write."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


async def body_bytes(request: Request, most: int = MOST_BODY) -> bytes:
    """The body of a request; refused if it is too long."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > most:
            raise Refused("too-long", f"a request has at most {most} bytes")
    return data


async def body(request: Request, kind: type[T]) -> T:
    """The body of a request as one of our types; refused with words about what is wrong."""
    data = await body_bytes(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise Refused("not-understood", str(wrong)) from wrong


# who is asking


def visitor(connection: HTTPConnection) -> str | None:
    """The visitor whose cookie came along."""
    return identity.visitor_of(connection.cookies.get(identity.COOKIE), connection.app.state.key)


def asker(connection: HTTPConnection) -> str:
    """Whose allowance counts: a visitor's; strangers are told apart by their address."""
    return visitor(connection) or (connection.client.host if connection.client else "")


def known(request: Request, response: Response) -> Response:
    """The answer, with a cookie for somebody new."""
    if visitor(request) is None:
        introduce(request, response, identity.new_visitor())
    return response


def introduce(request: Request, response: Response, who: str) -> None:
    """Give a visitor the cookie."""
    response.set_cookie(
        identity.COOKIE,
        identity.signed(who, request.app.state.key),
        max_age=identity.LIFETIME,
        httponly=True,
        samesite="lax",
        secure=base(request).startswith("https:"),
    )


def base(request: Request) -> str:
    """The address under which others reach this server, with a slash at its end."""
    given: str | None = request.app.state.base
    return given or str(request.base_url)
