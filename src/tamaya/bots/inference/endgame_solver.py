"""An exact solver for the end of a game with open hands: expected points under best play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tamaya.rules import Options, Table

NeededCard = tuple[int, int]  # a card by its use: its suit, and how many cards lie below it
SPARE: NeededCard = (-1, -1)  # a card that no firework needs
ENOUGH_TOKENS = 20  # more clue tokens than this make no difference before the end
MOST_POSITIONS = 8_000  # to search for one move

NeededHands = tuple[tuple[NeededCard, ...], ...]  # without spare cards
NeededDeck = tuple[tuple[NeededCard, int], ...]  # how many of each are left to draw


class TooManyPositions(Exception):
    """The search has more positions than its limit."""


class EndgamePosition(NamedTuple):
    """A position with open hands, reduced to what matters for the points to come."""

    hands: NeededHands
    fireworks: tuple[int, ...]
    tokens: int
    deck: NeededDeck
    to_move: int
    turns_after: int | None  # in the last round: turns to come after this one


def endgame_position(
    table: Table, hands: Iterable[Iterable[NeededCard]], deck: Counter[NeededCard]
) -> EndgamePosition:
    """The position at a table, with these hands and this deck."""
    return EndgamePosition(
        tuple(tuple(sorted(card for card in hand if card != SPARE)) for hand in hands),
        table.fireworks,
        table.clue_tokens,
        tuple(sorted(deck.items())),
        table.to_move,
        table.turns_after,
    )


class EndgameMove(NamedTuple):
    """Play a card, discard one, or (no card) give a clue."""

    points: float  # expected from here to the end
    card: NeededCard | None = None
    plays: bool = False


@dataclass(slots=True)
class EndgameSolver:
    """Expectimax with a table of the positions solved so far."""

    options: Options
    most_positions: int = MOST_POSITIONS
    solved: dict[EndgamePosition, float] = field(default_factory=dict)

    def best_move(self, now: EndgamePosition) -> EndgameMove:
        """The move with the most points to come; among equals a play before a clue or discard."""
        best, bound = EndgameMove(0.0), points_within_reach(now)
        for move in self._moves(now):
            if move.points > best.points:
                best = move
            if best.points >= bound:
                break
        return best

    def _value(self, now: EndgamePosition) -> float:
        if now not in self.solved:
            if len(self.solved) >= self.most_positions:
                raise TooManyPositions
            self.solved[now] = self.best_move(now).points if points_within_reach(now) else 0.0
        return self.solved[now]

    def _moves(self, now: EndgamePosition) -> Iterator[EndgameMove]:
        hand = now.hands[now.to_move]
        for card in hand:
            if now.fireworks[card[0]] == card[1]:
                yield EndgameMove(self.value_of_play(now, card), card, plays=True)
        if now.tokens or now.turns_after is not None:  # in the last round a discard is as good
            yield EndgameMove(self.value_of_clue(now))
        if now.turns_after is None and now.tokens < self.options.clue_tokens:
            for card in self._discards(now):
                yield EndgameMove(self.value_of_discard(now, card), card)

    def value_of_clue(self, now: EndgamePosition) -> float:
        """The points to come after a clue."""
        tokens = max(0, min(now.tokens, ENOUGH_TOKENS) - 1)
        return self._value_after_turn(now._replace(tokens=tokens))

    def value_of_discard(self, now: EndgamePosition, card: NeededCard) -> float:
        """The points to come after a discard."""
        return self._value_after_draw(now._replace(tokens=now.tokens + 1), card)

    def value_of_mistake(self, now: EndgamePosition, card: NeededCard) -> float:
        """The points to come after a mistake that does not end the game."""
        return self._value_after_draw(now, card)

    def value_of_play(self, now: EndgamePosition, card: NeededCard) -> float:
        """The point for a playable card, and the points to come after it."""
        suit, below = card
        heights = list(now.fireworks)
        heights[suit] += 1
        gained = self.options.announce + (below == self.options.values - 1)
        tokens = min(self.options.clue_tokens, now.tokens + gained)
        after = now._replace(fireworks=tuple(heights), tokens=tokens)
        return 1 + self._value_after_draw(after, card)

    def _discards(self, now: EndgamePosition) -> set[NeededCard]:
        """A spare card and those held twice; if there are none, and no token, any card."""
        hand, held = now.hands[now.to_move], Counter(card for hand in now.hands for card in hand)
        some = {card for card in hand if held[card] > 1}
        if len(hand) < self.options.hand_size:
            some.add(SPARE)
        return some if some or now.tokens else set(hand)

    def _value_after_draw(self, now: EndgamePosition, gone: NeededCard) -> float:
        """The value once a card has left the hand, averaged over the cards that may be drawn."""
        hand = list(now.hands[now.to_move])
        if gone != SPARE:
            hand.remove(gone)
        if now.turns_after is not None:
            return self._value_after_turn(_normalized(now, hand, now.deck))
        cards, points = sum(count for _, count in now.deck), 0.0
        for drawn, count in now.deck:
            deck = ((card, n - (card == drawn)) for card, n in now.deck)
            after = _normalized(now, [*hand, drawn], deck)
            if cards == 1:
                after = after._replace(turns_after=len(now.hands))
            points += count / cards * self._value_after_turn(after)
        return points

    def _value_after_turn(self, now: EndgamePosition) -> float:
        """The value once the turn has passed to the next seat."""
        if now.turns_after == 0:
            return 0.0
        after = None if now.turns_after is None else now.turns_after - 1
        to_move = (now.to_move + 1) % len(now.hands)
        return self._value(now._replace(to_move=to_move, turns_after=after))


def points_within_reach(now: EndgamePosition) -> int:
    """An upper bound: the points that the cards left would bring if there were time."""
    there = {card for hand in now.hands for card in hand} | {card for card, _ in now.deck}
    points = 0
    for suit, height in enumerate(now.fireworks):
        below = height
        while (suit, below) in there:
            below += 1
        points += below - height
    return points


def _normalized(
    now: EndgamePosition, hand: Iterable[NeededCard], deck: Iterable[tuple[NeededCard, int]]
) -> EndgamePosition:
    """The position with this hand and deck, sorted and without cards that have become trash."""
    hands = list(now.hands)
    hands[now.to_move] = tuple(hand)
    left: Counter[NeededCard] = Counter()
    for card, count in deck:
        left[card if _is_needed(now, card) else SPARE] += count
    return now._replace(
        hands=tuple(
            tuple(sorted(card for card in hand if _is_needed(now, card))) for hand in hands
        ),
        deck=tuple(sorted((card, count) for card, count in left.items() if count)),
    )


def _is_needed(now: EndgamePosition, card: NeededCard) -> bool:
    return card != SPARE and now.fireworks[card[0]] <= card[1]
