"""Power loss: a server's disk as it may look when the power fails, from a record of its calls.

`power.c` records what a real server asks of the disk while people play. What was synced is on the
disk after a power loss; of what was not, any part may be, down to single sectors of a write. A new
file, a new folder or a deletion is on the disk once the folder that it is in was synced.
"""

import asyncio
import os
import random
import shutil
import struct
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

from long.kills import Crowd
from long.preload import compiled
from support.cli.running import TAMAYA
from support.server.players import Client, Shown
from tamaya.server.admin import maintenance
from tamaya.server.store.store import Store, StoreError

HEAD = struct.Struct("<qqQqIIIxxxx")
SECTOR = 512
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - disks are looked at faster there
SYNC_TAKES = 3000  # microseconds


class Kind(IntEnum):
    """The calls that are recorded, as power.c numbers them."""

    CREATE = 1
    WRITE = 2
    TRUNCATE = 3
    SYNC = 4
    UNLINK = 5
    RENAME = 6
    MKDIR = 7


@dataclass(frozen=True, slots=True)
class Call:
    """A call that the disk has answered."""

    kind: Kind
    done: int  # nanoseconds of the monotonic clock
    inode: int
    at: int
    path: Path
    data: bytes


def without_syncs(synchronous: str) -> list[str]:
    """`tamaya`, but a commit does not wait for the disk."""
    careless = (
        "import tamaya.server.store.sqlite as engine\n"
        f"engine.DURABLE = ('PRAGMA synchronous = {synchronous}', 'PRAGMA foreign_keys = ON')\n"
        "from tamaya.cli.main import main; main()"
    )
    return [TAMAYA[0], "-c", careless]


def calls(record: bytes) -> Iterator[Call]:
    """What a record holds."""
    place = 0
    while place < len(record):
        _, done, inode, at, path, data, kind = HEAD.unpack_from(record, place)
        begin, place = place + HEAD.size, place + HEAD.size + path + data
        name = Path(os.fsdecode(record[begin : begin + path]))
        yield Call(Kind(kind), done, inode, at, name, record[begin + path : place])


# ---- the disk


@dataclass(slots=True)
class File:
    """The bytes that are safe, and what was asked since the last sync."""

    safe: bytearray = field(default_factory=bytearray)
    since: list[Call] = field(default_factory=list)

    def sync(self) -> None:
        """All of it is safe."""
        for call in self.since:
            apply(self.safe, call)
        self.since.clear()


