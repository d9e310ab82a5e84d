"""One decision of the partner: every option is given a value, and the best is chosen."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tamaya.bots.api import Explanation, Move
from tamaya.bots.inference.face_sets import face_numbers, is_single
from tamaya.bots.inference.hand_odds import own_hand_odds
from tamaya.bots.inference.needs import is_last_mistake, is_mistake_free
from tamaya.bots.partner.beliefs import Beliefs
from tamaya.bots.partner.clue_values import ClueEvaluator, ClueValue
from tamaya.bots.partner.convention_tracker import ConventionTracker
from tamaya.bots.partner.explanations import MoveExplainer
from tamaya.bots.partner.forecast import TurnCountdown, forecast_points
from tamaya.bots.partner.teammates import Teammates
from tamaya.bots.partner.weights import BY_PLAYERS
from tamaya.bots.tiles import best_take
from tamaya.rules import CardId, Clue, Discard, Play, View, legal_actions
from tamaya.rules.scoring import reachable_heights


class ValuedMove(NamedTuple):
    """A move and what it is worth."""

    value: float
    move: Move


class PartnerDecision:
    """One turn of the partner."""

    def __init__(self, view: View, tracker: ConventionTracker) -> None:
        self.view, self.tracker = view, tracker
        self.table = view.table
        self.needs = tracker.needs
        self.players = view.table.options.players
        self.weights = BY_PLAYERS[self.players]
        unsaved = {card: tracker.believed_unsaved(card) for card in view.hand}
        believed, possible = tracker.believed, tracker.possible
        self.discard_odds = own_hand_odds(view, tracker, unsaved, believed, possible)
        self.odds = own_hand_odds(view, tracker, believed, possible)
        if tracker.trusts_silence((view.seat - 1) % self.players):
            self.odds = self.discard_odds
        self.hand = self.odds.hand
        self.mates = Teammates(view, tracker, self.odds, self.weights)
        self.explain = MoveExplainer(tracker, self.odds, self.mates)
        self.threat = self.mates.threat(tracker)
        self.legal = legal_actions(view)
        expected = sum(tracker.expected_heights(view.seat))
        self.clues_needed = sum(reachable_heights(self.table)) - expected

    def move(self) -> Move:
        """Choose a move."""
        clues = self._evaluate_clues()
        if self.table.tile is not None:
            return self._tile(clues)
        moves = [*self._plays(), *self._clues(clues), *self._discards(), *self._gambles()]
        if not moves:
            return Move(self.legal[0], Explanation("nothing-better"))
        return max(moves, key=lambda one: one.value).move

    # plays

    def _plays(self) -> Iterator[ValuedMove]:
        """The best of the cards that are believed to be playable."""
        playable, daring = self.needs.playable, not is_last_mistake(self.table)
        sure = [
            card
            for card, faces in self.hand.items()
            if not faces & ~playable and (daring or not self._is_doubtful(card))
        ]
        if not sure:
            return
        due = self._due()
        card = min(sure, key=lambda card: (card not in due, self._step(card)))
        value = self.weights.play + (self.weights.due if card in due else 0.0) - self.threat
        play = self.odds.play(card, self.tracker)
        value += self._forecast(play, self.tracker)
        yield ValuedMove(value, Move(play, self.explain.play(card)))

    def _is_doubtful(self, card: CardId) -> bool:
        """Whether a card is playable only by a clue, or the silence, of a giver misread before."""
        gotten = self.tracker.gotten.get(card)
        giver = (self.view.seat - 1) % self.players if gotten is None else gotten.giver
        by_convention = bool(self.tracker.possible[card] & ~self.needs.playable)
        return by_convention and (gotten is None or self.tracker.wrong[giver] > 0)

    def _due(self) -> set[CardId]:
        """This seat's cards that somebody waits for."""
        playable, me = self.needs.playable, self.view.seat
        pending = self.tracker.pending
        waited_for = {one.card for one in pending if one.holder == me and one.face & playable}
        return self.tracker.finessed | waited_for

    def _step(self, card: CardId) -> int:
        return min(self.tracker.deck.step[n] for n in face_numbers(self.hand[card]))

    def _gambles(self) -> Iterator[ValuedMove]:
        """The card that is most likely playable, where a mistake costs nothing."""
        if not is_mistake_free(self.table):
            return
        playable = self.needs.playable
        card = max(self.hand, key=lambda card: self.odds.probability(card, playable), default=None)
        if card is not None and self.odds.probability(card, playable) > 0:
            play = self.odds.play(card, self.tracker)
            value = 0.1 - self.threat + self._forecast(play, self.tracker)
            yield ValuedMove(value, Move(play, self.explain.gamble(card)))

    # clues

    def _evaluate_clues(self) -> Mapping[Clue, ClueValue]:
        evaluator = ClueEvaluator(self.tracker, self.mates)
        clues = (action for action in self.legal if isinstance(action, Clue))
        return {clue: evaluator.evaluate(clue) for clue in clues}

    def _clues(self, clues: Mapping[Clue, ClueValue]) -> Iterator[ValuedMove]:
        """The best of the clues."""
        token, values = self._token_value, {}
        for clue, gain in clues.items():
            value = gain.value - self.mates.threat(gain.beliefs) - token(self.table.clue_tokens)
            values[clue] = value + self._forecast(clue, gain.beliefs)
        if values:
            best = max(values, key=lambda clue: values[clue])
            yield ValuedMove(values[best], Move(best, self.explain.clue(best, clues[best])))

    def _token_value(self, tokens: int) -> float:
        """What the last of so many clue tokens is worth: less if there are more than needed."""
        spare = max(0, tokens - self.clues_needed)
        scarce = 1.0 + self.weights.scarce / tokens
        return self.weights.token * scarce * self.weights.plenty**spare

    # discards

    def _discards(self) -> Iterator[ValuedMove]:
        table = self.table
        if table.clue_tokens == table.options.clue_tokens or not self.hand:
            return
        card = self._to_discard()
        gain = self._token_value(table.clue_tokens + 1)
        value = gain - self._risk(card) - self.threat - self._cost_of_draw()
        discard = Discard(card)
        move = Move(discard, self.explain.discard(card))
        yield ValuedMove(value + self._forecast(discard, self.tracker), move)

    def _to_discard(self) -> CardId:
        """Trash; else the chop; else the card with the least risk."""
        hand, not_trash = self.discard_odds.hand, ~self.needs.trash
        trash = (card for card, faces in hand.items() if not faces & not_trash)
        card = next(trash, self.tracker.chop(self.view.seat))
        return min(self.hand, key=self._risk) if card is None else card

    def _risk(self, card: CardId) -> float:
        critical, trash = self.needs.critical, self.needs.trash
        chance, weights = self.discard_odds.probability, self.weights
        needed = chance(card, ~trash & ~critical)
        return weights.critical * chance(card, critical) + weights.unseen * needed

    # time

    def _cost_of_draw(self) -> float:
        """What a card drawn for nothing costs, when few are left."""
        table, weights = self.table, self.weights
        if table.options.bouquet:
            return 0.0
        to_come = sum(reachable_heights(table)) - sum(table.fireworks)
        spare = table.deck_left + self.players * weights.round - to_come
        return weights.haste if spare <= 0 else weights.haste * weights.soon / (1 + spare)

    def _forecast(self, action: Play | Discard | Clue, beliefs: Beliefs) -> float:
        """In the last rounds: the value of the points to come after an action."""
        table = self.table
        if table.options.bouquet or table.deck_left > self.weights.forecast_from:
            return 0.0
        heights, tokens, hand = list(table.fireworks), table.clue_tokens, dict(self.hand)
        placed = 0
        if isinstance(action, Play):
            faces = hand.pop(action.card)
            placed = int(not faces & ~self.needs.playable)
            if is_single(faces) and faces & self.needs.playable:
                suit = self.tracker.deck.faces[faces.bit_length() - 1].suit
                heights[suit] += 1
                tokens += heights[suit] == table.options.values
        elif isinstance(action, Discard):
            del hand[action.card]
            tokens += 1
        else:
            tokens -= 1
        now = TurnCountdown(self.view.seat, tokens, table.deck_left, table.turns_after)
        draws = isinstance(action, Play | Discard)
        after = now.passed(drew=draws, players=self.players)
        return self.weights.forecast * (placed + forecast_points(beliefs, heights, after, hand))

    def _tile(self, clues: Mapping[Clue, ClueValue]) -> Move:
        if not clues:
            return best_take(self.table, self.legal)
        best = max(clues, key=lambda clue: clues[clue].value)
        return Move(best, self.explain.clue(best, clues[best]))
