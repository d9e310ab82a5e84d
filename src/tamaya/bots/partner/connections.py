"""Prompts and finesses: the cards of others that have to come before a card."""

from collections.abc import Iterator
from typing import NamedTuple

from tamaya.bots.partner.beliefs import Mind, Said
from tamaya.rules import CardId

LONGEST = {1: 0, 2: 1, 3: 2}  # cards that may come before, by level


class Link(NamedTuple):
    """A card that comes first."""

    holder: int
    card: CardId
    face: int  # as a bit
    blind: bool  # never pointed at: a finesse, else a prompt


class Given(NamedTuple):
    """Who gave a clue to whom, at a table that plays conventions up to a level."""

    giver: int
    to: int
    level: int


class Links:
    """The ways in which a card that does not fit yet may be meant to be played."""

    def __init__(self, mind: Mind, clue: Given, focus: CardId, heights: list[int]) -> None:
        self.mind, self.focus, self.heights = mind, focus, heights
        self.giver, self.to = giver, to = clue.giver, clue.to
        last = mind.table.mistakes + 1 >= mind.table.options.mistakes
        self.longest = 0 if last else LONGEST[clue.level]  # with one mistake left nothing is dared
        self.bold = self.longest > 1  # whether one is expected to play blindly for oneself
        self.known = {mind.think[card] for card in mind.said if card != focus}  # if single
        players = len(mind.table.hands)
        self.others = [seat for n in range(1, players) if (seat := (giver + n) % players) != to]

    def by_others(self, faces: int) -> dict[int, list[Link]]:
        """The faces that the focus can have because others hold what is missing, and where."""
        found = {}
        for face, missing in self._missing(faces):
            links = self._links(missing, mine=False)
            if links is not None:
                found[face] = links
        return found

    def by_me(self, face: int) -> list[Link] | None:
        """The same with cards of this seat's own, which it cannot see."""
        if self.mind.me in (self.giver, self.to):
            return None
        for _, missing in self._missing(face):
            return self._links(missing, mine=True)
        return None

    def by_oneself(self, faces: int) -> int:
        """The faces that the focus can have because its holder holds what is missing."""
        found, needs = 0, dict[tuple[CardId, bool], int]()
        for face, missing in self._missing(faces):
            if len(missing) == 1:
                card, blind = self._candidate(self.to, missing[0], {self.focus})
                if card is not None and (self.bold or not blind):
                    found |= face
                    needs[card, blind] = needs.get((card, blind), 0) | missing[0]
        for (card, blind), need in needs.items():
            self.call(card, self.mind.may[card] & need, blind=blind)
        return found

    def mislead(self, face: int) -> None:
        """If nobody holds what is missing, all take it to be in their own hand: a giver sees it."""
        for _, missing in self._missing(face) if self.giver == self.mind.me else ():
            for seat in self.others if missing else ():
                card, blind = self._candidate(seat, missing[0], set())
                if card is not None:
                    self.call(card, missing[0], blind=blind)

    def call(self, card: CardId, face: int, *, blind: bool) -> None:
        """The holder takes a card for what is missing."""
        mind = self.mind
        if mind.may[card] & face:
            mind.think[card] = face
            if blind:
                mind.called.add(card)
                mind.said[card] = Said(mind.table.turns, self.giver, mind.board.useless)

    def _missing(self, faces: int) -> Iterator[tuple[int, list[int]]]:
        """The faces that do not fit yet, and those that nobody is known to have before them."""
        faces &= ~self.mind.board.useless
        for suit, height in zip(self.mind.deck.suits, self.heights, strict=True):
            for below in range(height + 1, min(height + 1 + self.longest, len(suit))):
                if faces & suit[below]:
                    yield suit[below], [bit for bit in suit[height:below] if bit not in self.known]

    def _links(self, missing: list[int], *, mine: bool) -> list[Link] | None:
        links: list[Link] = []
        for face in missing:
            link = self._link(face, {link.card for link in links}, mine=mine)
            if link is None:
                return None
            links.append(link)
        return links

    def _link(self, face: int, used: set[CardId], *, mine: bool) -> Link | None:
        """The one who holds a card; nobody if two may think that it is the other's turn."""
        mind, found = self.mind, list[Link]()
        for seat in self.others:
            if seat != mind.me:
                card, blind = self._candidate(seat, face, used)
                if card is not None and 1 << mind.faces[card] == face:
                    found.append(Link(seat, card, face, blind))
        if found:
            return found[0] if len(found) == 1 else None
        if mine and not self._is_spoken_of(face):
            card, blind = self._candidate(mind.me, face, used)
            if card is not None:
                return Link(mind.me, card, face, blind)
        return None

    def _is_spoken_of(self, face: int) -> bool:
        """Whether a card with this face was pointed at somewhere, whoever knows it."""
        mind = self.mind
        return any(
            card in mind.clued and 1 << mind.faces[card] == face
            for seat, hand in enumerate(mind.table.hands)
            if seat != mind.me
            for card in hand
        )

    def _candidate(self, seat: int, face: int, used: set[CardId]) -> tuple[CardId | None, bool]:
        """The card that a seat would play as this face: one pointed at, or else the newest."""
        mind = self.mind
        for card in reversed(mind.table.hands[seat]):
            if card in mind.clued and card not in used and mind.think[card] & face:
                return card, False
        newest = mind.newest(seat, used)
        return (newest if newest is not None and mind.may[newest] & face else None), True
