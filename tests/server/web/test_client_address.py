"""Whose address counts: the peer's own, or what proxies say that are trusted."""

import asyncio

import pytest
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tamaya.server.web.client_address import client_address, limited_address


@pytest.mark.parametrize(
    ("host", "limited"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", "unknown"),
        ("somebody", "unknown"),
        ("203.0.113.7, 203.0.113.8", "unknown"),
    ],
)
def test_an_address_is_cut_to_what_one_household_has(host: str, limited: str) -> None:
    assert limited_address(host) == limited


def seen_from(peer: str | None, proxies: str, *forwarded: str) -> str:
    """The address that counts when this peer says on whose behalf it asks."""
    found: list[str] = []

    async def app(scope: Scope, _: Receive, __: Send) -> None:
        found.append(client_address(HTTPConnection(scope)))

    async def nothing(*_: object) -> None:
        raise AssertionError

    scope: Scope = {
        "type": "http",
        "client": None if peer is None else (peer, 1),
        "scheme": "http",
        "headers": [(b"x-forwarded-for", line.encode()) for line in forwarded],
    }
    behind = ProxyHeadersMiddleware(app, trusted_hosts=proxies)  # type: ignore[arg-type]  # theirs
    asyncio.run(behind(scope, nothing, nothing))  # type: ignore[arg-type]  # theirs
    return found[0]


def test_a_stranger_who_claims_another_address_is_not_believed() -> None:
    assert seen_from("203.0.113.7", "127.0.0.1", "198.51.100.1") == "203.0.113.7"
    assert seen_from("203.0.113.7", "10.0.0.0/8", "198.51.100.1") == "203.0.113.7"
    assert seen_from(None, "127.0.0.1", "198.51.100.1") == "unknown"


def test_a_trusted_proxy_is_believed() -> None:
    assert seen_from("127.0.0.1", "127.0.0.1", "198.51.100.1") == "198.51.100.1"
    assert seen_from("127.0.0.1", "127.0.0.1", "2001:db8::9:9") == "2001:db8::/64"
    assert seen_from("127.0.0.1", "127.0.0.1", "[2001:db8::9:9]:4711") == "2001:db8::/64"
    assert seen_from("::1", "127.0.0.1, ::1", "198.51.100.1:4711") == "198.51.100.1"


def test_only_what_trusted_proxies_have_added_counts() -> None:
    """A visitor may send such a header, too: proxies add to it at its end."""
    claimed = "192.0.2.1, 198.51.100.1"
    assert seen_from("127.0.0.1", "127.0.0.1", claimed) == "198.51.100.1"
    assert seen_from("127.0.0.1", "127.0.0.1", "192.0.2.1", "198.51.100.1") == "198.51.100.1"
    several = "192.0.2.1, 198.51.100.1, 10.0.0.2"
    assert seen_from("10.0.0.3", "10.0.0.2,10.0.0.3", several) == "198.51.100.1"
    assert seen_from("10.0.0.3", "10.0.0.3", several) == "10.0.0.2"
    assert seen_from("127.0.0.1", "127.0.0.1", "nonsense") == "unknown"
