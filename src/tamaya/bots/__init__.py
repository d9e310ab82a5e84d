"""The bots by name. They see views, never faces."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path

from tamaya.bots.base import Bot, Entry, Move, UnknownBot, Why
from tamaya.bots.cautious import CautiousBot
from tamaya.bots.found import Bots
from tamaya.bots.hat import HatBot
from tamaya.bots.partner import PartnerBot
from tamaya.bots.public_reasons import public_reason
from tamaya.bots.random_bot import RandomBot
from tamaya.bots.reasons import REASONS

__all__ = [
    "BOTS",
    "NAMES",
    "REASONS",
    "Bot",
    "Entry",
    "Move",
    "UnknownBot",
    "Why",
    "make",
    "names",
    "public_reason",
    "unknown",
]

NAMES = ("Hana", "Kenji", "Sora", "Yuki", "Mio", "Ren")  # what bots are called at a table

TRAINED = Path(__file__).parent / "net/trained"  # nets that come with us
LACKING: dict[str, str] = {}  # bots that are not here, and why


def _trained() -> Iterable[Entry]:
    """The bot that plays trained nets, where there are any and NumPy is."""
    if find_spec("numpy") is None:
        LACKING["net"] = "the bot net needs NumPy: pip install 'tamaya[fast]'"
    elif any(TRAINED.glob("*.safetensors")):
        about = "Taught itself, playing with itself. A strong team with habits of its own."
        yield Entry("net", about, lambda _seed: _net())


def _net() -> Bot:
    from tamaya.bots.net.bot import NetBot  # noqa: PLC0415 - needs NumPy, which is an extra
    from tamaya.bots.net.teams import from_folder  # noqa: PLC0415

    return NetBot(from_folder(TRAINED))


BOTS = Bots(
    (
        Entry(
            "partner",
            "Plays the conventions that people know, and says why. The one to play with.",
            lambda _seed: PartnerBot(),
        ),
        Entry(
            "partner-1",
            "A partner for beginners: its clues say what to play and what to keep, no more.",
            lambda _seed: PartnerBot(level=1),
        ),
        Entry(
            "partner-3",
            "A partner for the practised: finesses through two cards, and on whoever is told.",
            lambda _seed: PartnerBot(level=3),
        ),
        Entry(
            "cautious",
            "Plays only what it knows to fit and tells you what you can play. A calm partner.",
            lambda _seed: CautiousBot(),
        ),
        Entry(
            "hat",
            "Speaks a code that only its own kind reads. A strong team, no partner for people.",
            lambda _seed: HatBot(),
        ),
        *_trained(),
        Entry("random", "Does anything the rules allow. For tests and comparisons.", RandomBot),
    )
)


def names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has."""
    used = {name.lower() for name in taken}
    return (name for name in NAMES if name.lower() not in used)


def make(name: str, seed: int) -> Bot:
    """The bot of this name, made from a seed."""
    if name not in BOTS:
        raise unknown(name, BOTS)
    return BOTS[name].make(seed)


def unknown(name: str, known: Iterable[str]) -> UnknownBot:
    """The refusal of a name that nobody has, with one that was perhaps meant."""
    if name in LACKING:
        return UnknownBot(LACKING[name])
    names = list(known)
    near = get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
    if name.startswith("net:"):
        hint = "files of nets play in `tamaya arena` only"
    return UnknownBot(f"there is no bot {name[:30]!a}; {hint}")
