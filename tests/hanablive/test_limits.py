"""How much one address, one name and one connection may ask for."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from hanablive.conftest import Ports
from support.hanablive.bot_program import PASSWORD, Program, cookie_of, login
from support.server.backends import postgres_server
from support.server.limited import limited, refused_since
from support.server.serving import free_port, in_this_process
from tamaya.hanablive.server import accounts, command_handlers
from tamaya.hanablive.server.accounts import Accounts, LoginRefused
from tamaya.hanablive.server.mount import HanabLiveMount
from tamaya.server.limits import quotas
from tamaya.server.limits.quotas import (
    LOGINS,
    NEW_ACCOUNTS,
    PROGRAMS_TABLES,
    WRONG_LOGINS,
    Quota,
    Quotas,
)
from tamaya.server.limits.rate_limits import RateLimit
from tamaya.server.store.store import Store
from tamaya.server.web.app import create_app

SLOW = 1e6  # seconds: nothing comes back while a test runs
HERE, THERE = "192.0.2.1", "192.0.2.2"


async def tried(known: Accounts, name: str, address: str, password: str = PASSWORD) -> int:
    """The status that a login is answered with."""
    try:
        await known.login(name, password, address)
    except LoginRefused as refused:
        return refused.status
    return 200


@pytest.fixture(name="quick")
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Digests that take no time."""
    monkeypatch.setattr(accounts, "TIME_COST", 1)
    monkeypatch.setattr(accounts, "MEMORY_COST", 8)


def burst(limit: RateLimit | None) -> int:
    assert limit is not None
    return int(limit.burst)


@pytest.mark.usefixtures("quick")
def test_accounts_and_logins_from_one_address(tmp_path: Path) -> None:
    new, logins = burst(NEW_ACCOUNTS.address), burst(LOGINS.address)

    async def come(known: Accounts) -> None:
        began = time.monotonic()
        for number in range(new):
            assert await tried(known, f"new-{number}", HERE) == 200
        assert await tried(known, "one-more", HERE) == 429, "these are many accounts"
        again = [await tried(known, "new-0", HERE) for _ in range(logins)]
        left, more = logins - new - 1, time.monotonic() - began + 1  # one each second
        assert again[:left] == [200] * left, "those that are there come in"
        assert again.count(200) <= left + more
        assert again[-1] == 429, "these are many logins"
        assert await tried(known, "one-more", THERE) == 200, "others are not kept out"
        assert await tried(known, "new-0", THERE) == 200

    store = Store(tmp_path / "games.sqlite")
    try:
        asyncio.run(come(Accounts(store, Quotas())))
    finally:
        store.close()


@pytest.mark.usefixtures("quick")
def test_processes_count_wrong_passwords_together() -> None:
    with postgres_server() as postgres:
        _wrong_passwords_together(postgres.new())


def _wrong_passwords_together(database: str) -> None:
    """For one name from one address; right ones do not count."""
    tries = burst(WRONG_LOGINS.visitor)
    stores = [Store(database), Store(database)]
    two = [Accounts(store, Quotas(b"key", shared=store.buckets())) for store in stores]

    async def come() -> None:
        known = [await tried(two[n % 2], "ada", HERE) for n in range(2 * tries)]
        assert known == [200] * 2 * tries
        wrong = [await tried(two[n % 2], "ada", HERE, "a guess") for n in range(tries + 2)]
        assert wrong == [401] * tries + [429] * 2
        assert [await tried(one, "ada", HERE) for one in two] == [429] * 2
        assert await tried(two[0], "ada", THERE) == 200
        assert await tried(two[1], "bo", HERE) == 200

    asyncio.run(come())
    for one, store in zip(two, stores, strict=True):
        one.quotas.close()
        store.close()


def test_what_programs_ask_for_counts_by_address_and_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        command_handlers, "PROGRAMS_TABLES", Quota("tables", None, RateLimit(2, SLOW))
    )
    monkeypatch.setattr(accounts, "NEW_ACCOUNTS", Quota("new-accounts", None, RateLimit(3, SLOW)))
    monkeypatch.setattr(quotas, "SOCKETS_OF_ADDRESS", 2)
    port = free_port()
    with in_this_process(HanabLiveMount(create_app(tmp_path / "games.sqlite"), []), port):
        before = limited(port)
        with Program(port, "one-bot") as one, Program(port, "other-bot") as other:
            for program in (one, other):
                program.send("tableCreate", name="mine", maxPlayers=2)
                number = program.until("joined")["tableID"]
                program.send("tableLeave", tableID=number)
            one.send("tableCreate", name="one too many", maxPlayers=2)
            assert one.until("warning")["warning"] == "these were many tables; wait a moment"
            cookie_of(port, "third-bot")
            with pytest.raises(InvalidStatus) as refused:
                Program(port, "third-bot").__enter__()
            assert refused.value.response.status_code == 429
        assert login(port, "fourth-bot")[0] == 429
        assert refused_since(port, before) == {
            ("tables", "address"): 1,
            ("sockets", "address"): 1,
            ("new-accounts", "address"): 1,
        }
        for _ in range(100):  # the server hears a moment later that the others have hung up
            with suppress(InvalidStatus), Program(port, "third-bot") as third:
                assert third.welcome
                break
            time.sleep(0.02)
        else:
            pytest.fail("sockets that were closed still count")


def test_tables_of_one_program(ports: Ports) -> None:
    with Program(ports.bots, "eager-bot") as eager, Program(ports.bots, "other-eager") as other:
        for _ in range(burst(PROGRAMS_TABLES.visitor)):
            eager.send("tableCreate", name="another", maxPlayers=2)
            number = eager.until("joined")["tableID"]
            eager.send("tableLeave", tableID=number)
        eager.send("tableCreate", name="one too many", maxPlayers=2)
        assert eager.until("warning")["warning"] == "these were many tables; wait a moment"
        other.send("tableCreate", name="mine", maxPlayers=2)
        assert other.until("joined"), "others may"


def test_a_flood_waits_and_is_never_banned(ports: Ports) -> None:
    """200 frames at once, then 50 a second."""
    with Program(ports.bots, "flood-bot") as flood:
        began = time.monotonic()
        for n in range(250):
            flood.send("action", tableID=1, type=0, target=n)
        for _ in range(250):
            flood.until("warning")
        assert time.monotonic() - began > 0.9
