"""The hat bot's turn: the first of its habits that applies; in the end what brings most points."""

from functools import cached_property
from math import isclose
from typing import NamedTuple

from tamaya.bots.api import Explanation, Move
from tamaya.bots.hat.common_knowledge import Hats, Memory
from tamaya.bots.inference.face_sets import cut, numbers
from tamaya.bots.inference.hand_odds import own_hand
from tamaya.bots.inference.possible_hands import weighed_ends
from tamaya.bots.tiles import best_take
from tamaya.rules import (
    Action,
    CardId,
    Clue,
    ColourClue,
    Discard,
    Play,
    ValueClue,
    View,
    legal_actions,
    touched,
)

PLENTY = 2  # clue tokens: with more another clue is better than a discard
PLENTY_FOR_TWO = 4  # … if a clue tells only one hand something
LIKELY = 0.75  # to fit, for a card that is useless otherwise
MOST = 1000  # positions to look at when the end is worked out


class Hint(NamedTuple):
    """A clue with the number that is due, and what every hand is known to be after it."""

    clue: Clue
    may: dict[int, list[int]]

    @property
    def move(self) -> Move:
        return Move(self.clue, Explanation("code-clue", {"seat": self.clue.to}))


class Turn:
    """One decision."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.view = view
        self.memory = memory
        self.table = view.table
        self.me = view.seat
        self.deck = memory.deck
        self.board = memory.board
        self.public = memory.public()
        self.own = own_hand(view, memory, memory.may)
        self.hand = self.own.hand
        self.legal = legal_actions(view)

    def move(self) -> Move:
        """What to do, and why."""
        if self.table.tile is not None:
            return self._tile()
        move = (
            self._warning()
            or self._sure_play()
            or self._likely_play()
            or (self._told() if self._is_waited_for() else None)
            or (self._useless_discard() if self._discards() <= self._threshold() else None)
            or (self._told() if self._is_helpful() else None)
            or self._useless_discard()
            or self._cheapest_discard()
            or self._told()
            or self._last_resort()
        )
        return self._in_the_end(move) if self.memory.is_late() else move

    def _in_the_end(self, usual: Move) -> Move:
        """With few cards left to draw: what brings most points, if habit does not."""
        habit = _plainly(usual.action)
        ends = weighed_ends(self.memory, self.own, habit, MOST)
        if self.hint is None:
            ends.pop(None, None)
        best = max(ends, key=lambda action: ends[action], default=habit)
        if best == habit or (habit in ends and isclose(ends[habit], ends[best])):
            return usual
        because = Explanation("worked-out")
        match best:
            case Play(card):
                return Move(self.own.play(card, self.memory), because)
            case Discard(card) if card in self.memory.useless(self.me):
                return self._useless_discard() or usual  # all of them are the same
            case Discard():
                return Move(best, because)
            case _:
                return Move(self.hint.clue, because) if self.hint else usual

    def _is_full(self) -> bool:
        return self.table.clue_tokens == self.table.options.clue_tokens

    def _is_waited_for(self) -> bool:
        """Whether a clue comes before a discard."""
        return self._is_full() or self._somebody_could_play()

    def _is_helpful(self) -> bool:
        plenty = PLENTY_FOR_TWO if self.table.options.players == 2 else PLENTY
        return self.table.clue_tokens > plenty or self._anybody_plays()

    def _discards(self) -> int:
        return len(self.table.discard_pile)

    def _threshold(self) -> int:
        options = self.table.options
        need = options.values * len(options.suits)
        return len(options.deck) - need - options.players * options.hand_size

    # plays

    def _sure_play(self) -> Move | None:
        fitting = self.board.fitting
        sure = [card for card, faces in self.hand.items() if not faces & ~fitting]
        if not sure:
            return None
        card = max(sure, key=self._urgency)
        return Move(self.own.play(card, self.memory), Explanation("fits-by-code", {"card": card}))

    def _urgency(self, card: CardId) -> float:
        """Low cards first, and those that nobody else could play."""
        held = [self.memory.faces[other] for other in self.view.faces]
        worth = [(10 - self.deck.step[n]) / (1 + held.count(n)) for n in numbers(self.hand[card])]
        return sum(worth) / len(worth)

    def _likely_play(self) -> Move | None:
        """A card that fits or is useless, while mistakes and discards can be afforded."""
        table = self.table
        if table.options.mistakes - table.mistakes < 2 or self._discards() > self._threshold():
            return None
        fitting, useless = self.board
        bold = {
            card: self.own.chance(card, fitting)
            for card, faces in self.hand.items()
            if not faces & ~(fitting | useless)
        }
        card = max(bold, key=lambda card: bold[card], default=None)
        if card is None or bold[card] <= LIKELY:
            return None
        return Move(Play(card), Explanation("worth-a-try", {"card": card}))

    def _somebody_could_play(self) -> bool:
        """Somebody has a card that fits and knows of none."""
        fitting = self.board.fitting
        return any(
            not self.memory.knows_a_play(seat, fitting)
            and any(fitting >> self.memory.faces[card] & 1 for card in self.table.hands[seat])
            for seat in self.memory.others(self.me)
        )

    def _anybody_plays(self) -> bool:
        fitting = self.board.fitting
        return any(fitting >> self.memory.faces[card] & 1 for card in self.view.faces)

    # discards

    def _useless_discard(self) -> Move | None:
        """A useless card; which one tells a number, if everybody knows of several."""
        if self._is_full():
            return None
        known = self.memory.useless(self.me)
        if len(known) > 1:
            card = known[self.memory.hats(self.me, len(known)).number]
            return Move(Discard(card), Explanation("code-discard", {"card": card}))
        mine = (card for card, faces in self.hand.items() if not faces & ~self.board.useless)
        for card in mine:
            return Move(Discard(card), Explanation("useless-by-code", {"card": card}))
        return None

    def _cheapest_discard(self) -> Move | None:
        """A card that somebody else surely has too; else the one that everybody expects to go."""
        if self._is_full() or not self.hand:
            return None
        seen = self.board.useless
        for card in self.view.faces:
            seen |= 1 << self.memory.faces[card]
        twice = (card for card, faces in self.hand.items() if not faces & ~seen)
        hand = self.view.hand
        card = next(twice, hand[self.public.chop([self.memory.may[card] for card in hand])])
        return Move(Discard(card), Explanation("least-risk", {"card": card}))

    def _last_resort(self) -> Move:
        """All tokens are there, and none of the clues says what would have to be told.

        While a mistake can be afforded the likeliest card is played; else a false clue is better.
        """
        clues = [one for one in self.legal if isinstance(one, ColourClue | ValueClue)]
        last_mistake = self.table.mistakes + 1 >= self.table.options.mistakes
        if clues and (last_mistake or not self.hand):
            return Move(clues[0], Explanation("nothing-better", {"seat": clues[0].to}))
        fitting = self.board.fitting
        card = max(self.hand, key=lambda card: self.own.chance(card, fitting))
        return Move(self.own.play(card, self.memory), Explanation("likeliest", {"card": card}))

    # clues

    @cached_property
    def hint(self) -> Hint | None:
        """Of the clues with the number that is due the one that says most by itself."""
        if not self.table.clue_tokens or not self.memory.others(self.me):
            return None
        channel = self.memory.channel(self.me)
        hats = self.memory.hats(self.me, channel.numbers)
        due = {
            clue: self._says(clue, cards, hats.may[clue.to])
            for clue in self.legal
            if isinstance(clue, ColourClue | ValueClue)
            and channel.number(clue, cards := touched(self.view, clue)) == hats.number
        }
        clue = max(due, key=lambda clue: due[clue], default=None)
        if clue is None:
            return None
        return Hint(clue, hats.may | {clue.to: self._cut(clue, hats)})

    def _told(self) -> Move | None:
        return self.hint and self.hint.move

    def _cut(self, clue: Clue, hats: Hats) -> list[int]:
        """What the one who is told knows, by the number and by the clue itself."""
        mask, cards = self.deck.touched(clue), touched(self.view, clue)
        return [
            cut(faces, mask, pointed=card in cards) or faces
            for card, faces in zip(self.table.hands[clue.to], hats.may[clue.to], strict=True)
        ]

    def _says(self, clue: Clue, cards: tuple[CardId, ...], may: list[int]) -> float:
        mask, product = self.deck.touched(clue), 1.0
        for card, faces in zip(self.table.hands[clue.to], may, strict=True):
            left = cut(faces, mask, pointed=card in cards)
            product *= faces.bit_count() / (left.bit_count() or 1)
        return product

    def _warning(self) -> Move | None:
        """A clue because the next player is about to discard a last copy, if it helps."""
        if self._is_full():
            return None  # nobody may discard; and if nothing can be played, a clue comes anyway
        seat = (self.me + 1) % self.table.options.players
        hand = self.table.hands[seat]
        card = self._goes(seat, [self.memory.may[card] for card in hand])
        if card is None or not self._is_last(card) or self.hint is None:
            return None
        instead = self._goes(seat, self.hint.may[seat])
        if instead is not None and self._is_last(instead):
            return None
        return Move(self.hint.clue, Explanation("warns", {"seat": seat, "card": card}))

    def _goes(self, seat: int, may: list[int]) -> CardId | None:
        """The card that somebody discards, unless a better one to play or discard is known."""
        if not may or self.public.knows_what_to_do(may):
            return None
        return self.table.hands[seat][self.public.chop(may)]

    def _is_last(self, card: CardId) -> bool:
        return bool(self.public.last >> self.memory.faces[card] & 1)

    def _tile(self) -> Move:
        clues = [one for one in self.legal if isinstance(one, ColourClue | ValueClue)]
        if not clues:
            return best_take(self.table, self.legal)

        def says(clue: Clue) -> float:
            may = [self.memory.may[card] for card in self.table.hands[clue.to]]
            return self._says(clue, touched(self.view, clue), may)

        clue = max(clues, key=says)
        return Move(clue, Explanation("tells-most", {"seat": clue.to}))


def _plainly(action: Action) -> Action | None:
    """An action as ends are listed: any clue is none, and nothing is announced."""
    if isinstance(action, ColourClue | ValueClue):
        return None
    return Play(action.card) if isinstance(action, Play) else action
