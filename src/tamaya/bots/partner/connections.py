"""Prompts and finesses: the cards of others that connect a focus to its firework."""

from collections.abc import Iterator
from typing import NamedTuple

from tamaya.bots.inference.face_sets import FaceSet
from tamaya.bots.inference.needs import is_last_mistake
from tamaya.bots.partner.beliefs import Beliefs, Gotten
from tamaya.rules import CardId

MOST_CONNECTIONS = {1: 0, 2: 1, 3: 2}  # cards that may come before a focus, by level


class ConnectingCard(NamedTuple):
    """A card that is played before the focus."""

    holder: int
    card: CardId
    face: FaceSet
    blind: bool  # never clued: a finesse, else a prompt


class ClueContext(NamedTuple):
    """Who gave a clue to whom, at a table that plays conventions up to a level."""

    giver: int
    receiver: int
    level: int


class ConnectionFinder:
    """Finds the ways in which a focus that is not playable yet may be meant to be played."""

    def __init__(
        self, beliefs: Beliefs, clue: ClueContext, focus: CardId, heights: list[int]
    ) -> None:
        self.beliefs, self.focus, self.heights = beliefs, focus, heights
        self.giver, self.receiver = giver, receiver = clue.giver, clue.receiver
        # with one mistake left nobody plays blindly
        self.most = 0 if is_last_mistake(beliefs.table) else MOST_CONNECTIONS[clue.level]
        self.self_finesses = self.most > 1
        self.known = {beliefs.believed[card] for card in beliefs.gotten if card != focus}
        players = len(beliefs.table.hands)
        seats = ((giver + n) % players for n in range(1, players))
        self.others = [seat for seat in seats if seat != receiver]

    def through_others(self, faces: FaceSet) -> dict[FaceSet, list[ConnectingCard]]:
        """The faces that the focus can have because others hold what is missing, and where."""
        found = {}
        for face, missing in self._missing(faces):
            connections = self._connections(missing, through_me=False)
            if connections is not None:
                found[face] = connections
        return found

    def through_me(self, face: FaceSet) -> list[ConnectingCard] | None:
        """The same with cards of this seat's own, which it cannot see."""
        if self.beliefs.me in (self.giver, self.receiver):
            return None
        for _, missing in self._missing(face):
            return self._connections(missing, through_me=True)
        return None

    def through_receiver(self, faces: FaceSet) -> FaceSet:
        """The faces that the focus can have because its holder has what is missing, too."""
        found, needs = 0, dict[tuple[CardId, bool], FaceSet]()
        for face, missing in self._missing(faces):
            if len(missing) == 1:
                card, blind = self._candidate(self.receiver, missing[0], {self.focus})
                if card is not None and (self.self_finesses or not blind):
                    found |= face
                    needs[card, blind] = needs.get((card, blind), 0) | missing[0]
        for (card, blind), need in needs.items():
            self.believe(card, self.beliefs.possible[card] & need, blind=blind)
        return found

    def mislead(self, face: FaceSet) -> None:
        """What a giver foresees: if nobody holds what is missing, all believe that they do."""
        for _, missing in self._missing(face) if self.giver == self.beliefs.me else ():
            for seat in self.others if missing else ():
                card, blind = self._candidate(seat, missing[0], set())
                if card is not None:
                    self.believe(card, missing[0], blind=blind)

    def believe(self, card: CardId, faces: FaceSet, *, blind: bool) -> None:
        """The holder believes that a card is what is missing."""
        beliefs = self.beliefs
        if beliefs.possible[card] & faces:
            beliefs.believed[card] = faces
            if blind:
                beliefs.finessed.add(card)
                turn, trash = beliefs.table.turns, beliefs.needs.trash
                beliefs.gotten[card] = Gotten(turn, self.giver, trash)

    def _missing(self, faces: FaceSet) -> Iterator[tuple[FaceSet, list[FaceSet]]]:
        """Faces not playable yet, each with those before it that nobody is known to hold."""
        faces &= ~self.beliefs.needs.trash
        for firework, height in zip(self.beliefs.deck.firework, self.heights, strict=True):
            for below in range(height + 1, min(height + 1 + self.most, len(firework))):
                if faces & firework[below]:
                    before = firework[height:below]
                    yield firework[below], [face for face in before if face not in self.known]

    def _connections(
        self, missing: list[FaceSet], *, through_me: bool
    ) -> list[ConnectingCard] | None:
        found: list[ConnectingCard] = []
        for face in missing:
            one = self._connection(face, {one.card for one in found}, through_me=through_me)
            if one is None:
                return None
            found.append(one)
        return found

    def _connection(
        self, face: FaceSet, used: set[CardId], *, through_me: bool
    ) -> ConnectingCard | None:
        """The card that will be played as this face.

        None if there is none, or if two holders could each wait for the other.
        """
        beliefs, found = self.beliefs, list[ConnectingCard]()
        for seat in self.others:
            if seat != beliefs.me:
                card, blind = self._candidate(seat, face, used)
                if card is not None and 1 << beliefs.faces[card] == face:
                    found.append(ConnectingCard(seat, card, face, blind))
        if found:
            return found[0] if len(found) == 1 else None
        if through_me and not self._is_clued_elsewhere(face):
            card, blind = self._candidate(beliefs.me, face, used)
            if card is not None:
                return ConnectingCard(beliefs.me, card, face, blind)
        return None

    def _is_clued_elsewhere(self, face: FaceSet) -> bool:
        """Whether a teammate's card with this face was clued, whoever knows what it is."""
        beliefs = self.beliefs
        return any(
            card in beliefs.clued and 1 << beliefs.faces[card] == face
            for seat, hand in enumerate(beliefs.table.hands)
            if seat != beliefs.me
            for card in hand
        )

    def _candidate(self, seat: int, face: FaceSet, used: set[CardId]) -> tuple[CardId | None, bool]:
        """The card that a seat would play as this face, and whether that is a finesse."""
        beliefs = self.beliefs
        for card in reversed(beliefs.table.hands[seat]):
            if card in beliefs.clued and card not in used and beliefs.believed[card] & face:
                return card, False
        newest = beliefs.finesse_position(seat, used)
        if newest is not None and not beliefs.possible[newest] & face:
            newest = None
        return newest, True
