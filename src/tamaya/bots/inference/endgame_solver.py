"""An exact solver for the end of a game with open hands: expected points under best play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tamaya.rules import Options, Table

NeededCard = tuple[int, int]  # a card by its use: its suit, and how many cards lie below it
SPARE: NeededCard = (-1, -1)  # a card that no firework needs
ENOUGH_TOKENS = 20  # more clue tokens than this make no difference before the end
MOST_POSITIONS = 8_000  # to search for one move

NeededHands = tuple[tuple[NeededCard, ...], ...]  # without spare cards
NeededDeck = tuple[tuple[NeededCard, int], ...]  # how many of each are left to draw
COUNT_BITS = 4  # for the number of equal cards in the deck


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


class CompactPosition(NamedTuple):
    """An endgame position packed into integers: several times faster to search.

    The cards that the fireworks still need are numbered. Two of them in one hand count as one.
    """

    hands: int  # hand after hand a bit for each needed card
    unplayed: int  # a bit for each needed card that lies on no firework yet
    deck: int  # for each needed card how many are left to draw, in `COUNT_BITS` bits
    cards: int  # left to draw, with those that nobody needs
    tokens: int
    to_move: int
    turns_after: int | None
    within_reach: int  # points that the cards left would bring if there were time


class EndgameSolver:
    """Expectimax from the positions of one turn, with a table of the positions solved so far."""

    def __init__(
        self, options: Options, fireworks: tuple[int, ...], most_positions: int | None = None
    ) -> None:
        self.options, self.players = options, options.players
        self.most_positions = MOST_POSITIONS if most_positions is None else most_positions
        self.needed: list[NeededCard] = [
            (suit, below)
            for suit, height in enumerate(fireworks)
            for below in range(height, options.values)
        ]
        self.number = {card: number for number, card in enumerate(self.needed)}
        self.size = len(self.needed)
        self.every = (1 << self.size) - 1
        # for each needed card the bit of the card below it, and its bits in all hands
        self.below = [self._bit((suit, below - 1)) for suit, below in self.needed]
        self.in_hands = [
            sum(1 << seat * self.size + number for seat in range(self.players))
            for number in range(self.size)
        ]
        self.tokens_for = [
            options.announce + (below == options.values - 1) for _, below in self.needed
        ]
        self.solved: dict[CompactPosition, float] = {}

    def _bit(self, card: NeededCard) -> int:
        return 1 << self.number[card] if card in self.number else 0

    def compact(self, position: EndgamePosition) -> CompactPosition:
        """A position in the form that is searched."""
        hands = deck = 0
        for seat, hand in enumerate(position.hands):
            for card in set(hand):
                hands |= self._bit(card) << seat * self.size
        for card, count in position.deck:
            if card in self.number:
                deck += count << COUNT_BITS * self.number[card]
        cards, turns_after = sum(count for _, count in position.deck), position.turns_after
        now = CompactPosition(
            hands, self.every, deck, cards, position.tokens, position.to_move, turns_after, 0
        )
        return now._replace(within_reach=self._points_within_reach(now))

    def best_move(self, position: EndgamePosition) -> EndgameMove:
        """The move with the most points to come; among equals a play before a clue or discard."""
        move, hand = self._best_move(self.compact(position)), position.hands[position.to_move]
        if move.card == SPARE and len(hand) == self.options.hand_size:  # one is there twice
            return move._replace(card=next(card for card in hand if hand.count(card) > 1))
        return move

    def _best_move(self, now: CompactPosition) -> EndgameMove:
        best, bound = EndgameMove(0.0), self.most_points(now)
        for move in self._moves(now):
            if move.points > best.points:
                best = move
            if best.points >= bound:
                break
        return best

    def most_points(self, now: CompactPosition) -> int:
        """An upper bound, by the cards and by the turns that are left."""
        if now.turns_after is None:
            return min(now.within_reach, now.cards + self.players)
        return min(now.within_reach, now.turns_after + 1)

    def _value(self, now: CompactPosition) -> float:
        if not now.within_reach:
            return 0.0
        value = self.solved.get(now)
        if value is None:
            if len(self.solved) >= self.most_positions:
                raise TooManyPositions
            self.solved[now] = value = self._best_move(now).points
        return value

    def _moves(self, now: CompactPosition) -> Iterator[EndgameMove]:
        hand = now.hands >> now.to_move * self.size & self.every
        for number, below in enumerate(self.below):
            if hand >> number & 1 and not below & now.unplayed:
                yield EndgameMove(self._value_of_play(now, number), self.needed[number], plays=True)
        if now.tokens or now.turns_after is not None:  # in the last round a discard is as good
            yield EndgameMove(self.value_of_clue(now))
        if now.turns_after is None and now.tokens < self.options.clue_tokens:
            for card in self._discards(now, hand):
                yield EndgameMove(self.value_of_discard(now, card), card)

    def value_of_clue(self, now: CompactPosition) -> float:
        """The points to come after a clue."""
        tokens = max(0, min(now.tokens, ENOUGH_TOKENS) - 1)
        return self._value_after_turn(now._replace(tokens=tokens))

    def value_of_discard(self, now: CompactPosition, card: NeededCard) -> float:
        """The points to come after a discard."""
        return self._value_after_draw(self._without(now._replace(tokens=now.tokens + 1), card))

    def value_of_mistake(self, now: CompactPosition, card: NeededCard) -> float:
        """The points to come after a mistake that does not end the game."""
        return self._value_after_draw(self._without(now, card))

    def value_of_play(self, now: CompactPosition, card: NeededCard) -> float:
        """The point for a playable card, and the points to come after it."""
        return self._value_of_play(now, self.number[card])

    def _value_of_play(self, now: CompactPosition, number: int) -> float:
        shift = COUNT_BITS * number
        after = CompactPosition(
            now.hands & ~self.in_hands[number],
            now.unplayed & ~(1 << number),
            now.deck & ~(((1 << COUNT_BITS) - 1) << shift),
            now.cards,
            min(self.options.clue_tokens, now.tokens + self.tokens_for[number]),
            now.to_move,
            now.turns_after,
            now.within_reach - 1,
        )
        return 1 + self._value_after_draw(after)

    def _without(self, now: CompactPosition, card: NeededCard) -> CompactPosition:
        """The position once a card has left the hand of the seat to move, for the discard pile."""
        if card not in self.number:
            return now
        bit = 1 << now.to_move * self.size + self.number[card]
        after = now._replace(hands=now.hands & ~bit)
        return after._replace(within_reach=self._points_within_reach(after))

    def _discards(self, now: CompactPosition, hand: int) -> list[NeededCard]:
        """A spare card and those held twice; if there are none, and no token, any card."""
        others = 0
        for seat in range(self.players):
            if seat != now.to_move:
                others |= now.hands >> seat * self.size
        some = [SPARE] if hand.bit_count() < self.options.hand_size else []
        some += self._cards(hand & others)
        return some if some or now.tokens else self._cards(hand)

    def _cards(self, bits: int) -> list[NeededCard]:
        return [card for number, card in enumerate(self.needed) if bits >> number & 1]

    def _value_after_draw(self, now: CompactPosition) -> float:
        """The value once a card has left the hand, averaged over the cards that may be drawn."""
        if now.turns_after is not None:
            return self._value_after_turn(now)
        hands, unplayed, deck, cards, tokens, to_move, turns_after, within_reach = now
        if cards == 1:
            turns_after, tokens = self.players, 0  # nobody needs a token any more
        rest, points, place = cards, 0.0, to_move * self.size
        for number in range(self.size):
            count = deck >> COUNT_BITS * number & ((1 << COUNT_BITS) - 1)
            if count:
                rest -= count
                after = CompactPosition(
                    hands | 1 << place + number,
                    unplayed,
                    deck - (1 << COUNT_BITS * number),
                    cards - 1,
                    tokens,
                    to_move,
                    turns_after,
                    within_reach,
                )
                points += count / cards * self._value_after_turn(after)
        if rest:
            after = now._replace(cards=cards - 1, tokens=tokens, turns_after=turns_after)
            points += rest / cards * self._value_after_turn(after)
        return points

    def _value_after_turn(self, now: CompactPosition) -> float:
        """The value once the turn has passed to the next seat."""
        if now.turns_after == 0:
            return 0.0
        turns_after = None if now.turns_after is None else now.turns_after - 1
        to_move = (now.to_move + 1) % self.players
        return self._value(CompactPosition(*now[:5], to_move, turns_after, now.within_reach))

    def _points_within_reach(self, now: CompactPosition) -> int:
        """The points that the cards left would bring if there were time."""
        there = sum(
            1 << number
            for number in range(self.size)
            if now.deck >> COUNT_BITS * number & ((1 << COUNT_BITS) - 1)
        )
        for seat in range(self.players):
            there |= now.hands >> seat * self.size & self.every
        missing = now.unplayed & ~there
        for number, below in enumerate(self.below):
            if below & missing:
                missing |= 1 << number
        return (now.unplayed & ~missing).bit_count()
