"""The endgame solver: as good as a search that tries everything, and its work is bounded."""

from collections import Counter
from random import Random

import pytest

from support.drivers import chance
from tamaya.bots.inference.endgame_solver import (
    SPARE,
    EndgamePosition,
    EndgameSolver,
    NeededCard,
    TooManyPositions,
)
from tamaya.rules import parse_options

HEIGHTS = (5, 5, 5, 3, 3)
NEEDED = [(3, 3), (3, 3), (3, 4), (4, 3), (4, 4)]
HAND = 4  # cards; a hand is filled up with cards that nobody needs
Cards = tuple[NeededCard, ...]


def expectimax(  # noqa: PLR0917 - a position, spelled out
    hands: tuple[Cards, ...],
    heights: tuple[int, ...],
    deck: Cards,
    tokens: int,
    seat: int,
    turns_after: int | None,
) -> float:
    """The points to come, by trying everything: slow, but plain."""
    rest, counts = hands[seat], [0.0]

    def after(gone: NeededCard | None, heights: tuple[int, ...], tokens: int) -> float:
        kept = list(rest)
        if gone is not None:
            kept.remove(gone)
        if turns_after == 0:
            return 0.0
        later = None if turns_after is None else turns_after - 1
        draws = range(len(deck)) if gone is not None and deck else [None]
        total = 0.0
        for place in draws:
            drawn = [] if place is None else [deck[place]]
            left = deck if place is None else (*deck[:place], *deck[place + 1 :])
            last = len(hands) - 1 if deck and not left else later
            new = (*hands[:seat], tuple(kept + drawn), *hands[seat + 1 :])
            total += expectimax(new, heights, left, tokens, (seat + 1) % len(hands), last)
        return total / len(draws)

    for card in set(rest):
        if card != SPARE and heights[card[0]] == card[1]:
            grown = tuple(h + (suit == card[0]) for suit, h in enumerate(heights))
            counts.append(1 + after(card, grown, min(8, tokens + (card[1] == 4))))
    if tokens or turns_after is not None:
        counts.append(after(None, heights, max(0, tokens - 1)))
    if turns_after is None and tokens < 8:
        counts += [after(card, heights, tokens + 1) for card in set(rest)]
    return max(counts)


def random_ending(rng: Random, players: int, draws: int) -> tuple[tuple[Cards, ...], Cards, int]:
    """Hands, a deck, and tokens."""
    cards = NEEDED + [SPARE] * (players * HAND + draws - len(NEEDED))
    rng.shuffle(cards)
    hands = tuple(tuple(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(players))
    return hands, tuple(cards[players * HAND :]), rng.randrange(3)


def reduced(hands: tuple[Cards, ...], deck: Cards, tokens: int) -> EndgamePosition:
    held = tuple(tuple(sorted(card for card in hand if card != SPARE)) for hand in hands)
    return EndgamePosition(held, HEIGHTS, tokens, tuple(sorted(Counter(deck).items())), 0, None)


@pytest.mark.parametrize("players", [4, 5])
def test_no_move_is_better_than_the_one_it_finds(players: int) -> None:
    rng, less = chance(f"endings {players}"), 0
    for _ in range(40):
        hands, deck, tokens = random_ending(rng, players, draws=2)
        solver = EndgameSolver(parse_options("base", players), HEIGHTS)
        found = solver.best_move(reduced(hands, deck, tokens)).points
        assert found == pytest.approx(expectimax(hands, HEIGHTS, deck, tokens, 0, None))
        less += found < 4
    assert less, "some of them cannot be won for sure"


def test_a_card_held_twice_may_go() -> None:
    """It is named, though the solver counts the second one as spare."""
    twice = (((3, 3),) * 4, (), (), ())
    position = EndgamePosition(twice, (5, 5, 5, 2, 5), 0, (((3, 2), 2),), 0, None)
    move = EndgameSolver(parse_options("base", 4), position.fireworks).best_move(position)
    assert (move.card, move.plays) == ((3, 3), False)


def test_the_work_is_bounded() -> None:
    hands, deck, _ = random_ending(chance("bound"), 5, draws=5)
    solver = EndgameSolver(parse_options("base", 5), HEIGHTS, most_positions=3)
    with pytest.raises(TooManyPositions):
        solver.best_move(reduced(hands, deck, 0))
    assert len(solver.solved) < 30, "and only what had been begun was finished"
