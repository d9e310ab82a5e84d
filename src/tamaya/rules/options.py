"""Options: which game is played. A variant is data; the engine reads these tables."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tamaya.rules.errors import OptionsError
from tamaya.rules.suits import BASE, Colour, Face, Suit

PLAYERS = range(2, 6)
MOST_SUITS = 7
MOST_VALUES = 9
MOST_OF_A_FACE = 9
MOST_TILES = 6
TILES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Options:
    """One game's rules. Freer than the notation, so that small games can be built too."""

    players: int = 2
    suits: tuple[Suit, ...] = BASE
    tiles: bool = False
    announce: bool = False
    bouquet: bool = False
    empty_clues: bool = True
    mistakes: int = 3  # the last of these loses
    clue_tokens: int = 8
    hand: int = 0  # a hand size of one's own; 0: as R1.3 says

    # tables, made from the above
    hand_size: int = field(init=False, repr=False, compare=False)
    values: int = field(init=False, repr=False, compare=False)  # cards are 1 … values
    colours: tuple[Colour, ...] = field(init=False, repr=False, compare=False)
    touches: tuple[tuple[bool, ...], ...] = field(init=False, repr=False, compare=False)
    # every card, sorted: suit by suit, value by value
    deck: tuple[Face, ...] = field(init=False, repr=False, compare=False)
    copies: Mapping[Face, int] = field(init=False, repr=False, compare=False)
    step: Mapping[Face, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_numbers(self)
        _check_suits(self.suits)
        for name, table in _tables(self).items():
            object.__setattr__(self, name, table)
        _check_tiles(self)
        _check_deck(self)


def _tables(options: Options) -> dict[str, object]:
    by_the_book = 5 if options.players <= 3 else 4
    suits = options.suits
    colours = tuple(c for c in Colour if any(c in suit.touched_by for suit in suits))
    return {
        "hand": 0 if options.hand == by_the_book else options.hand,
        "hand_size": options.hand or by_the_book,
        "values": len(suits[0].order),
        "colours": colours,
        "touches": tuple(tuple(c in suit.touched_by for suit in suits) for c in colours),
        "deck": tuple(Counter(_copies(suits)).elements()),
        "copies": _copies(suits),
        "step": _steps(suits),
    }


def _copies(suits: tuple[Suit, ...]) -> dict[Face, int]:
    """How many cards show each face."""
    return {
        Face(index, value): count
        for index, suit in enumerate(suits)
        for value, count in enumerate(suit.copies, start=1)
    }


def _steps(suits: tuple[Suit, ...]) -> dict[Face, int]:
    """How many cards lie below each face when it is placed."""
    return {
        Face(index, value): below
        for index, suit in enumerate(suits)
        for below, value in enumerate(suit.order)
    }


def _check_numbers(options: Options) -> None:
    for name in ("players", "mistakes", "clue_tokens", "hand"):
        if not isinstance(getattr(options, name), int):
            raise OptionsError(f"{name} must be a whole number")
    if options.players not in PLAYERS:
        raise OptionsError(f"2 to 5 players play, not {options.players}")
    for name, least in (("mistakes", 1), ("clue_tokens", 0), ("hand", 0)):
        number = getattr(options, name)
        if number < least:
            raise OptionsError(f"{name} must be at least {least}, not {number}")


def _check_suits(suits: tuple[Suit, ...]) -> None:
    if not 1 <= len(suits) <= MOST_SUITS:
        raise OptionsError(f"a game has 1 to {MOST_SUITS} suits, not {len(suits)}")
    for what in ("name", "letter"):
        for word, count in Counter(getattr(suit, what) for suit in suits).items():
            if count > 1:
                raise OptionsError(f"two suits have the {what} {word!r}; at most one form of each")
    for suit in suits:
        if not 1 <= len(suit.order) <= MOST_VALUES or len(suit.order) != len(suits[0].order):
            raise OptionsError(f"all suits need the same number of values, 1 to {MOST_VALUES}")
        if sorted(suit.order) != list(range(1, len(suit.copies) + 1)):
            raise OptionsError(f"{suit.name}: order and copies do not name the same values")
        if not all(1 <= count <= MOST_OF_A_FACE for count in suit.copies):
            raise OptionsError(f"{suit.name}: every value needs 1 to {MOST_OF_A_FACE} copies")


def _check_tiles(options: Options) -> None:
    if options.tiles and sum(suit.ends_on_top for suit in options.suits) > MOST_TILES:
        raise OptionsError(f"with bonus tiles at most {MOST_TILES} suits may be built upwards")


def _check_deck(options: Options) -> None:
    dealt, cards = options.players * options.hand_size, len(options.deck)
    if dealt > cards:
        raise OptionsError(
            f"{options.players} hands of {options.hand_size} need {dealt} cards; there are {cards}"
        )
