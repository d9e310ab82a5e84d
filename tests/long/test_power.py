"""The power fails at any moment: nothing that anybody was shown is lost, and nothing is damaged."""

import random
from pathlib import Path

import pytest

from long.power import (
    AnySectors,
    Call,
    Disk,
    Everything,
    Kind,
    Recording,
    Survives,
    losses,
    rebuilt,
    recorded,
    without_syncs,
)
from support.cli.running import TAMAYA
from support.server.serving import Visitor, serving, shown

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="power.c finds the names of files in /proc"
)
MOMENTS = 15  # `make power` takes more of everything


@pytest.fixture(scope="module", name="played")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return recorded(tmp_path_factory.mktemp("power"), rounds=2, actions=50)


def test_what_was_shown_outlasts_a_power_loss(played: Recording) -> None:
    found = losses(played, MOMENTS, seed=1)
    assert found.faults == ()
    assert found.disks == 4 * found.moments > 0
    assert played.rows > 100


def test_a_server_goes_on_with_what_is_left(played: Recording, tmp_path: Path) -> None:
    disk, middle = Disk(played.root), len(played.calls) // 2
    for call in played.calls[:middle]:
        disk.do(call)
    left = rebuilt(played, disk.after_loss(Survives()), tmp_path)
    acknowledged = played.acknowledged(played.calls[middle].done)
    assert acknowledged
    with serving(left) as server:
        for table, version in acknowledged.items():
            visitor = Visitor(server.port)
            visitor.cookie = played.cookies[table]
            with visitor.join(table) as socket:
                now = shown(socket)
            assert now["version"] >= version
            assert now["you"] is not None, "the cookie is still good"


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_a_server_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path: Path, synchronous: str
) -> None:
    careless = recorded(tmp_path, rounds=1, actions=20, program=without_syncs(synchronous))
    assert losses(careless, 4 * MOMENTS, seed=2).faults


def test_a_server_that_tells_too_early_is_found_out(tmp_path: Path) -> None:
    """It commits as it should, but does not wait for that before it tells people."""
    early = (
        "import tamaya.server.store.store as store\n"
        "write = store.Store._write\n"
        "async def early(self, *what):\n"
        "    done = store.asyncio.create_task(write(self, *what))\n"
        "    await store.asyncio.wait([done], timeout=0 if len(what) > 1 else None)\n"
        "store.Store._write = early\n"
        "from tamaya.cli.main import main; main()"
    )
    hasty = recorded(tmp_path, rounds=1, actions=20, program=[TAMAYA[0], "-c", early])
    assert "that were shown" in str(losses(hasty, 4 * MOMENTS, seed=3).faults)


# ---- the disk


def call(kind: Kind, name: str, data: bytes = b"", at: int = 0, inode: int = 1) -> Call:
    return Call(kind, 0, inode, at, Path("/disk") / name, data)


def disk(*done: Call) -> Disk:
    made = Disk(Path("/disk"))
    for one in done:
        made.do(one)
    return made


def test_only_what_was_synced_is_safe() -> None:
    made = [call(Kind.CREATE, "a"), call(Kind.WRITE, "a", b"one"), call(Kind.SYNC, "a")]
    assert disk(*made).after_loss(Survives()) == {}, "its name was not synced"
    made += [call(Kind.SYNC, "", inode=9), call(Kind.WRITE, "a", b"two")]
    assert disk(*made).after_loss(Survives()) == {Path("/disk/a"): b"one"}
    assert disk(*made).after_loss(Everything()) == {Path("/disk/a"): b"two"}
    made += [call(Kind.SYNC, "a"), call(Kind.TRUNCATE, "a", at=1), call(Kind.UNLINK, "a")]
    assert disk(*made).after_loss(Survives()) == {Path("/disk/a"): b"two"}
    assert disk(*made).after_loss(Everything()) == {}


def test_a_file_is_lost_with_its_folder() -> None:
    made = [call(Kind.MKDIR, "b"), call(Kind.CREATE, "b/a"), call(Kind.SYNC, "b", inode=8)]
    assert disk(*made).after_loss(Survives()) == {}
    made += [call(Kind.SYNC, "", inode=9)]
    assert disk(*made).after_loss(Survives()) == {Path("/disk/b/a"): b""}


def test_an_inode_may_be_used_again() -> None:
    made = [call(Kind.CREATE, "a"), call(Kind.WRITE, "a", b"one"), call(Kind.UNLINK, "a")]
    made += [call(Kind.CREATE, "b"), call(Kind.WRITE, "b", b"two")]
    assert disk(*made).after_loss(Everything()) == {Path("/disk/b"): b"two"}


def test_writes_are_torn_by_sectors() -> None:
    made = disk(
        call(Kind.CREATE, "a"), call(Kind.SYNC, "", inode=9), call(Kind.WRITE, "a", b"x" * 2048)
    )
    found = {
        made.after_loss(AnySectors(random.Random(seed)))[Path("/disk/a")]  # noqa: S311 - tests
        for seed in range(50)
    }
    assert any(b"\0" * 512 + b"x" * 512 in one for one in found)
    assert all(
        set(one[n : n + 512]) in ({0}, {120}) for one in found for n in range(0, len(one), 512)
    )
