"""The teammates: what they are about to do, as far as one can tell."""

from tamaya.bots.inference.face_sets import is_single
from tamaya.bots.inference.hand_odds import Own
from tamaya.bots.partner.beliefs import Mind
from tamaya.bots.partner.weights import Weights
from tamaya.rules import CardId, Seat, View


class Teammates:
    """All but the seat to move."""

    def __init__(self, view: View, mind: Mind, own: Own, weights: Weights) -> None:
        self.view, self.own, self.weights = view, own, weights
        self.faces = mind.faces
        self.me = view.seat
        self.next = Seat((view.seat + 1) % view.table.options.players)
        self.last = mind.last()

    def threat(self, mind: Mind) -> float:
        """What the next player is about to lose, or to play by mistake."""
        fit, hand = mind.board.fitting, mind.table.hands[self.next]
        plays = [card for card in hand if not mind.think[card] & ~fit]
        if any(not fit >> self.faces[card] & 1 for card in plays):
            return self.weights.mistake
        useless = mind.board.useless
        if plays or any(not mind.going(card) & ~useless for card in hand):
            return 0.0
        chop = mind.chop(self.next)
        return 0.0 if chop is None else self._loss(chop, useless)

    def _loss(self, card: CardId, useless: int) -> float:
        face = 1 << self.faces[card]
        if face & useless:
            return 0.0
        if face & self.last:
            return self.weights.critical
        others = (other for other in self.view.faces if other != card)
        elsewhere = any(1 << self.faces[other] == face for other in others)
        return self.weights.seen if elsewhere else self.weights.unseen

    def lies(self, mind: Mind) -> int:
        """How many cards are taken for what they are not."""
        cards = (card for card in self.view.faces if card in mind.said)
        return sum(not mind.think[card] >> self.faces[card] & 1 for card in cards)

    def doomed(self, mind: Mind) -> float:
        """How many cards would be played by mistake, as things stand."""
        doomed, fit = 0.0, mind.until(mind.ahead(self.me))
        sure = 0  # faces that will be played
        for card, mask in self.own.hand.items():
            if card in mind.said and is_single(mask):
                sure |= mask
        for card in self.view.faces:
            think, face = mind.think[card], 1 << self.faces[card]
            if card in mind.said and not think & ~fit:
                if face & sure:
                    doomed += 1.0
                elif not face & think:
                    doomed += 0.3 if face & mind.board.fitting else 1.0
                sure |= face
        return doomed
