"""How much one address, one name and one connection may ask for."""

import asyncio
import time
from pathlib import Path

import pytest

from hanablive.conftest import Ports
from hanablive.site import PASSWORD, Program
from tamaya.hanablive.server import accounts
from tamaya.hanablive.server.accounts import LOGINS, NEW, Accounts, Declined
from tamaya.hanablive.server.gateway import TABLES
from tamaya.server.store.store import Store

HERE, THERE = "192.0.2.1", "192.0.2.2"


async def tried(known: Accounts, name: str, address: str, password: str = PASSWORD) -> int:
    """The status that a login is answered with."""
    try:
        await known.login(name, password, address)
    except Declined as declined:
        return declined.status
    return 200


def test_accounts_and_logins_from_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "PASSES", 1)
    monkeypatch.setattr(accounts, "MEMORY", 8)  # quick digests

    async def come(known: Accounts) -> None:
        began = time.monotonic()
        for number in range(NEW):
            assert await tried(known, f"new-{number}", HERE) == 200
        assert await tried(known, "one-more", HERE) == 429, "these are many accounts"
        again = [await tried(known, "new-0", HERE) for _ in range(LOGINS)]
        left, more = LOGINS - NEW - 1, time.monotonic() - began + 1  # one each second
        assert again[:left] == [200] * left, "those that are there come in"
        assert again.count(200) <= left + more
        assert again[-1] == 429, "these are many logins"
        assert await tried(known, "one-more", THERE) == 200, "others are not kept out"
        assert await tried(known, "new-0", THERE) == 200

    store = Store(tmp_path / "games.sqlite")
    try:
        asyncio.run(come(Accounts(store)))
    finally:
        store.close()


def test_tables_of_one_program(ports: Ports) -> None:
    with Program(ports.door, "eager-bot") as eager, Program(ports.door, "other-eager") as other:
        for _ in range(TABLES):
            eager.send("tableCreate", name="another", maxPlayers=2)
            number = eager.until("joined")["tableID"]
            eager.send("tableLeave", tableID=number)
        eager.send("tableCreate", name="one too many", maxPlayers=2)
        assert eager.until("warning")["warning"] == "these were many tables; wait a moment"
        other.send("tableCreate", name="mine", maxPlayers=2)
        assert other.until("joined"), "others may"


def test_a_flood_waits_and_is_never_banned(ports: Ports) -> None:
    """200 frames at once, then 50 a second."""
    with Program(ports.door, "flood-bot") as flood:
        began = time.monotonic()
        for n in range(250):
            flood.send("action", tableID=1, type=0, target=n)
        for _ in range(250):
            flood.until("warning")
        assert time.monotonic() - began > 0.9