def apply(content: bytearray, call: Call) -> None:
    """Do to a file's bytes what a call does."""
    end = call.at + len(call.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if call.kind is Kind.TRUNCATE:
        del content[call.at :]
    else:
        content[call.at : end] = call.data


Entry = tuple[Path, File | None]  # what a name stands for from now on; none: for nothing
FOLDER = File()


class Disk:
    """A folder as it is on a disk."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.entries: dict[Path, File] = {}  # that are safe
        self.since: defaultdict[Path, list[Entry]] = defaultdict(list)  # by folder, since its sync
        self._inodes: dict[int, File] = {}

    def do(self, call: Call) -> None:
        """One more call."""
        if call.kind is Kind.CREATE:
            self._inodes[call.inode] = file = File()
            self._name(call.path, file)
        elif call.kind is Kind.MKDIR:
            self._name(call.path, FOLDER)
        elif call.kind is Kind.UNLINK:
            self._name(call.path, None)
        elif call.kind is Kind.RENAME:
            self._name(Path(os.fsdecode(call.data)), self._now()[call.path])
            self._name(call.path, None)
        elif call.kind is not Kind.SYNC:
            self._inodes[call.inode].since.append(call)
        elif call.inode in self._inodes:
            self._inodes[call.inode].sync()
        else:  # a folder
            for path, entry in self.since.pop(call.path, ()):
                _enter(self.entries, path, entry)

    def _name(self, path: Path, file: File | None) -> None:
        self.since[path.parent].append((path, file))

    def _now(self) -> dict[Path, File]:
        found = dict(self.entries)
        for entries in self.since.values():
            for path, file in entries:
                _enter(found, path, file)
        return found

    def after_loss(self, survives: "Survives") -> dict[Path, bytes]:
        """The files that are there when the power is back, as one kind of loss leaves them."""
        found = dict(self.entries)
        for entries in self.since.values():
            for path, file in entries[: survives.entries(len(entries))]:
                _enter(found, path, file)
        there: dict[Path, bytes] = {}
        for path, file in found.items():
            up = path.relative_to(self.root).parents
            if file is FOLDER or any(self.root / one not in found for one in list(up)[:-1]):
                continue
            if path.name.endswith("-shm"):  # memory, which SQLite makes anew
                continue
            content = bytearray(file.safe)
            for call in survives.calls(file.since):
                apply(content, call)
            there[path] = bytes(content)
        return there


def _enter(entries: dict[Path, File], path: Path, file: File | None) -> None:
    if file is None:
        entries.pop(path, None)
    else:
        entries[path] = file


class Survives:
    """Which part of what was not synced is on the disk nevertheless."""

    def entries(self, number: int) -> int:  # noqa: ARG002 - nothing
        """How many changes of a folder."""
        return 0

    def calls(self, since: Sequence[Call]) -> Sequence[Call]:  # noqa: ARG002 - likewise
        """The calls on a file, or parts of them."""
        return ()


class Everything(Survives):
    """As if only the server had been killed."""

    def entries(self, number: int) -> int:
        """All."""
        return number

    def calls(self, since: Sequence[Call]) -> Sequence[Call]:
        """All."""
        return since


@dataclass
class TheFirst(Survives):
    """A disk that writes in order; of the last write some sectors."""

    rng: random.Random

    def entries(self, number: int) -> int:
        return self.rng.randint(0, number)

    def calls(self, since: Sequence[Call]) -> Sequence[Call]:
        whole = self.rng.randint(0, len(since))
        torn = sectors(since[whole]) if whole < len(since) else []
        return [*since[:whole], *torn[: self.rng.randint(0, len(torn))]]


@dataclass
class AnySectors(Survives):
    """A disk that writes in any order, so that writes are torn."""

    rng: random.Random

    def entries(self, number: int) -> int:
        return self.rng.randint(0, number)

    def calls(self, since: Sequence[Call]) -> Sequence[Call]:
        share = self.rng.random()
        pieces = [piece for call in since for piece in sectors(call)]
        return [piece for piece in pieces if self.rng.random() < share]


def sectors(call: Call) -> list[Call]:
    """A write, sector by sector."""
    if call.kind is not Kind.WRITE:
        return [call]
    found, end = [], call.at + len(call.data)
    place = call.at
    while place < end:
        stop = min(end, (place // SECTOR + 1) * SECTOR)
        data = call.data[place - call.at : stop - call.at]
        found.append(Call(Kind.WRITE, call.done, call.inode, place, call.path, data))
        place = stop
    return found


# ---- a server at work


@dataclass(frozen=True, slots=True)
class Recording:
    """What a server asked of the disk, what people were shown meanwhile, and how it ended."""

    root: Path
    database: Path
    calls: tuple[Call, ...]
    shown: tuple[tuple[int, str, int], ...]  # when, which table, and how many rows of its log
    logs: dict[str, list[bytes]]  # in the end
    secrets: dict[str, bytes]  # which make cookies valid
    cookies: dict[str, str]  # of somebody at each table

    @property
    def rows(self) -> int:
        """How many rows somebody was shown."""
        return sum(self.acknowledged(self.calls[-1].done).values())

    def acknowledged(self, moment: int) -> dict[str, int]:
        """How many rows of each table's log somebody had been shown by then."""
        found: dict[str, int] = {}
        for at, table, version in self.shown:
            if at < moment:
                found[table] = max(version, found.get(table, 0))
        return found


def recorded(
    folder: Path, rounds: int, actions: int, tables: int = 2, program: Sequence[str] = TAMAYA
) -> Recording:
    """Play so many rounds of so many actions; between them the server is stopped, or killed."""
    root = folder / "disk"
    root.mkdir()
    database, record = root / "made" / "by" / "the server" / "games.sqlite", folder / "record"
    environment = {
        "LD_PRELOAD": str(compiled("power", folder)),
        "TAMAYA_POWER_FOLDER": str(root),
        "TAMAYA_POWER_RECORD": str(record),
        "TAMAYA_POWER_SYNC": str(SYNC_TAKES),
    }
    rng = random.Random(3)  # noqa: S311 - whose turn it is
    crowd = Crowd(database, 1, program=program, environment=environment)

    async def in_rounds() -> None:
        for number in range(rounds):
            if number:
                again = crowd.restart if number % 2 else crowd.kill
                await asyncio.to_thread(again, 0)
            await crowd.some_play(actions)

    with closing(crowd):
        asyncio.run(crowd.play(tables, rng, in_rounds()))
    done = tuple(calls(record.read_bytes()))
    _check_whole(root, done)
    crowd.check()
    return _recording(root, database, done, crowd.clients)


def _check_whole(root: Path, done: Sequence[Call]) -> None:
    """Nothing was written past the record."""
    disk = Disk(root)
    for call in done:
        disk.do(call)
    files = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert disk.after_loss(Everything()) == files, "the record is not whole"


def _recording(
    root: Path, database: Path, done: tuple[Call, ...], clients: Sequence[Client]
) -> Recording:
    told = [
        (event.at, client.table, event.version)
        for client in clients
        for event in client.history
        if isinstance(event, Shown)
    ]
    tables = {client.table: client.visitor.cookie for client in clients}
    logs, secrets = _kept(database, tables)
    return Recording(root, database, done, tuple(sorted(told)), logs, secrets, tables)


def _kept(database: Path, tables: Iterable[str]) -> tuple[dict[str, list[bytes]], dict[str, bytes]]:
    async def read(store: Store) -> tuple[dict[str, list[bytes]], dict[str, bytes]]:
        logs = {table: [row.body for row in await store.load(table)] for table in tables}
        rows = await store._read("SELECT name, value FROM secrets WHERE name <> 'ready'")
        return logs, dict(rows)

    with closing(Store(database)) as store:
        return asyncio.run(read(store))


# ---- losses


@dataclass(frozen=True, slots=True)
class Losses:
    """What came of power losses at many moments."""

    moments: int
    disks: int  # each moment leaves one of several
    faults: tuple[str, ...]


def losses(recording: Recording, moments: int, seed: int) -> Losses:
    """Lose the power at so many moments, in every way, and look what is left."""
    rng = random.Random(seed)  # noqa: S311 - when, and what is left
    ways: tuple[Callable[[], Survives], ...] = (
        Survives,
        Everything,
        lambda: TheFirst(rng),
        lambda: AnySectors(rng),
    )
    disk, disks, faults = Disk(recording.root), 0, list[str]()
    chosen = frozenset(_moments(recording, moments, rng))
    for number, call in enumerate(recording.calls):
        for way in ways if number in chosen else ():
            disks += 1
            survives = way()
            fault = _fault(recording, disk.after_loss(survives), call.done)
            if fault is not None:
                what = f"before call {number} ({call.kind.name}), {type(survives).__name__}"
                faults.append(f"{what}: {fault}")
        if faults:
            break  # one is enough
        disk.do(call)  # the moment before it is done, it is not
    return Losses(len(chosen), disks, tuple(faults))


def _moments(recording: Recording, number: int, rng: random.Random) -> list[int]:
    """Half of them anywhere, half of them between a sync and what follows, when people are told."""
    everywhere = range(len(recording.calls))
    synced = [n for n in everywhere if n and recording.calls[n - 1].kind is Kind.SYNC] or everywhere
    half = number // 2
    return [
        *rng.sample(synced, min(half, len(synced))),
        *rng.sample(everywhere, min(number - half, len(everywhere))),
    ]


def rebuilt(recording: Recording, files: dict[Path, bytes], folder: Path) -> Path:
    """The files of a disk in another folder; where its database is."""
    for path, content in files.items():
        copy = folder / path.relative_to(recording.root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(content)
    return folder / recording.database.relative_to(recording.root)


def _fault(recording: Recording, files: dict[Path, bytes], moment: int) -> str | None:
    """What is wrong with what a power loss has left; nothing if all is well."""
    acknowledged = recording.acknowledged(moment)
    folder = Path(tempfile.mkdtemp(prefix="tamaya-power-", dir=MEMORY))
    try:
        database = rebuilt(recording, files, folder)
        if not database.exists():
            return "the database is gone" if acknowledged else None
        logs, secrets = _kept(database, recording.logs)
        for table, log in logs.items():
            if log != recording.logs[table][: len(log)]:
                return f"table {table}: another log"
            if len(log) < acknowledged.get(table, 0):
                return f"{len(log)} rows of {acknowledged[table]} that were shown"
        if acknowledged and secrets != recording.secrets:
            return "the key of the cookies is gone"
        return next(maintenance.check(str(database), lambda _: None), None)
    except StoreError as error:
        return str(error)
    finally:
        shutil.rmtree(folder)
