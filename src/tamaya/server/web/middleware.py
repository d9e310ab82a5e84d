"""Middleware: security headers on every response, same-origin checks and rate limits."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamaya.server.limits.quotas import NEW_VISITORS, REQUESTS, LimitExceeded, Quotas
from tamaya.server.room.refusals import Refusal
from tamaya.server.web import http, identity
from tamaya.server.web.client_address import client_address

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"same-origin",
    b"x-content-type-options": b"nosniff",
}
COOKIE = f"{identity.COOKIE}=".encode()
PAGE_SCHEMES = {"ws": "http", "wss": "https"}  # the scheme of the page that opens a socket
PORTS = {"http": 80, "https": 443}

Headers = list[tuple[bytes, bytes]]


class SecurityMiddleware:
    """Refuses requests of other origins that would change something, and floods of requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["type"] == "websocket":
            if _same_origin(connection):
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        reads = scope["method"] in ("GET", "HEAD")
        is_new = http.visitor_of(connection) is None

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *HEADERS.items()]
                if reads and is_new:
                    headers = await _with_cookie_if_allowed(connection, headers)
                message = {**message, "headers": headers}
            await send(message)

        refusal = None if reads else await _refusal(connection, is_new=is_new)
        await (refusal or self.app)(scope, receive, with_headers)


async def _refusal(connection: HTTPConnection, *, is_new: bool) -> Response | None:
    """Return the response to a request that would change something but is refused."""
    if not _same_origin(connection):
        return http.refusal_response(
            Refusal("other-origin", "other origins may not ask this", status=403)
        )
    quotas, address = _quotas(connection), client_address(connection)
    visitor_id = http.visitor_of(connection) or f"stranger at {address}"
    try:
        quotas.charge_here(REQUESTS, visitor_id, address)
        if is_new:  # the response will set a cookie
            await quotas.charge(NEW_VISITORS, None, address)
    except LimitExceeded as error:
        return http.refusal_response(error)
    return None


async def _with_cookie_if_allowed(connection: HTTPConnection, headers: Headers) -> Headers:
    """Return the headers, without the cookie if its address has been given too many."""
    if not any(_is_cookie(header) for header in headers):
        return headers
    try:
        await _quotas(connection).charge(NEW_VISITORS, None, client_address(connection))
    except LimitExceeded:
        return [header for header in headers if not _is_cookie(header)]
    return headers


def _is_cookie(header: tuple[bytes, bytes]) -> bool:
    return header[0].lower() == b"set-cookie" and header[1].startswith(COOKIE)


def _quotas(connection: HTTPConnection) -> Quotas:
    quotas: Quotas = connection.app.state.quotas
    return quotas


def _same_origin(connection: HTTPConnection) -> bool:
    """Return whether a request comes from our own page, or from a program that is no browser."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    scheme = PAGE_SCHEMES.get(connection.url.scheme, connection.url.scheme)
    ours = {f"{scheme}://{connection.headers.get('host')}", connection.app.state.base or ""}
    return _origin(origin) in {_origin(url) for url in ours} - {None}


def _origin(url: str) -> tuple[str, str, int] | None:
    """Return the scheme, host and port of a URL; None if it lacks one of them."""
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None
