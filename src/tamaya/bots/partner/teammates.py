"""The teammates: what they are about to do, as far as a seat can tell."""

from tamaya.bots.inference.face_sets import is_single
from tamaya.bots.inference.hand_odds import HandOdds
from tamaya.bots.partner.beliefs import Beliefs
from tamaya.bots.partner.weights import DecisionWeights
from tamaya.rules import CardId, Seat, View

PLAYABLE_ALL_THE_SAME = 0.3  # how much a misread card counts as a mistake if it is playable now


class Teammates:
    """Everybody but the seat to move."""

    def __init__(
        self, view: View, beliefs: Beliefs, odds: HandOdds, weights: DecisionWeights
    ) -> None:
        self.view, self.odds, self.weights = view, odds, weights
        self.faces = beliefs.faces
        self.me = view.seat
        self.next = Seat((view.seat + 1) % view.table.options.players)
        self.critical = beliefs.needs.critical

    def threat(self, beliefs: Beliefs) -> float:
        """What the next player is about to lose by a discard, or by a mistake."""
        playable, hand = beliefs.needs.playable, beliefs.table.hands[self.next]
        plays = [card for card in hand if not beliefs.believed[card] & ~playable]
        if any(not playable >> self.faces[card] & 1 for card in plays):
            return self.weights.mistake
        trash = beliefs.needs.trash
        if plays or any(not beliefs.believed_unsaved(card) & ~trash for card in hand):
            return 0.0
        chop = beliefs.chop(self.next)
        return 0.0 if chop is None else self._loss(chop, trash)

    def _loss(self, card: CardId, trash: int) -> float:
        face = 1 << self.faces[card]
        if face & trash:
            return 0.0
        if face & self.critical:
            return self.weights.critical
        others = (other for other in self.view.faces if other != card)
        elsewhere = any(1 << self.faces[other] == face for other in others)
        return self.weights.seen if elsewhere else self.weights.unseen

    def count_misread(self, beliefs: Beliefs) -> int:
        """How many cards are believed to be what they are not."""
        cards = (card for card in self.view.faces if card in beliefs.gotten)
        return sum(not beliefs.believed[card] >> self.faces[card] & 1 for card in cards)

    def count_coming_mistakes(self, beliefs: Beliefs) -> float:
        """How many cards would be played by mistake, as things stand."""
        heights = beliefs.expected_heights(self.me)
        mistakes, playable = 0.0, beliefs.playable_up_to(heights)
        played = 0  # faces that will be played
        for card, faces in self.odds.hand.items():
            if card in beliefs.gotten and is_single(faces):
                played |= faces
        for card in self.view.faces:
            believed, face = beliefs.believed[card], 1 << self.faces[card]
            if card in beliefs.gotten and not believed & ~playable:
                if face & played:
                    mistakes += 1.0
                elif not face & believed:
                    now = face & beliefs.needs.playable
                    mistakes += PLAYABLE_ALL_THE_SAME if now else 1.0
                played |= face
        return mistakes
