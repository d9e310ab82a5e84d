"""What a clue is worth: how it will be read, and what everybody does then."""

from typing import NamedTuple

from tamaya.bots.inference.face_sets import FaceSet, is_single
from tamaya.bots.partner.beliefs import Beliefs
from tamaya.bots.partner.clue_reading import ClueReading, read_clue
from tamaya.bots.partner.convention_tracker import ConventionTracker
from tamaya.bots.partner.teammates import Teammates
from tamaya.rules import CardId, Clue, touched


class ClueValue(NamedTuple):
    """What a clue is worth, and how it is read."""

    value: float
    beliefs: Beliefs  # what everybody believes after it
    reading: ClueReading | None
    fixes: bool  # whether a mistake is prevented


class ClueEvaluator:
    """Compares clues with what everybody believes now."""

    def __init__(self, tracker: ConventionTracker, mates: Teammates) -> None:
        self.tracker, self.mates, self.weights = tracker, mates, mates.weights
        self.heights = tracker.expected_heights(mates.me)
        self.placed = sum(self.heights)
        self.misread = mates.count_misread(tracker)
        self.coming_mistakes = mates.count_coming_mistakes(tracker)

    def evaluate(self, clue: Clue) -> ClueValue:
        """What one clue is worth."""
        mates, weights = self.mates, self.weights
        cards = touched(mates.view, clue)
        after = self.tracker.fork()
        reading = read_clue(after, mates.me, clue, cards, self.tracker.level)
        mistakes = mates.count_coming_mistakes(after) - self.coming_mistakes
        value = weights.plays * (sum(after.expected_heights(mates.me)) - self.placed)
        misread = mates.count_misread(after) - self.misread
        value -= weights.misread * misread + weights.coming_mistake * mistakes
        value += self._good_touch_value(after, cards)
        for card in mates.view.faces:
            learnt = self.tracker.believed[card].bit_count() - after.believed[card].bit_count()
            if learnt:
                value += weights.learnt * learnt * self._nearness(card)
        chop = self.tracker.chop(clue.to)
        if chop is not None and chop in cards and mates.critical >> mates.faces[chop] & 1:
            value += weights.save
        return ClueValue(value, after, reading, fixes=mistakes < 0)

    def _good_touch_value(self, after: Beliefs, cards: tuple[CardId, ...]) -> float:
        """Good touch: cards touched for the first time should be no trash and no duplicates."""
        mates, weights, value = self.mates, self.weights, 0.0
        trash, clued = after.needs.trash, self._clued_faces()
        for card in cards:
            face = 1 << mates.faces[card]
            if card in self.tracker.clued:
                continue
            if face & trash:
                known = not after.believed[card] & ~trash
                value -= weights.known_trash if known else weights.hidden_trash
            elif face & clued:
                value -= weights.duplicate
            else:
                own = weights.own_duplicate * self._probability_of_own(face)
                value += weights.touch * self._nearness(card) - own
                clued |= face
        return value

    def _nearness(self, card: CardId) -> float:
        """A discount for a card that others must come before."""
        n = self.mates.faces[card]
        deck = self.tracker.deck
        below = deck.step[n] - self.heights[deck.faces[n].suit]
        return self.weights.distance_discount ** max(0, below)

    def _clued_faces(self) -> FaceSet:
        """The faces of the cards that were clued, as far as this seat can tell."""
        faces, mates = 0, self.mates
        for card in self.tracker.clued:
            if card in mates.view.faces:
                faces |= 1 << mates.faces[card]
            elif is_single(mates.odds.hand[card]):
                faces |= mates.odds.hand[card]
        return faces

    def _probability_of_own(self, face: FaceSet) -> float:
        """How likely one of this seat's own clued cards has the same face."""
        odds, clued = self.mates.odds, self.tracker.clued
        chances = (odds.probability(card, face) for card in odds.hand if card in clued)
        return max(chances, default=0.0)
