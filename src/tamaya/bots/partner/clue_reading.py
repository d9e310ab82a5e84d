"""How a clue is read: which card is its focus, and what that card can be."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tamaya.bots.inference.face_sets import FaceSet, is_single, narrow_by_clue
from tamaya.bots.partner.beliefs import Beliefs, Gotten, PendingConnection
from tamaya.bots.partner.connections import ClueContext, ConnectingCard, ConnectionFinder
from tamaya.rules import CardId, Clue, ColourClue


class ClueReading(NamedTuple):
    """What a clue says about its focus: the faces that it can have, and why."""

    focus: CardId
    plays: FaceSet = 0  # playable, now or after cards that will be played anyway
    saves: FaceSet = 0  # must not be discarded
    # playable after cards of others
    connections: Mapping[FaceSet, list[ConnectingCard]] = MappingProxyType({})


def read_clue(
    beliefs: Beliefs, giver: int, clue: Clue, cards: tuple[CardId, ...], level: int
) -> ClueReading | None:
    """Update the beliefs as everybody at the table reads a clue; none if it touches no card."""
    chop = beliefs.chop(clue.to)
    new = [card for card in cards if card not in beliefs.clued]
    finessed = beliefs.finessed & set(new)
    _take_literally(beliefs, giver, clue, cards)
    if not cards:
        return None
    focus = chop if chop is not None and chop in new else max(new or cards)
    if focus in finessed or not beliefs.trusts(giver):
        return ClueReading(focus)  # it was to be played already, or the giver is not understood
    heights = beliefs.expected_heights(clue.to, giver, without=focus)
    believed = beliefs.believed[focus]
    plays = believed & (
        beliefs.playable_on(heights) | _playable_after_own(beliefs, clue.to, heights)
    )
    if not new:
        if plays:
            beliefs.believed[focus] = plays
            beliefs.deduce()
        return ClueReading(focus, plays)
    saves = _saves(beliefs, giver, clue, believed) & ~plays if focus == chop else 0
    if beliefs.trusts_silence(giver):
        saves &= ~beliefs.unsaved.get(focus, 0)  # that would have come earlier
    finder = ConnectionFinder(beliefs, ClueContext(giver, clue.to, level), focus, heights)
    connections = finder.through_others(believed & ~plays & ~saves)
    return _apply_reading(beliefs, ClueReading(focus, plays, saves, connections), finder)


def _take_literally(beliefs: Beliefs, giver: int, clue: Clue, cards: Iterable[CardId]) -> None:
    """What the clue says by itself."""
    clue_faces = beliefs.deck.touched(clue)
    for card in beliefs.table.hands[clue.to]:
        possible, touched = beliefs.possible[card], card in cards
        beliefs.possible[card] = narrow_by_clue(possible, clue_faces, touched=touched) or possible
        beliefs.believed[card] = narrow_by_clue(beliefs.believed[card], clue_faces, touched=touched)
    for card in cards:
        if card not in beliefs.clued:
            beliefs.gotten[card] = Gotten(beliefs.table.turns, giver, beliefs.needs.trash)
    beliefs.clued.update(cards)
    beliefs.finessed.difference_update(cards)
    beliefs.deduce()


def _apply_reading(beliefs: Beliefs, reading: ClueReading, finder: ConnectionFinder) -> ClueReading:
    """Believe what a clue says about a focus that was touched for the first time."""
    plays, connections = reading.plays, dict(reading.connections)
    meaning = plays | reading.saves | sum(connections)
    truth = 0 if finder.receiver == beliefs.me else 1 << beliefs.faces[reading.focus]
    if truth & ~meaning and beliefs.me not in (finder.giver, finder.receiver):
        plays |= truth & _playable_after_own(beliefs, beliefs.me, finder.heights)
        meaning |= plays
    if truth & ~meaning:
        finder.mislead(truth)
        mine = finder.through_me(truth)
        if mine is not None:
            meaning |= truth
            connections[truth] = mine
    if not meaning:
        plays = meaning = finder.through_receiver(beliefs.believed[reading.focus])
    if meaning:
        beliefs.believed[reading.focus] = meaning
        for face, chain in connections.items():
            for one in chain:
                if face == truth:
                    finder.believe(one.card, one.face, blind=one.blind)
                pending = PendingConnection(
                    one.holder, one.card, one.face, reading.focus, face, one.blind
                )
                beliefs.pending.append(pending)
        beliefs.deduce()
    return ClueReading(reading.focus, plays, reading.saves, connections)


def _playable_after_own(beliefs: Beliefs, seat: int, heights: list[int]) -> FaceSet:
    """The faces that are playable once a seat has played what it plays anyway, whatever that is."""
    playable, own = beliefs.playable_up_to(heights), 0
    for card in beliefs.table.hands[seat]:
        believed = beliefs.believed[card]
        if card in beliefs.gotten and not is_single(believed) and not believed & ~playable:
            own |= believed
    after = 0
    for firework, height in zip(beliefs.deck.firework, heights, strict=True):
        if height + 1 < len(firework) and own & firework[height]:
            after |= firework[height + 1]
    return after & ~beliefs.needs.trash


def _saves(beliefs: Beliefs, giver: int, clue: Clue, believed: FaceSet) -> FaceSet:
    """What the chop can be, if the clue is a save clue.

    A critical card; by value also the second card of a firework, if no other copy is seen. A card
    of which the deck has a single copy is not saved by colour.
    """
    deck, critical = beliefs.deck, beliefs.needs.critical
    if isinstance(clue, ColourClue):
        saves = critical & ~sum(1 << n for n, count in enumerate(deck.copies) if count == 1)
    else:
        seen = 0
        for holder, hand in enumerate(beliefs.table.hands):
            if holder not in (clue.to, giver, beliefs.me):
                for card in hand:
                    seen |= 1 << beliefs.faces[card]
        seconds = sum(firework[1] for firework in deck.firework if len(firework) > 1)
        saves = critical | seconds & ~seen
    return believed & saves & ~beliefs.needs.trash
