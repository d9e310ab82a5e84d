"""hanab.live's names and numbers for variants, suits and actions, which both formats use."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tamaya.formats.errors import CannotConvert, FormatError
from tamaya.formats.fields import check_cards
from tamaya.rules import Face, Options, Table, parse_options
from tamaya.rules.scoring import reachable_heights
from tamaya.rules.suits import BASE

# the site's first five suits by our names (its purple is our white); a sixth suit comes last
ORDER = ("red", "yellow", "green", "blue", "white")


class HanabLiveVariant(NamedTuple):
    """A variant that both play: our notation, and the site's name and number."""

    ours: str
    name: str
    number: int


VARIANTS = (
    HanabLiveVariant("base", "No Variant", 0),
    HanabLiveVariant("own10", "6 Suits", 1),
    HanabLiveVariant("own5", "Black (6 Suits)", 2),
    HanabLiveVariant("wild10", "Rainbow (6 Suits)", 3),
    HanabLiveVariant("wild5", "Dark Rainbow (6 Suits)", 11),
    HanabLiveVariant("black", "White Reversed (6 Suits)", 1356),
)
PLAY, DISCARD, COLOUR, VALUE, END, END_BY_VOTE = range(6)
TERMINATED = 4
END_CONDITIONS = {
    1: "a normal end",
    2: "the last mistake",
    3: "time ran out",
    TERMINATED: "ended by a player",
    5: "a failed speedrun",
    6: "nobody was there",
    7: "a character that could not go on",
    8: "a needed card was lost",
    9: "nothing could be done",
    10: "a vote",
}


class HanabLiveMove(NamedTuple):
    """An action as the site writes it."""

    kind: int
    target: int
    value: int | None = None


@dataclass(frozen=True, slots=True)
class SuitOrder:
    """Our suits and clue colours in the site's order."""

    suits: tuple[int, ...]
    colours: tuple[int, ...]


def suit_order(rules: Options) -> SuitOrder:
    """The site's order of an option set's suits and colours."""
    return SuitOrder(_order([suit.name for suit in rules.suits]), _order(rules.colours))


def _order(ours: Sequence[str]) -> tuple[int, ...]:
    return (*(ours.index(name) for name in ORDER), *range(len(ORDER), len(ours)))


def variant_named(name: str, where: str) -> HanabLiveVariant:
    """The variant of this name on the site."""
    return _variant((v for v in VARIANTS if v.name == name), f"the variant {name!a:.60}", where)


def variant_numbered(number: int, where: str) -> HanabLiveVariant:
    """The variant of this number on the site."""
    return _variant((v for v in VARIANTS if v.number == number), f"variant {number}", where)


def _variant(found: Iterable[HanabLiveVariant], what: str, where: str) -> HanabLiveVariant:
    for variant in found:
        return variant
    raise CannotConvert(f"{what} is not played here", where)


def variant_of(rules: Options) -> HanabLiveVariant:
    """The site's variant for an option set; an error that names what the site does not play."""
    refused = {
        "bonus tiles": rules.tiles,
        "announcing the colour": rules.announce,
        "seven suits": len(rules.suits) == len(BASE) + 2,
        f"{rules.mistakes} instead of 3 mistakes": rules.mistakes != 3,
        f"{rules.clue_tokens} instead of 8 clue tokens": rules.clue_tokens != 8,
        f"a hand of {rules.hand_size} cards": rules.hand != 0,
    }
    for what, is_so in refused.items():
        if is_so:
            raise CannotConvert(f"hanab.live does not play {what}", "variant")
    for variant in VARIANTS:
        if parse_options(variant.ours).suits == rules.suits:
            return variant
    raise CannotConvert("hanab.live does not play these suits", "variant")


def read_cards(rules: Options, numbers: Sequence[tuple[int, int]]) -> tuple[Face, ...]:
    """A deck from the site's suit numbers and ranks."""
    suits, values = suit_order(rules).suits, rules.values
    cards = tuple(_face(suits, values, *card, f"deck[{n}]") for n, card in enumerate(numbers))
    check_cards(rules, cards)
    return cards


def _face(suits: tuple[int, ...], values: int, suit: int, rank: int, where: str) -> Face:
    if not 0 <= suit < len(suits):
        raise CannotConvert(f"suit {suit} is not one of this variant's {len(suits)}", where)
    if not 1 <= rank <= values:
        start = ", a start card," if rank == 7 else ""
        raise CannotConvert(f"rank {rank}{start} is not played here", where)
    return Face(suits[suit], rank)


def check_player_count(count: int, where: str) -> int:
    """The number of players; the site also allows six, which are refused."""
    if count == 6:
        raise CannotConvert("6 players do not play here; 2 to 5 do", where)
    if not 2 <= count <= 5:
        raise FormatError(f"2 to 5 players play, not {count}", where)
    return count


def is_settled(table: Table) -> bool:
    """Whether no more card can be placed: the site ends a game there, and our rules do not."""
    return table.outcome is None and sum(table.fireworks) == sum(reachable_heights(table))
