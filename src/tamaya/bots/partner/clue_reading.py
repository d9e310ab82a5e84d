"""How a clue is read: which card it is about, and what that card can be."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from tamaya.bots.partner.beliefs import Mind, Said, Wait
from tamaya.bots.partner.connections import Given, Link, Links
from tamaya.rules import CardId, Clue, ColourClue


class Read(NamedTuple):
    """What a clue was taken to mean."""

    focus: CardId
    plays: int = 0  # the faces that can be played, now or after cards that will be played anyway
    saves: int = 0  # the faces that must not be discarded
    links: Mapping[int, list[Link]] = MappingProxyType(
        {}
    )  # the faces that can be played after others' cards


def read(mind: Mind, giver: int, clue: Clue, cards: tuple[CardId, ...], level: int) -> Read | None:
    """Take a clue in, as its receiver and everybody else does; what it was taken to mean."""
    chop = mind.chop(clue.to)
    new = [card for card in cards if card not in mind.clued]
    called = mind.called & set(new)
    _literally(mind, giver, clue, cards)
    if not cards:
        return None
    focus = chop if chop is not None and chop in new else max(new or cards)
    if focus in called or not mind.trusts(giver):
        return Read(focus)  # it was to be played already, or nobody knows what is meant
    heights = mind.ahead(clue.to, giver, but=focus)
    think = mind.think[focus]
    plays = think & (mind.fitting(heights) | _after_own(mind, clue.to, heights))
    if not new:
        if plays:
            mind.think[focus] = plays
            mind.settle()
        return Read(focus, plays)
    saves = _saves(mind, giver, clue, think) & ~plays if focus == chop else 0
    if mind.has_proven_right(giver):
        saves &= ~mind.unsaved.get(focus, 0)  # that would have come earlier
    links = Links(mind, Given(giver, clue.to, level), focus, heights)
    return _settled(
        mind, Read(focus, plays, saves, links.by_others(think & ~plays & ~saves)), links
    )


def _literally(mind: Mind, giver: int, clue: Clue, cards: Iterable[CardId]) -> None:
    """What the clue says by itself."""
    mask = mind.deck.touched(clue)
    for card in mind.table.hands[clue.to]:
        cut = mask if card in cards else ~mask
        mind.may[card] = mind.may[card] & cut or mind.may[card]
        mind.think[card] &= cut
    for card in cards:
        if card not in mind.clued:
            mind.said[card] = Said(mind.table.turns, giver, mind.board.useless)
    mind.clued.update(cards)
    mind.called.difference_update(cards)
    mind.settle()


def _settled(mind: Mind, got: Read, links: Links) -> Read:
    """Make up one's mind about a card that was pointed at for the first time."""
    plays, by_face = got.plays, dict(got.links)
    meaning = plays | got.saves | sum(by_face)
    truth = 0 if links.to == mind.me else 1 << mind.faces[got.focus]
    if truth & ~meaning and mind.me not in (links.giver, links.to):
        plays |= truth & _after_own(mind, mind.me, links.heights)
        meaning |= plays
    if truth & ~meaning:
        links.mislead(truth)
        mine = links.by_me(truth)
        if mine is not None:
            meaning |= truth
            by_face[truth] = mine
    if not meaning:
        plays = meaning = links.by_oneself(mind.think[got.focus])
    if meaning:
        mind.think[got.focus] = meaning
        for face, chain in by_face.items():
            for link in chain:
                if face == truth:
                    links.call(link.card, link.face, blind=link.blind)
                mind.waits.append(
                    Wait(link.holder, link.card, link.face, got.focus, face, link.blind)
                )
        mind.settle()
    return Read(got.focus, plays, got.saves, by_face)


def _after_own(mind: Mind, seat: int, heights: list[int]) -> int:
    """The faces that fit once a seat has played what it will play anyway, whatever that is."""
    fit, mine = mind.until(heights), 0
    for card in mind.table.hands[seat]:
        think = mind.think[card]
        if card in mind.said and think & (think - 1) and not think & ~fit:
            mine |= think
    after = 0
    for suit, height in zip(mind.deck.suits, heights, strict=True):
        if height + 1 < len(suit) and mine & suit[height]:
            after |= suit[height + 1]
    return after & ~mind.board.useless


def _saves(mind: Mind, giver: int, clue: Clue, think: int) -> int:
    """What a card about to be discarded can be, if the clue is to keep it.

    A last copy; by its value also the second card of a firework, if no other copy is seen. A card
    that there is only once is not kept by its colour.
    """
    cards = mind.deck
    last = mind.last()
    if isinstance(clue, ColourClue):
        saves = last & ~sum(1 << n for n, count in enumerate(cards.copies) if count == 1)
    else:
        seen = 0
        for holder, hand in enumerate(mind.table.hands):
            if holder not in (clue.to, giver, mind.me):
                for card in hand:
                    seen |= 1 << mind.faces[card]
        saves = last | sum(suit[1] for suit in cards.suits if len(suit) > 1) & ~seen
    return think & saves & ~mind.board.useless
