"""Passwords that are tried: each visitor and each address has tries of their own."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from support.server.serving import Server, Visitor, refusal, say, serving, shown
from tamaya.server.hub.tables import Tables
from tamaya.server.limits.quotas import PASSWORD_TRIES
from tamaya.server.room import log_rows, messages
from tamaya.server.room.refusals import Refusal
from tamaya.server.store.store import Store

assert PASSWORD_TRIES.visitor is not None
assert PASSWORD_TRIES.address is not None
OF_VISITOR, OF_ADDRESS = int(PASSWORD_TRIES.visitor.burst), int(PASSWORD_TRIES.address.burst)


@pytest.fixture(name="tables")
def _tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Store(tmp_path / "games.sqlite")) as store:
        yield Tables(store)


async def tried(tables: Tables, table: str, who: str, password: str, address: str) -> str:
    """What came of it."""
    try:
        await tables.handle(await tables.find(table), who, messages.Knock(password), address)
    except Refusal as refused:
        return refused.reason
    return "in"


def test_an_attacker_uses_up_only_their_own_tries(tables: Tables) -> None:
    async def attack() -> None:
        live = await tables.open("host", log_rows.Settings())
        await tables.handle(live, "host", messages.Lock("sesame"))
        own = [await tried(tables, live.id, "mallory", f"{n}", "evil") for n in range(OF_VISITOR)]
        assert own == ["wrong-password"] * OF_VISITOR
        assert await tried(tables, live.id, "mallory", "sesame", "evil") == "too-much"
        many = [
            await tried(tables, live.id, f"mallory {n}", "x", "evil") for n in range(OF_ADDRESS)
        ]
        assert many.count("wrong-password") == OF_ADDRESS - OF_VISITOR, "new cookies do not help"
        assert many[-1] == "too-much"
        assert await tried(tables, live.id, "ada", "sesame", "home") == "in"
        assert await tried(tables, live.id, "ada", "whatever", "evil") == "in", "she is in already"
        assert await tried(tables, live.id, "host", "whatever", "evil") == "in"
        await tables.handle(live, "host", messages.Lock("another"), "evil")
        assert await tried(tables, live.id, "bo", "another", "home") == "in"
        other = await tables.open("host", log_rows.Settings())
        await tables.handle(other, "host", messages.Lock("sesame"))
        assert await tried(tables, other.id, "mallory", "sesame", "evil") == "in", "each table"
        tables.close()

    asyncio.run(attack())


def test_guessing_holds_nobody_at_the_table_up(tables: Tables) -> None:
    """Wrong passwords are turned away before they hold the table's lock."""

    async def attack() -> float:
        live = await tables.open("host", log_rows.Settings(players=2))
        await tables.handle(live, "host", messages.Lock("sesame"))
        guesses = [
            asyncio.create_task(tried(tables, live.id, f"m{n}", "x", f"evil {n}"))
            for n in range(200)
        ]
        await asyncio.sleep(0.05)
        begin = time.monotonic()
        await tables.handle(live, "host", messages.Sit(0, "Ada"))
        seated = time.monotonic() - begin
        for guess in guesses:
            guess.cancel()
        await asyncio.wait(guesses)
        tables.close()
        return seated

    assert asyncio.run(attack()) < 1.0  # 200 guesses take four seconds


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    with serving(folder / "games.sqlite", None, "--address-limits", "1") as running:
        yield running


def test_over_sockets(server: Server) -> None:
    host = Visitor(server.port)
    table = host.ask("/api/tables", {})[1]["table"]
    with ExitStack() as leaving:
        hers = leaving.enter_context(host.join(table))
        say(hers, "lock", password="sesame")  # noqa: S106 - a test's
        shown(hers, lambda now: now["locked"])
        evil = {"X-Forwarded-For": "203.0.113.66"}
        for number in range(OF_ADDRESS // OF_VISITOR + 1):
            mallory = Visitor(server.port)
            mallory.ask("/api/bots")
            with mallory.join(table, headers=evil) as guessing:
                for _ in range(OF_VISITOR):
                    say(guessing, "knock", password="open")  # noqa: S106 - likewise
                answers = [refusal(guessing) for _ in range(OF_VISITOR)]
            tried_out = number * OF_VISITOR >= OF_ADDRESS
            assert answers[-1] == ("too-much" if tried_out else "wrong-password")
        ada = Visitor(server.port)
        ada.ask("/api/bots")
        with ada.join(table) as knocking:
            say(knocking, "knock", password="sesame")  # noqa: S106 - likewise
            while True:
                if (message := knocking.recv(timeout=10)) and '"table"' in str(message):
                    break
