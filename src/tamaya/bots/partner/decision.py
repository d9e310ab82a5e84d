"""The partner's turn: all that can be done is weighed, and the weightiest is done."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tamaya.bots.api import Explanation, Move
from tamaya.bots.inference.face_sets import is_single, numbers
from tamaya.bots.inference.hand_odds import own_hand
from tamaya.bots.partner.beliefs import Mind
from tamaya.bots.partner.clue_values import Clues, Worth
from tamaya.bots.partner.convention_tracker import Memory
from tamaya.bots.partner.explanations import Reasons
from tamaya.bots.partner.forecast import Clock, points_to_come
from tamaya.bots.partner.teammates import Teammates
from tamaya.bots.partner.weights import BY_PLAYERS
from tamaya.bots.tiles import best_take
from tamaya.rules import (
    CardId,
    Clue,
    ColourClue,
    Discard,
    Play,
    ValueClue,
    View,
    legal_actions,
)
from tamaya.rules.scoring import reachable_heights


class Choice(NamedTuple):
    """Something that can be done."""

    value: float
    move: Move


class Turn:
    """One decision."""

    def __init__(self, view: View, memory: Memory) -> None:
        self.view, self.memory = view, memory
        self.table = view.table
        self.board = memory.board
        self.players = view.table.options.players
        self.weights = BY_PLAYERS[self.players]
        going = {card: memory.going(card) for card in view.hand}
        self.going = own_hand(view, memory, going, memory.think, memory.may)  # for discards
        self.own = own_hand(view, memory, memory.think, memory.may)
        if memory.has_proven_right((view.seat - 1) % self.players):
            self.own = self.going
        self.hand = self.own.hand
        self.mates = Teammates(view, memory, self.own, self.weights)
        self.because = Reasons(memory, self.own, self.mates)
        self.threat = self.mates.threat(memory)
        self.legal = legal_actions(view)
        ahead = sum(memory.ahead(view.seat))
        self.need = sum(reachable_heights(self.table)) - ahead  # cards that nobody knows to play

    def move(self) -> Move:
        """What to do, and why."""
        clues = self._clues()
        if self.table.tile is not None:
            return self._tile(clues)
        choices = [*self._plays(), *self._told(clues), *self._discards(), *self._gambles()]
        if not choices:
            return Move(self.legal[0], Explanation("nothing-better"))
        return max(choices, key=lambda choice: choice.value).move

    # plays

    def _plays(self) -> Iterator[Choice]:
        """The best of the cards that fit, as far as one knows."""
        fit, daring = self.board.fitting, not self._is_last_mistake()
        sure = [
            card
            for card, faces in self.hand.items()
            if not faces & ~fit and (daring or not self._is_doubtful(card))
        ]
        if not sure:
            return
        due = self._due()
        card = min(sure, key=lambda card: (card not in due, self._step(card)))
        value = self.weights.play + (self.weights.due if card in due else 0.0) - self.threat
        play = self.own.play(card, self.memory)
        yield Choice(value + self._late(play, self.memory), Move(play, self.because.play(card)))

    def _is_last_mistake(self) -> bool:
        return self.table.mistakes + 1 >= self.table.options.mistakes

    def _is_doubtful(self, card: CardId) -> bool:
        """Whether a card fits only by the word, or the silence, of somebody misread before."""
        said = self.memory.said.get(card)
        giver = (self.view.seat - 1) % self.players if said is None else said.giver
        reading = bool(self.memory.may[card] & ~self.board.fitting)
        return reading and (said is None or self.memory.wrong[giver] > 0)

    def _due(self) -> set[CardId]:
        """Own cards that somebody waits for."""
        fit, me = self.board.fitting, self.view.seat
        waited = {w.card for w in self.memory.waits if w.holder == me and w.face & fit}
        return self.memory.called | waited

    def _step(self, card: CardId) -> int:
        return min(self.memory.deck.step[n] for n in numbers(self.hand[card]))

    def _gambles(self) -> Iterator[Choice]:
        """In the last round a mistake that does not end the game costs nothing."""
        table, fit = self.table, self.board.fitting
        if table.turns_after is None or self._is_last_mistake():
            return
        card = max(self.hand, key=lambda card: self.own.chance(card, fit), default=None)
        if card is not None and self.own.chance(card, fit) > 0:
            play = self.own.play(card, self.memory)
            value = 0.1 - self.threat + self._late(play, self.memory)
            yield Choice(value, Move(play, self.because.gamble(card)))

    # clues

    def _clues(self) -> Mapping[Clue, Worth]:
        clues = Clues(self.memory, self.mates)
        return {
            action: clues.worth(action)
            for action in self.legal
            if isinstance(action, ColourClue | ValueClue)
        }

    def _told(self, clues: Mapping[Clue, Worth]) -> Iterator[Choice]:
        """The best of the clues."""
        values = {}
        for clue, worth in clues.items():
            value = (
                worth.value - self.mates.threat(worth.mind) - self._token(self.table.clue_tokens)
            )
            values[clue] = value + self._late(clue, worth.mind)
        if values:
            best = max(values, key=lambda clue: values[clue])
            yield Choice(values[best], Move(best, self.because.clue(best, clues[best])))

    def _token(self, number: int) -> float:
        """What a clue token is worth, if it is the last but so many: less if fewer are needed."""
        spare = max(0, number - self.need)
        scarce = 1.0 + self.weights.scarce / number
        return self.weights.token * scarce * self.weights.plenty**spare

    # discards

    def _discards(self) -> Iterator[Choice]:
        table = self.table
        if table.clue_tokens == table.options.clue_tokens or not self.hand:
            return
        card = self._to_discard()
        gain = self._token(table.clue_tokens + 1)
        value = gain - self._risk(card) - self.threat - self._haste()
        discard = Discard(card)
        move = Move(discard, self.because.discard(card))
        yield Choice(value + self._late(discard, self.memory), move)

    def _to_discard(self) -> CardId:
        """A useless card; else the oldest never spoken of; else the one that is least risky."""
        going, dead = self.going.hand, self.board.useless
        useless = (card for card, faces in going.items() if not faces & ~dead)
        card = next(useless, self.memory.chop(self.view.seat))
        return min(self.hand, key=self._risk) if card is None else card

    def _risk(self, card: CardId) -> float:
        last = self.mates.last
        needed = ~self.board.useless & ~last
        chance = self.going.chance
        return self.weights.critical * chance(card, last) + self.weights.unseen * chance(
            card, needed
        )

    # time

    def _haste(self) -> float:
        """What a card drawn for nothing costs, when few are left."""
        table, weights = self.table, self.weights
        if table.options.bouquet:
            return 0.0
        to_come = sum(reachable_heights(table)) - sum(table.fireworks)
        spare = table.deck_left + self.players * weights.round - to_come
        return weights.haste if spare <= 0 else weights.haste * weights.soon / (1 + spare)

    def _late(self, action: Play | Discard | Clue, mind: Mind) -> float:
        """In the last rounds: what an action leaves to come, as far as can be foreseen."""
        table = self.table
        if table.options.bouquet or table.deck_left > self.weights.late:
            return 0.0
        heights, tokens, own = list(table.fireworks), table.clue_tokens, dict(self.hand)
        made = 0
        if isinstance(action, Play):
            faces = own.pop(action.card)
            made = int(not faces & ~self.board.fitting)
            if is_single(faces) and faces & self.board.fitting:
                suit = self.memory.deck.faces[faces.bit_length() - 1].suit
                heights[suit] += 1
                tokens += heights[suit] == table.options.values
        elif isinstance(action, Discard):
            del own[action.card]
            tokens += 1
        else:
            tokens -= 1
        clock = Clock(self.view.seat, tokens, table.deck_left, table.turns_after)
        draws = isinstance(action, Play | Discard)
        after = clock.passed(drew=draws, players=self.players)
        return self.weights.foresight * (made + points_to_come(mind, heights, after, own))

    def _tile(self, clues: Mapping[Clue, Worth]) -> Move:
        if not clues:
            return best_take(self.table, self.legal)
        best = max(clues, key=lambda clue: clues[clue].value)
        return Move(best, self.because.clue(best, clues[best]))
