"""The end of a game with open hands, worked out exactly: what few cards left to draw are worth."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tamaya.rules import Options, Table

Need = tuple[int, int]  # a card that is needed: its suit, and how many cards lie below it
SPARE: Need = (-1, -1)  # a card that nobody needs
ENOUGH = 20  # clue tokens: nobody passes more often than that before the end
MOST_POSITIONS = 8_000  # to look at for one move

Hands = tuple[tuple[Need, ...], ...]  # only the cards that are needed
Deck = tuple[tuple[Need, int], ...]  # how many of each are left to draw


class TooMany(Exception):
    """More positions than there is time for."""


class Position(NamedTuple):
    """All that matters in the end, the same for all games in which it is the same."""

    hands: Hands
    fireworks: tuple[int, ...]
    tokens: int
    deck: Deck
    to_move: int
    turns_after: int | None  # in the last round: turns to come after this one


def position(table: Table, hands: Iterable[Iterable[Need]], deck: Counter[Need]) -> Position:
    """The position at a table, with these hands and this deck."""
    return Position(
        tuple(tuple(sorted(card for card in hand if card != SPARE)) for hand in hands),
        table.fireworks,
        table.clue_tokens,
        tuple(sorted(deck.items())),
        table.to_move,
        table.turns_after,
    )


class Choice(NamedTuple):
    """A way to go on: play a card, get rid of one, or (no card) pass with a clue."""

    points: float  # to be expected from here
    card: Need | None = None
    plays: bool = False


@dataclass(slots=True)
class Endgame:
    """Positions that may follow, each worked out once."""

    options: Options
    most: int = MOST_POSITIONS
    known: dict[Position, float] = field(default_factory=dict)

    def best(self, now: Position) -> Choice:
        """The choice with the most points to come; of equals the first: a play before a pass."""
        best, bound = Choice(0.0), within_reach(now)
        for choice in self._choices(now):
            if choice.points > best.points:
                best = choice
            if best.points >= bound:
                break
        return best

    def _worth(self, now: Position) -> float:
        if now not in self.known:
            if len(self.known) >= self.most:
                raise TooMany
            self.known[now] = self.best(now).points if within_reach(now) else 0.0
        return self.known[now]

    def _choices(self, now: Position) -> Iterator[Choice]:
        hand = now.hands[now.to_move]
        for card in hand:
            if now.fireworks[card[0]] == card[1]:
                yield Choice(self.played(now, card), card, plays=True)
        if now.tokens or now.turns_after is not None:  # in the last round a discard is as good
            yield Choice(self.clued(now))
        if now.turns_after is None and now.tokens < self.options.clue_tokens:
            for card in self._to_discard(now):
                yield Choice(self.discarded(now, card), card)

    def clued(self, now: Position) -> float:
        """What is to come after a clue."""
        return self._passed(now._replace(tokens=max(0, min(now.tokens, ENOUGH) - 1)))

    def discarded(self, now: Position, card: Need) -> float:
        """What is to come after a discard."""
        return self._drawn(now._replace(tokens=now.tokens + 1), card)

    def mistaken(self, now: Position, card: Need) -> float:
        """What is to come after a mistake that does not end the game."""
        return self._drawn(now, card)

    def _to_discard(self, now: Position) -> set[Need]:
        """A card nobody needs and those held twice; without them and without a token, any."""
        hand, held = now.hands[now.to_move], Counter(card for hand in now.hands for card in hand)
        some = {card for card in hand if held[card] > 1}
        if len(hand) < self.options.hand_size:
            some.add(SPARE)
        return some if some or now.tokens else set(hand)

    def played(self, now: Position, card: Need) -> float:
        """What a card that fits is worth, and all that is to come after it."""
        suit, below = card
        heights = list(now.fireworks)
        heights[suit] += 1
        gained = self.options.announce + (below == self.options.values - 1)
        tokens = min(self.options.clue_tokens, now.tokens + gained)
        return 1 + self._drawn(now._replace(fireworks=tuple(heights), tokens=tokens), card)

    def _drawn(self, now: Position, gone: Need) -> float:
        """Without a card: what is to come, over all cards that may be drawn for it."""
        hand = list(now.hands[now.to_move])
        if gone != SPARE:
            hand.remove(gone)
        if now.turns_after is not None:
            return self._passed(_tidy(now, hand, now.deck))
        cards, points = sum(count for _, count in now.deck), 0.0
        for drawn, count in now.deck:
            deck = ((card, n - (card == drawn)) for card, n in now.deck)
            after = _tidy(now, [*hand, drawn], deck)
            if cards == 1:
                after = after._replace(turns_after=len(now.hands))
            points += count / cards * self._passed(after)
        return points

    def _passed(self, now: Position) -> float:
        """What is to come once the turn has passed on."""
        if now.turns_after == 0:
            return 0.0
        after = None if now.turns_after is None else now.turns_after - 1
        to_move = (now.to_move + 1) % len(now.hands)
        return self._worth(now._replace(to_move=to_move, turns_after=after))


def within_reach(now: Position) -> int:
    """The points that the cards left could bring if there were time."""
    there = {card for hand in now.hands for card in hand} | {card for card, _ in now.deck}
    points = 0
    for suit, height in enumerate(now.fireworks):
        below = height
        while (suit, below) in there:
            below += 1
        points += below - height
    return points


def _tidy(now: Position, hand: Iterable[Need], deck: Iterable[tuple[Need, int]]) -> Position:
    """The same position without cards that have just become useless, everything in order."""
    hands = list(now.hands)
    hands[now.to_move] = tuple(hand)
    left: Counter[Need] = Counter()
    for card, count in deck:
        left[card if _needed(now, card) else SPARE] += count
    return now._replace(
        hands=tuple(tuple(sorted(card for card in hand if _needed(now, card))) for hand in hands),
        deck=tuple(sorted((card, count) for card, count in left.items() if count)),
    )


def _needed(now: Position, card: Need) -> bool:
    return card != SPARE and now.fireworks[card[0]] <= card[1]
