"""Which clue tells most: clues weighed by what their receiver learns."""

from math import log2
from typing import NamedTuple

from tamaya.bots.inference.knowledge import Faces, Knowledge, after_clue
from tamaya.rules import CardId, Clue, Seat, touched


class Worth(NamedTuple):
    """What a clue does, the weightiest first."""

    plays: int  # cards that their holder now knows to fit
    nearer: float  # bits about other cards that fit
    saves: float  # bits about last copies
    bits: float  # bits about anything useful
    points: int  # cards pointed out: a clue that points at nothing comes last


def worth(know: Knowledge, clue: Clue) -> Worth:
    """Weigh one clue."""
    view, needs = know.view, know.needs
    before = know.hands[clue.to]
    pointed = touched(view, clue)
    after = after_clue(view, clue, pointed, before)
    spoken_for = _spoken_for(know)
    plays, nearer, saves, bits = 0, 0.0, 0.0, 0.0
    for card, faces in after.items():
        face, learnt = view.faces[card], log2(len(before[card]) / len(faces))
        if face not in needs.useful or not learnt:
            continue
        bits += learnt
        saves += learnt if face in needs.last else 0
        if face in needs.fitting and face not in spoken_for:
            if faces <= needs.fitting:
                plays += 1
                spoken_for = spoken_for | {face}
            else:
                nearer += learnt
    return Worth(plays, nearer, saves, bits, len(pointed))


def _spoken_for(know: Knowledge) -> Faces:
    """The faces that some teammate, or this seat, already knows how to play."""
    theirs = {
        know.view.faces[card]
        for seat, hand in know.hands.items()
        if seat != know.view.seat
        for card, faces in hand.items()
        if faces <= know.needs.fitting
    }
    own = {face for faces in know.own.values() if len(faces) == 1 for face in faces}
    return frozenset(theirs | (own & know.needs.fitting))


def is_idle(know: Knowledge, seat: Seat) -> bool:
    """Whether a teammate knows neither a card to play nor a card to throw away."""
    needs = know.needs
    return not any(
        faces <= needs.fitting or not faces & needs.useful for faces in know.hands[seat].values()
    )


def next_discard(know: Knowledge, seat: Seat) -> CardId | None:
    """The card that a careful teammate would discard next: the oldest never pointed at."""
    hand = know.view.table.hands[seat]
    return next((card for card in hand if not know.said[card].yes), None)
