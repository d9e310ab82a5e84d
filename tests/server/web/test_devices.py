"""Personal links work once, and a visitor's other devices can be seen and signed out."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from support.cli.running import PATIENCE
from support.server.backends import PostgresServer
from support.server.limited import limited, refused_since
from support.server.serving import Server, Visitor, refusal, say, serving, shown
from tamaya.server.admin.forgetting import forget
from tamaya.server.limits.quotas import LINKS
from tamaya.server.store.linked_devices import LinkCode
from tamaya.server.store.store import Store
from tamaya.server.web import identity
from tamaya.server.web.devices import device_name

FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:148.0) Gecko/148.0 Firefox/148.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/150.0 Safari/537.36"


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("devices") / "games.sqlite") as server:
        yield server


def at_home(server: Server) -> tuple[Visitor, str]:
    """Somebody with a table of their own."""
    ada = Visitor(server.port)
    return ada, ada.ask("/api/play", {"name": "Ada"})[1]["table"]


def code_of(visitor: Visitor, agent: str = CHROME) -> str:
    status, link = visitor.ask("/api/me/link", {}, {"User-Agent": agent})
    assert status == 200
    return str(link["path"].partition("=")[2])


def joined(server: Server, visitor: Visitor, agent: str = FIREFOX) -> Visitor:
    """Another device of the same visitor."""
    other = Visitor(server.port)
    assert other.ask("/api/me/claim", {"code": code_of(visitor)}, {"User-Agent": agent})[0] == 200
    return other


def tables_of(visitor: Visitor) -> list[str]:
    return [one["table"] for one in visitor.ask("/api/me")[1]["tables"]]


def why_closed(socket: ClientConnection) -> int | None:
    """The code with which the server closes a socket, whatever it sends before."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


# personal links


def test_a_personal_link_works_once(server: Server) -> None:
    ada, table = at_home(server)
    code = code_of(ada)
    first, second = Visitor(server.port), Visitor(server.port)
    assert first.ask("/api/me/claim", {"code": code})[0] == 200
    assert tables_of(first) == [table]
    status, said = second.ask("/api/me/claim", {"code": code})
    assert (status, said["reason"]) == (409, "bad-link")
    assert tables_of(second) == []


def link_of(until: int) -> LinkCode:
    return LinkCode("ada", "laptop", until, "digest")


def test_of_many_at_the_same_time_one_is_first(store: Store) -> None:
    async def race() -> list[bool]:
        await store.keep_device("ada", "laptop", "", 50_000)
        return await asyncio.gather(
            *(store.claim_link(link_of(100), f"phone {n}", "", 50_000) for n in range(20))
        )

    assert sorted(asyncio.run(race())) == [False] * 19 + [True]
    assert len(asyncio.run(store.devices_of("ada"))) == 2


def test_links_that_are_over_are_not_kept_for_ever(store: Store) -> None:
    async def claim(at: int) -> bool:
        return await store.claim_link(link_of(100), "phone", "", at)

    async def claims() -> list[bool]:
        await store.keep_device("ada", "laptop", "", 50_000)
        return [await claim(at) for at in (50_000, 99_000, 101_000)]  # the last one is never asked

    assert asyncio.run(claims()) == [True, False, True]


def test_a_link_of_a_device_that_was_signed_out_is_not_valid(server: Server) -> None:
    ada, _ = at_home(server)
    phone = joined(server, ada)
    code, own = code_of(phone), code_of(ada)
    assert ada.ask("/api/me/devices/sign-out", {})[0] == 200
    again = Visitor(server.port)
    assert again.ask("/api/me/claim", {"code": code})[1]["reason"] == "bad-link"
    assert tables_of(again) == []
    assert len(ada.ask("/api/me/devices")[1]) == 1
    assert again.ask("/api/me/claim", {"code": own})[0] == 200


def test_nor_is_it_in_another_process(postgres: PostgresServer) -> None:
    """Which has not heard yet that the device was signed out."""
    database = postgres.new()
    with serving(database) as here, serving(database) as there:
        ada, _ = at_home(here)
        phone = joined(here, ada)
        code = code_of(phone)
        phone.port = there.port
        assert ada.ask("/api/me/devices/sign-out", {})[0] == 200
        later = phone.ask("/api/me/link", {})[1]  # made before the other process knows
        again = Visitor(there.port)
        codes = [code] + [later["path"].partition("=")[2]] * ("path" in later)
        for one in codes:
            assert again.ask("/api/me/claim", {"code": one})[1]["reason"] == "bad-link"
        assert tables_of(again) == []


def test_codes_of_an_older_version_are_not_valid() -> None:
    key = identity.new_key()
    for text in (f"who.{2**40}", f"who.{2**40}.number"):
        old = f"{text}.{identity.signed(f'link {text}', key).rpartition('.')[2]}"
        assert identity.read_link(old, key, 0) is None
    code = identity.link_code("who", "device", key, 0)
    found = identity.read_link(code, key, 0)
    assert found is not None
    assert found[:2] == ("who", "device")
    assert identity.read_link(code, key, 4000) is None
    assert identity.read_link("", key, 0) is None


def test_nobody_makes_links_without_end(server: Server) -> None:
    assert LINKS.visitor is not None
    links, (ada, _) = int(LINKS.visitor.burst), at_home(server)
    before = limited(server.port)
    answers = [ada.ask("/api/me/link", {}) for _ in range(links + 1)]
    assert [status for status, _ in answers] == [200] * links + [429]
    assert answers[-1][1]["reason"] == "too-much"
    assert refused_since(server.port, before) == {("links", "visitor"): 1}


