"""The table: everything that everybody sees. Faces are on it only where a card lies face up."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from tamaya.rules.actions import CardId, Seat
from tamaya.rules.options import MOST_TILES, Options
from tamaya.rules.suits import Face


class Result(StrEnum):
    """How a game stands when it is over, or that it is not."""

    WON = "won"
    SCORED = "scored"
    LOST = "lost"
    STOPPED = "stopped"
    UNFINISHED = "unfinished"


class EndReason(StrEnum):
    """Why a game is over."""

    ALL_COMPLETE = "all-complete"
    LAST_ROUND = "last-round"
    LAST_MISTAKE = "last-mistake"
    INDISPENSABLE_LOST = "indispensable-lost"
    NO_ACTION = "no-action"
    ENDED_BY_PLAYERS = "ended-by-players"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, and why it ended."""

    result: Result
    reason: EndReason


class Tile(IntEnum):
    """The six bonus tiles (R4.5)."""

    TOKEN = 1
    FORGIVE = 2
    COLOUR_CLUE = 3
    VALUE_CLUE = 4
    SHUFFLE_BACK = 5
    PLACE = 6


class Table(NamedTuple):  # a tuple, since every event makes a new one: a quarter faster
    """What everybody may see, at one moment."""

    options: Options
    hands: tuple[tuple[CardId, ...], ...]  # each from the oldest card to the newest
    to_move: Seat
    fireworks: tuple[int, ...]  # cards placed, by suit
    clue_tokens: int
    deck_left: int
    drawn: int  # card ids given so far
    tiles_left: int
    discard_pile: tuple[Face, ...] = ()
    mistakes: int = 0
    turns: int = 0  # turns taken; choices for tiles are part of a turn
    turns_after: int | None = None  # in the last round: turns still to come after this one
    tile: Tile | None = None  # revealed and not yet resolved
    outcome: Outcome | None = None


def laid_out(options: Options, first: Seat) -> Table:
    """The table when every hand has been dealt: the whole hand of seat 0 first, then seat 1's …"""
    size, dealt = options.hand_size, options.players * options.hand_size
    left = len(options.deck) - dealt
    return Table(
        options,
        hands=tuple(
            tuple(CardId(card) for card in range(start, start + size))
            for start in range(0, dealt, size)
        ),
        to_move=first,
        fireworks=(0,) * len(options.suits),
        clue_tokens=options.clue_tokens,
        deck_left=left,
        drawn=dealt,
        tiles_left=MOST_TILES if options.tiles else 0,
        turns_after=None if left or options.bouquet else options.players - 1,
    )


def fits(table: Table, face: Face) -> bool:
    """Whether a card with this face is the next one of its firework (R2.5)."""
    return table.options.step[face] == table.fireworks[face.suit]


def is_complete(table: Table, suit: int) -> bool:
    """Whether the last card of a firework has been placed."""
    return table.fireworks[suit] == table.options.values


def all_complete(table: Table) -> bool:
    """Whether every firework is complete (R3.2)."""
    return sum(table.fireworks) == table.options.values * len(table.fireworks)
