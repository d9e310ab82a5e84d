"""Which clue tells most: clues compared by what their receiver learns from them."""

from math import log2
from typing import NamedTuple

from tamaya.bots.inference.face_sets import FaceSet, is_single, narrow_by_clue
from tamaya.bots.inference.knowledge import Knowledge
from tamaya.rules import CardId, Clue, Seat, touched


class InformationGain(NamedTuple):
    """What a clue achieves; gains are compared field by field, the most important first."""

    plays: int  # cards that their holder now knows to be playable
    nearer: float  # bits about other playable cards
    saves: float  # bits about critical cards
    bits: float  # bits about anything that is no trash
    touched: int  # cards touched: a clue that touches nothing comes last


def information_gain(know: Knowledge, clue: Clue) -> InformationGain:
    """What the receiver of a clue learns from it."""
    view, needs = know.view, know.needs
    cards, clue_faces = touched(view, clue), know.deck.touched(clue)
    known_playable = _known_playable(know)
    plays, nearer, saves, bits = 0, 0.0, 0.0, 0.0
    for card, before in know.possible[clue.to].items():
        after = narrow_by_clue(before, clue_faces, touched=card in cards)
        face, learnt = know.face(card), log2(before.bit_count() / after.bit_count())
        if face & needs.trash or not learnt:
            continue
        bits += learnt
        saves += learnt if face & needs.critical else 0
        if face & needs.playable & ~known_playable:
            if not after & ~needs.playable:
                plays += 1
                known_playable |= face
            else:
                nearer += learnt
    return InformationGain(plays, nearer, saves, bits, len(cards))


def _known_playable(know: Knowledge) -> FaceSet:
    """The playable faces that a teammate, or this seat, already knows how to play."""
    faces = 0
    for seat, hand in know.possible.items():
        for card, possible in hand.items():
            if seat == know.view.seat:
                faces |= possible & know.needs.playable if is_single(possible) else 0
            elif not possible & ~know.needs.playable:
                faces |= know.face(card)
    return faces


def is_idle(know: Knowledge, seat: Seat) -> bool:
    """Whether a teammate knows neither a card to play nor a card to discard safely."""
    return not know.needs.has_obvious_move(list(know.possible[seat].values()))


def next_discard(know: Knowledge, seat: Seat) -> CardId | None:
    """The card that a careful teammate would discard next: the oldest that no clue touched."""
    hand = know.view.table.hands[seat]
    return next((card for card in hand if not know.is_clued(card)), None)
