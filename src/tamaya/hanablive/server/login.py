"""The login form and the cookie that it sets."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from tamaya.hanablive.server.accounts import Accounts, LoginRefused, read_login_form
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import StoreError
from tamaya.server.web import http, identity
from tamaya.server.web.client_address import client_address

COOKIE = "hanabi.sid"
COOKIE_LIFETIME = 30 * 24 * 3600  # seconds
STORE_UNAVAILABLE = "nothing can be saved now; try again later"


async def login(request: Request) -> Response:
    """Set a cookie for the right name and password; create the account if the name is new."""
    if not has_same_origin(request):
        return PlainTextResponse("pages of other origins may not log in", 403)
    accounts: Accounts = request.app.state.accounts
    try:
        name, password = read_login_form(await http.read_body(request))
        ticket = await accounts.login(name, password, client_address(request))
    except LoginRefused as refused:
        return PlainTextResponse(refused.message, refused.status)
    except Refusal as refused:
        return PlainTextResponse(refused.words, 400)
    except StoreError:
        return PlainTextResponse(STORE_UNAVAILABLE, 503)
    value = identity.signed(ticket, request.app.state.key)
    response = PlainTextResponse("OK")
    cookie = f"{COOKIE}={value}; Path=/; Max-Age={COOKIE_LIFETIME}"
    # bots look for this spelling of the header, which Starlette's own methods would lower-case
    response.raw_headers.append((b"Set-Cookie", cookie.encode()))
    return response


def has_same_origin(connection: HTTPConnection) -> bool:
    """Return whether a request comes from one of our own pages, or not from a browser at all."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


async def account_name(connection: HTTPConnection) -> str | None:
    """Return the name of the account whose valid cookie came with a request."""
    accounts: Accounts = connection.app.state.accounts
    ticket = identity.visitor_of(connection.cookies.get(COOKIE), connection.app.state.key)
    return None if ticket is None else await accounts.name_for_ticket(ticket)
