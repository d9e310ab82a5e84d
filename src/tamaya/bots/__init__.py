"""The bots by name. They see views, never faces."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from tamaya.bots.base import Bot, Entry, Move, UnknownBot, Why
from tamaya.bots.cautious import CautiousBot
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
]

NAMES = ("Hana", "Kenji", "Sora", "Yuki", "Mio", "Ren")  # what bots are called at a table

BOTS: Mapping[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry(
            "cautious",
            "Plays only what it knows to fit and tells you what you can play. A calm partner.",
            lambda _seed: CautiousBot(),
        ),
        Entry("random", "Does anything the rules allow. For tests and comparisons.", RandomBot),
    )
}


def names(taken: Iterable[str]) -> Iterator[str]:
    """Names for bots that nobody at the table has."""
    used = {name.lower() for name in taken}
    return (name for name in NAMES if name.lower() not in used)


def make(name: str, seed: int) -> Bot:
    """The bot of this name, made from a seed."""
    if name not in BOTS:
        near = get_close_matches(name, BOTS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(BOTS)}"
        raise UnknownBot(f"there is no bot {name[:30]!a}; {hint}")
    return BOTS[name].make(seed)
