"""Random option sets: everything the notation can say, and small games that it cannot."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from tamaya.rules import Colour, Options, Suit, parse_options
from tamaya.rules.notation import MULTICOLOURS
from tamaya.rules.suits import BASE, plain, wild

T = TypeVar("T")
COLOURS = tuple(Colour(suit.name) for suit in BASE)


class Choose(Protocol):
    """A source of chance: hypothesis, which can shrink, or a plain seeded generator."""

    def __call__(self, items: Sequence[T], /) -> T: ...


def random_options(rng: random.Random) -> Options:
    """Any option set, from a plain generator."""
    return any_options(rng.choice)


@st.composite
def option_sets(draw: st.DrawFn) -> Options:
    """Any option set, from hypothesis."""

    def choose(items: Sequence[T], /) -> T:
        return draw(st.sampled_from(items))

    return any_options(choose)


def any_options(choose: Choose) -> Options:
    """Half of them have a notation, half are small and free."""
    return noted(choose) if choose((False, True)) else small(choose)


def noted(choose: Choose) -> Options:
    """An option set of the notation (R1 to R4)."""
    words = [choose(("base", *MULTICOLOURS)), *(["black"] if choose((False, True)) else [])]
    if len(words) == 2 and "base" in words:
        words.remove("base")
    words += [word for word in ("tiles", "announce", "bouquet", "noempty") if choose((False, True))]
    words += [f"mistakes={choose((1, 2, 3))}", f"clues={choose((8, 9, 10, 11, 12))}"]
    return parse_options("+".join(words), choose((2, 3, 4, 5)))


def small(choose: Choose) -> Options:
    """A small game: few suits, values, cards and tokens."""
    suits = small_suits(choose)
    cards = sum(sum(suit.copies) for suit in suits)
    players = choose([number for number in (2, 3, 4, 5) if number <= cards])
    return Options(
        players,
        suits,
        tiles=choose((False, True)),
        announce=choose((False, True)),
        bouquet=choose((False, True)),
        empty_clues=choose((False, True)),
        mistakes=choose((1, 2, 3, 4)),
        clue_tokens=choose((0, 1, 2, 3, 4)),
        hand=choose([size for size in (1, 2, 3, 4) if size * players <= cards]),
    )


def small_suits(choose: Choose) -> tuple[Suit, ...]:
    """One to four suits: plain ones, one of its own or wild over the others, one downwards."""
    values = choose((2, 3, 4, 5))
    count = choose((1, 2, 3, 4))
    kinds = [choose(("plain", "own", "wild", "down")) for _ in range(count)]
    suits: list[Suit] = []
    for kind, colour in zip(kinds, COLOURS, strict=False):
        copies = tuple(choose((1, 2, 3)) for _ in range(values))
        names = {other.name for other in suits}
        if kind == "own" and "multicolour" not in names:
            suits.append(plain(Colour.MULTICOLOUR, copies))
        elif kind == "wild" and "multicolour" not in names:
            suits.append(wild(COLOURS[:2], copies))
        elif kind == "down" and "black" not in names:
            suits.append(downwards(copies, costs=choose((False, True))))
        else:
            suits.append(plain(colour, copies))
    return tuple(suits)


def downwards(copies: tuple[int, ...], *, costs: bool = True) -> Suit:
    """A suit like black: no colour points it out, and its lowest value completes it."""
    order = tuple(range(len(copies), 0, -1))
    return Suit("black", "k", frozenset(), copies, order, missing_costs=costs)


# option sets in which something rare is likely


def tiles(rng: random.Random) -> Options:
    """Option sets of the notation with tiles; three mistakes, to get further."""
    return replace(noted(rng.choice), tiles=True, bouquet=False, mistakes=3)


def announcing(rng: random.Random) -> Options:
    """Option sets of the notation with announcing."""
    return replace(noted(rng.choice), announce=True, mistakes=3)


def bouquet(rng: random.Random) -> Options:
    """Option sets of the notation with Bouquet final."""
    return replace(noted(rng.choice), bouquet=True, mistakes=3)


def few_values(rng: random.Random) -> Options:
    """Two or three values with copies of the last one, so that it can be in the discard pile."""
    return _tiled(rng, rng.choice(((2, 3), (2, 2, 3), (3, 3))))


def single_last(rng: random.Random) -> Options:
    """Two or three values and, as in the boxes, a single copy of the last one."""
    return _tiled(rng, rng.choice(((3, 1), (3, 2, 1), (2, 2, 1))))


def _tiled(rng: random.Random, copies: tuple[int, ...]) -> Options:
    suits = [plain(colour, copies) for colour in COLOURS[: rng.choice((3, 4, 5))]]
    suits += [wild(COLOURS, copies)] * rng.randrange(2)
    return Options(
        rng.choice((2, 3, 4)),
        tuple(suits) + (downwards(copies[::-1]),) * rng.randrange(2),
        tiles=True,
        announce=rng.random() < 0.3,
        bouquet=rng.random() < 0.5,
        empty_clues=rng.random() < 0.5,
        clue_tokens=rng.choice((2, 4)),
        hand=rng.choice((2, 3)),
    )


def few_actions(rng: random.Random) -> Options:
    """Bouquet with tiny hands and hardly a token: somebody will have nothing left to do."""
    copies = rng.choice(((3, 3), (3, 3, 3), (4, 4)))
    return Options(
        rng.choice((2, 3, 4)),
        tuple(plain(colour, copies) for colour in COLOURS[: rng.choice((2, 3))]),
        bouquet=True,
        empty_clues=rng.random() < 0.5,
        mistakes=rng.choice((4, 9)),
        clue_tokens=rng.choice((1, 2)),
        hand=rng.choice((1, 2, 3)),
    )
