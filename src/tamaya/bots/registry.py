"""The bots by name: the bundled ones, and those of packages with a `tamaya.bots` entry point."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property, partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tamaya.bots.api import Bot, BotEntry, BotUnavailable, UnknownBot
from tamaya.bots.cautious import CautiousBot
from tamaya.bots.hat import HatBot
from tamaya.bots.partner import PartnerBot
from tamaya.bots.random_bot import RandomBot

ENTRY_POINT_GROUP = "tamaya.bots"
VALID_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,29}")
VALID_NUMBER = re.compile(r"[0-9]{1,7}")  # after a name and a colon
BOT_NAMES = ("Hana", "Kenji", "Sora", "Yuki", "Mio", "Ren")  # what bots are called at a table
TRAINED = Path(__file__).parent / "net/trained"  # the bundled networks


class InstalledBots(NamedTuple):
    """The bots of entry points; those that failed to load, and those that need something more."""

    entries: Mapping[str, BotEntry]
    broken: Mapping[str, str]  # by the entry point: the error
    unavailable: Mapping[str, str]  # by the entry point's name: what is missing


class BotRegistry(Mapping[str, BotEntry]):
    """Bundled bots first, then installed ones, which are looked up on first use."""

    def __init__(self, bundled: Iterable[BotEntry]) -> None:
        self._bundled = {entry.name: entry for entry in bundled}

    def __getitem__(self, name: str) -> BotEntry:
        return self._bundled[name] if name in self._bundled else self._installed.entries[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._bundled
        yield from self._installed.entries

    def __len__(self) -> int:
        return len(self._bundled) + len(self._installed.entries)

    @property
    def broken(self) -> Mapping[str, str]:
        """The entry points that failed to load, each with the error."""
        return self._installed.broken

    @property
    def unavailable(self) -> Mapping[str, str]:
        """The bots that cannot be used because something is not installed, each with what."""
        return self._installed.unavailable

    @cached_property
    def _installed(self) -> InstalledBots:
        found: dict[str, BotEntry] = {}
        broken: dict[str, str] = {}
        unavailable: dict[str, str] = {}
        points = entry_points(group=ENTRY_POINT_GROUP)
        for point in sorted(points, key=lambda point: (point.name, point.value)):
            try:
                entry = _load(point)
                if entry.name in self._bundled or entry.name in found:
                    raise ValueError(f"there is another bot {entry.name}")  # noqa: TRY301 - same handling
                found[entry.name] = entry
            except BotUnavailable as error:
                unavailable[point.name] = str(error)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - third-party code
                broken[f"{point.name} ({point.value})"] = f"{type(error).__name__}: {error}"
        return InstalledBots(found, broken, unavailable)


def _load(point: EntryPoint) -> BotEntry:
    """Load an entry point: a BotEntry, or a function that returns one."""
    named = point.load()
    entry = named() if callable(named) else named
    if not isinstance(entry, BotEntry):
        raise TypeError("it names neither a BotEntry nor a function that returns one")
    if not VALID_NAME.fullmatch(entry.name):
        raise ValueError(f"a bot's name has small letters, digits, _ . and -, not {entry.name!a}")
    return entry


def _net_entries() -> Iterable[BotEntry]:
    """The bot that plays trained networks, if NumPy is installed and networks are bundled."""
    if find_spec("numpy") is not None and any(TRAINED.glob("*.safetensors")):
        about = "Taught itself, playing with itself. A strong team with habits of its own."
        yield BotEntry("net", about, lambda _seed: _make_net())


def _make_net() -> Bot:
    from tamaya.bots.net.bot import NetBot  # noqa: PLC0415 - needs NumPy, which is an extra
    from tamaya.bots.net.net_selection import nets_from_folder  # noqa: PLC0415

    return NetBot(nets_from_folder(TRAINED))


BOTS = BotRegistry(
    (
        BotEntry(
            "partner",
            "Plays the conventions that people know, and says why. The one to play with.",
            lambda _seed: PartnerBot(),
        ),
        BotEntry(
            "partner-1",
            "A partner for beginners: its clues say what to play and what to keep, no more.",
            lambda _seed: PartnerBot(level=1),
        ),
        BotEntry(
            "partner-3",
            "A partner for the practised: finesses through two cards, and on whoever is told.",
            lambda _seed: PartnerBot(level=3),
        ),
        BotEntry(
            "cautious",
            "Plays only what it knows to fit and tells you what you can play. A calm partner.",
            lambda _seed: CautiousBot(),
        ),
        BotEntry(
            "hat",
            "Speaks a code that only its own kind reads. A strong team, no partner for people.",
            lambda _seed: HatBot(),
        ),
        *_net_entries(),
        BotEntry("random", "Does anything the rules allow. For tests and comparisons.", RandomBot),
    )
)


def make(name: str, seed: int) -> Bot:
    """Make the bot of this name from a seed; `UnknownBot` if there is none."""
    return find_bot(name).make(seed)


def find_bot(name: str, others: Iterable[str] = ()) -> BotEntry:
    """The bot of this name, which may have a number, as in search:200.

    `UnknownBot` if there is none; the error may suggest one of the `others` as well.
    """
    if name in BOTS:
        return BOTS[name]
    first, _, number = name.partition(":")
    entry = BOTS.get(first)
    if entry is None or entry.numbered is None:
        raise unknown_bot(name, [*BOTS, *others])
    numbered = entry.numbered
    if not VALID_NUMBER.fullmatch(number) or not 1 <= int(number) <= numbered.most:
        raise UnknownBot(f"{first}:N wants a number from 1 to {numbered.most:,}")
    return replace(entry, name=name, make=partial(numbered.make, int(number)))


def free_bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has."""
    used = {name.lower() for name in taken}
    return (name for name in BOT_NAMES if name.lower() not in used)


def unknown_bot(name: str, known: Iterable[str]) -> UnknownBot:
    """The error for an unknown name, with the most similar known name as a hint."""
    if name == "net" and find_spec("numpy") is None:
        return UnknownBot("the bot net needs NumPy: pip install 'tamaya[fast]'")
    if (missing := BOTS.unavailable.get(name.partition(":")[0])) is not None:
        return UnknownBot(f"the bot {name[:30]!a} cannot be used: {missing}")
    names = list(known)
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
    if name.startswith("net:"):
        hint = "files of nets play in `tamaya arena` only"
    return UnknownBot(f"there is no bot {name[:30]!a}; {hint}")
