"""The bots by name: the bundled ones, and those of packages with a `tamaya.bots` entry point."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from tamaya.bots.api import Bot, BotEntry, UnknownBot
from tamaya.bots.cautious import CautiousBot
from tamaya.bots.hat import HatBot
from tamaya.bots.partner import PartnerBot
from tamaya.bots.random_bot import RandomBot

ENTRY_POINT_GROUP = "tamaya.bots"
VALID_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,29}")
BOT_NAMES = ("Hana", "Kenji", "Sora", "Yuki", "Mio", "Ren")  # what bots are called at a table
TRAINED = Path(__file__).parent / "net/trained"  # the bundled networks


class BotRegistry(Mapping[str, BotEntry]):
    """Bundled bots first, then installed ones, which are looked up on first use."""

    def __init__(self, bundled: Iterable[BotEntry]) -> None:
        self._bundled = {entry.name: entry for entry in bundled}

    def __getitem__(self, name: str) -> BotEntry:
        return self._bundled[name] if name in self._bundled else self._installed[0][name]

    def __iter__(self) -> Iterator[str]:
        yield from self._bundled
        yield from self._installed[0]

    def __len__(self) -> int:
        return len(self._bundled) + len(self._installed[0])

    @property
    def broken(self) -> Mapping[str, str]:
        """The entry points that failed to load, each with the error."""
        return self._installed[1]

    @cached_property
    def _installed(self) -> tuple[Mapping[str, BotEntry], Mapping[str, str]]:
        found: dict[str, BotEntry] = {}
        broken: dict[str, str] = {}
        points = entry_points(group=ENTRY_POINT_GROUP)
        for point in sorted(points, key=lambda point: (point.name, point.value)):
            try:
                entry = _load(point)
                if entry.name in self._bundled or entry.name in found:
                    raise ValueError(f"there is another bot {entry.name}")  # noqa: TRY301 - same handling
                found[entry.name] = entry
            except (Exception, SystemExit) as error:  # noqa: BLE001 - third-party code
                broken[f"{point.name} ({point.value})"] = f"{type(error).__name__}: {error}"
        return found, broken


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
    if name not in BOTS:
        raise unknown_bot(name, BOTS)
    return BOTS[name].make(seed)


def free_bot_names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has."""
    used = {name.lower() for name in taken}
    return (name for name in BOT_NAMES if name.lower() not in used)


def unknown_bot(name: str, known: Iterable[str]) -> UnknownBot:
    """The error for an unknown name, with the most similar known name as a hint."""
    if name == "net" and find_spec("numpy") is None:
        return UnknownBot("the bot net needs NumPy: pip install 'tamaya[fast]'")
    names = list(known)
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
    if name.startswith("net:"):
        hint = "files of nets play in `tamaya arena` only"
    return UnknownBot(f"there is no bot {name[:30]!a}; {hint}")
