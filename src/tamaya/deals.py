"""Deals: one seed, one shuffle, the same on every back end and for ever. See docs/deals.md."""

from collections.abc import MutableSequence
from secrets import SystemRandom
from typing import TypeVar

from tamaya.rules import Deal, Options
from tamaya.rules.errors import DealError
from tamaya.rules.options import TILES

T = TypeVar("T")
MASK64 = (1 << 64) - 1
WORD = 1 << 32
SEEDS = 1 << 64


class Generator:
    """A 64-bit counter stepped by a fixed odd number, its bits mixed twice (SplitMix64)."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def word(self) -> int:
        """The next 32-bit number: the upper half of the mixed counter."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK64
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK64
        return (mixed ^ (mixed >> 31)) >> 32

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, each equally likely: the uneven rest is drawn again."""
        fair = WORD - WORD % bound
        word = self.word()
        while word >= fair:
            word = self.word()
        return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher–Yates from the last place down to the second."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def seeded(options: Options, seed: int) -> Deal:
    """The deal of a seed: first the cards, then, if they are played, the tiles and the place."""
    if not 0 <= seed < SEEDS:
        raise DealError("a seed is a whole number from 0 to 2**64 - 1")
    chance = Generator(seed)
    cards, tiles, place = list(options.deck), list(TILES), 0
    chance.shuffle(cards)
    if options.tiles:
        chance.shuffle(tiles)
        place = chance.word()
    return Deal(tuple(cards), tuple(tiles) if options.tiles else (), place)


def secret(options: Options) -> Deal:
    """A deal that nobody can search for: from the operating system's generator."""
    chance = SystemRandom()
    cards, tiles = list(options.deck), list(TILES) if options.tiles else []
    chance.shuffle(cards)
    chance.shuffle(tiles)
    return Deal(tuple(cards), tuple(tiles), chance.randrange(WORD) if options.tiles else 0)