# devices


def test_devices_are_listed(server: Server) -> None:
    ada, _ = at_home(server)
    assert ada.ask("/api/me/devices") == (200, []), "there is only this one"
    phone = joined(server, ada)
    here, there = ada.ask("/api/me/devices")[1], phone.ask("/api/me/devices")[1]
    assert {one["name"]: one["here"] for one in here} == {
        "Chrome · Windows": True,
        "Firefox · Android": False,
    }
    assert {one["name"]: one["here"] for one in there} == {
        "Chrome · Windows": False,
        "Firefox · Android": True,
    }
    assert Visitor(server.port).ask("/api/me/devices") == (200, []), "strangers see none"


def test_a_device_that_is_signed_out_plays_no_more(server: Server) -> None:
    ada, table = at_home(server)
    phone = joined(server, ada)
    (other,) = [one for one in ada.ask("/api/me/devices")[1] if not one["here"]]
    with phone.join(table) as socket, ada.join(table) as hers:
        assert shown(socket)["you"] == 0
        assert shown(hers)["you"] == 0
        left = ada.ask("/api/me/devices/sign-out", {"id": other["id"]})[1]
        assert [one["here"] for one in left] == [True]
        assert why_closed(socket) == 4401
        say(hers, "sit", seat=1, name="Bo")
        assert refusal(hers) == "seated-already", "whoever stays plays on"
    with phone.join(table) as socket:
        assert shown(socket)["you"] is None
        say(socket, "stand")
        assert refusal(socket) == "not-seated"
    before = phone.cookie
    assert tables_of(phone) == []
    assert phone.cookie != before, "it is somebody new now"
    assert tables_of(ada) == [table]


def test_it_stays_signed_out_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        ada, table = at_home(server)
        phone = joined(server, ada)
        assert ada.ask("/api/me/devices/sign-out", {})[0] == 200
    with serving(database, server.port):
        assert tables_of(phone) == []
        assert tables_of(ada) == [table]


def test_all_others_are_signed_out_at_once_old_cookies_too(server: Server) -> None:
    ada, table = at_home(server)
    one, two = joined(server, ada), joined(server, ada)
    assert ada.ask("/api/me/devices/sign-out", {})[1] == ada.ask("/api/me/devices")[1]
    assert [tables_of(visitor) for visitor in (ada, one, two)] == [[table], [], []]
    again = joined(server, ada)
    assert tables_of(again) == [table]


def test_one_cannot_sign_the_own_device_or_others_people_s_out(server: Server) -> None:
    ada, table = at_home(server)
    phone, mallory = joined(server, ada), at_home(server)[0]
    devices = ada.ask("/api/me/devices")[1]
    (own,) = [one["id"] for one in devices if one["here"]]
    (theirs,) = [one["id"] for one in devices if not one["here"]]
    assert ada.ask("/api/me/devices/sign-out", {"id": own})[1]["reason"] == "this-device"
    assert mallory.ask("/api/me/devices/sign-out", {"id": theirs})[0] == 200
    assert Visitor(server.port).ask("/api/me/devices/sign-out", {})[1]["reason"] == "nobody"
    assert tables_of(phone) == [table]


def test_a_cookie_of_an_older_version_is_renewed(tmp_path: Path) -> None:
    """It names no device; the visitor stays the same."""
    database, who = tmp_path / "games.sqlite", identity.new_visitor()
    with closing(Store(database)) as store:
        key = asyncio.run(store.secret("cookie", identity.new_key))
    with serving(database) as server:
        ada = Visitor(server.port)
        ada.cookie = old = f"{identity.COOKIE}={identity.signed(who, key)}"
        table = ada.ask("/api/tables", {})[1]["table"]
        value = ada.cookie.partition("=")[2]
        assert ada.cookie != old
        assert identity.device_of(value, key) != (who, "")
        assert (identity.device_of(value, key) or ("",))[0] == who
        again = Visitor(server.port)
        again.cookie = old
        with again.join(table) as socket:
            assert shown(socket)["host"], "it is valid until it is signed out"
        assert ada.ask("/api/me/devices/sign-out", {})[0] == 200
        with again.join(table) as socket:
            assert not shown(socket)["host"]


def test_other_processes_learn_of_it(postgres: PostgresServer) -> None:
    database = postgres.new()
    with serving(database) as here, serving(database) as there:
        ada, table = at_home(here)
        phone = joined(here, ada)
        phone.port = there.port
        with phone.join(table) as socket:
            assert shown(socket)["you"] == 0
            assert ada.ask("/api/me/devices/sign-out", {})[0] == 200
            assert why_closed(socket) == 4401
        assert tables_of(phone) == []


def test_who_is_forgotten_has_no_devices(database: Path | str) -> None:
    async def fill(store: Store) -> None:
        for device in ("here", "there"):
            await store.keep_device("ada", device, "Firefox · Linux", 5)
        await store.sign_out_devices("ada", "here", "there", 6)

    async def left(store: Store) -> tuple[int, bool]:
        return len(await store.devices_of("ada")), ("ada", "there") in (
            await store.devices_signed_out()
        )

    with closing(Store(database)) as store:
        asyncio.run(fill(store))
    forget(str(database), "ada")
    with closing(Store(database)) as store:
        assert asyncio.run(left(store)) == (0, True), "a cookie that was ended stays so"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox · Android"),
        (CHROME, "Chrome · Windows"),
        (CHROME + " Edg/150.0", "Edge · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1", "Safari · iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/19 Safari/605", "Safari · macOS"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_what_a_device_is_called(agent: str, name: str) -> None:
    assert device_name(agent) == name
