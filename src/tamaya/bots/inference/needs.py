"""What the fireworks need (playable, trash and critical faces), and what a mistake costs."""

from collections.abc import Sequence
from typing import NamedTuple

from tamaya.bots.inference.face_sets import DeckFaces, FaceSet
from tamaya.rules import Table
from tamaya.rules.scoring import reachable_heights


class FireworkNeeds(NamedTuple):
    """All faces sorted by what the fireworks can do with them."""

    playable: FaceSet  # placed at once
    trash: FaceSet  # never placed any more, by the copies left
    critical: FaceSet  # no trash, and only one copy is left

    def has_obvious_move(self, hand: Sequence[FaceSet]) -> bool:
        """Whether a hand has a card known to be playable, or known to be trash."""
        playable, trash = self.playable, self.trash
        return any(not faces & ~playable or not faces & ~trash for faces in hand)


def firework_needs(deck: DeckFaces, table: Table, copies_left: Sequence[int]) -> FireworkNeeds:
    """What the fireworks on the table need; `copies_left` are those that do not lie face up."""
    playable = trash = 0
    for firework, height, reach in zip(
        deck.firework, table.fireworks, reachable_heights(table), strict=True
    ):
        for below, face in enumerate(firework):
            if below < height or below >= reach:
                trash |= face
            elif below == height:
                playable |= face
    single = sum(1 << n for n, count in enumerate(copies_left) if count == 1)
    return FireworkNeeds(playable, trash, single & ~trash)


def copies_face_down(deck: DeckFaces, table: Table) -> list[int]:
    """How many copies of each face do not lie face up on the table."""
    left = list(deck.copies)
    for face in table.discard_pile:
        left[deck.number[face]] -= 1
    for firework, height in zip(deck.firework, table.fireworks, strict=True):
        for bit in firework[:height]:
            left[bit.bit_length() - 1] -= 1
    return left


def is_last_mistake(table: Table) -> bool:
    """Whether the next mistake ends the game."""
    return table.mistakes + 1 >= table.options.mistakes


def is_mistake_free(table: Table) -> bool:
    """Whether a mistake costs nothing now: the seat's last turn, and it does not end the game."""
    last_turn = table.turns_after is not None and table.turns_after < table.options.players
    return last_turn and not is_last_mistake(table)
