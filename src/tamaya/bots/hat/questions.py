"""Questions about a hand: everybody knows which are asked, only those who see it know the answers.

A hand's hat is the number that encodes the answers.
"""

from collections.abc import Callable
from typing import NamedTuple

from tamaya.bots.hat.public_snapshot import PublicSnapshot
from tamaya.bots.inference.face_sets import FaceSet, face_numbers, is_single

CHOP_AT_RISK = 0.02  # the chop must be critical with this probability to be asked about
CHOP_AT_RISK_FOR_TWO = 0.15  # … if a clue tells only one hand something


class Question(NamedTuple):
    """Which of these statements is the first true one? The last answer: none of them."""

    statements: tuple[tuple[int, FaceSet], ...]  # the card at this place has one of these faces

    @property
    def answers(self) -> int:
        return len(self.statements) + 1

    def answer(self, hand: list[int]) -> int:
        """The answer for a hand of face numbers."""
        for n, (place, faces) in enumerate(self.statements):
            if faces >> hand[place] & 1:
                return n
        return len(self.statements)

    def learn(self, possible: list[FaceSet], answer: int) -> None:
        """Narrow what a hand can be by an answer, in place."""
        for place, faces in self.statements[:answer]:
            possible[place] &= ~faces
        if answer < len(self.statements):
            place, faces = self.statements[answer]
            possible[place] &= faces


def ask_all(
    possible: list[FaceSet],
    public: PublicSnapshot,
    modulus: int,
    answer: Callable[[Question], int],
) -> int:
    """Ask questions while a number below `modulus` can encode the answers; return that number.

    What the answers tell about the hand narrows `possible` in place.
    """
    number, base = 0, 1
    while (room := (modulus - 1 - number) // base + 1) > 1:
        question = next_question(possible, public, room)
        if question is None:
            return number
        got = answer(question)
        question.learn(possible, got)
        number += base * got
        base *= question.answers
    return number


def next_question(possible: list[FaceSet], public: PublicSnapshot, room: int) -> Question | None:
    """The next question, with at most `room` answers; none if nothing is worth asking."""
    needs, copies = public.needs, public.copies
    open_places = [
        place
        for place, faces in enumerate(possible)
        if not is_single(faces) and faces & ~needs.trash
    ]
    if not open_places:
        return None
    chance = {place: copies.probability(possible[place], needs.playable) for place in open_places}
    if not any(faces and not faces & ~needs.playable for faces in possible):
        return _ask_what_to_play(possible, public, room, chance)
    likely = [place for place in open_places if abs(chance[place] - 0.7) < 0.2]
    if likely:
        place = min(likely, key=lambda place: abs(chance[place] - 0.7))
        return Question(((place, needs.playable),))
    return _ask_identity(possible, public, room, open_places)


def _ask_what_to_play(
    possible: list[FaceSet], public: PublicSnapshot, room: int, chance: dict[int, float]
) -> Question | None:
    """Which card is playable? If none: is the chop critical? With room left: which card is trash?

    The likeliest cards are asked about, and among them the less likely first: a later answer says
    no to all before it.
    """
    needs, copies = public.needs, public.copies
    chop = _chop_at_risk(possible, public)
    asks = _likeliest(chance, room - 1 - len(chop))
    asked = [(place, needs.playable) for place in asks] + chop
    if not any(faces and not faces & ~needs.trash for faces in possible):
        trash = {place: copies.probability(possible[place], needs.trash) for place in chance}
        asked += [(p, needs.trash) for p in _likeliest(trash, room - 1 - len(asked))]
    if not asked:
        return _ask_identity(possible, public, room, list(chance))
    return Question(tuple((place, possible[place] & faces) for place, faces in asked))


def _likeliest(chance: dict[int, float], most: int) -> list[int]:
    """The likeliest places, the less likely ones first."""
    places = sorted((place for place in chance if chance[place] > 0), key=lambda p: -chance[p])
    return places[: max(0, most)][::-1]


def _chop_at_risk(possible: list[FaceSet], public: PublicSnapshot) -> list[tuple[int, FaceSet]]:
    """The statement that the chop is critical, if that is likely enough."""
    if public.needs.has_obvious_move(possible):
        return []
    place = public.chop(possible)
    critical = public.needs.critical
    chance = public.copies.probability(possible[place], critical)
    at_risk = CHOP_AT_RISK_FOR_TWO if public.players == 2 else CHOP_AT_RISK
    return [(place, critical)] if at_risk < chance < 1 else []


def _ask_identity(
    possible: list[FaceSet], public: PublicSnapshot, room: int, places: list[int]
) -> Question | None:
    """Which face does the card have that is least likely to be trash?"""
    trash, copies = public.needs.trash, public.copies
    place = min(places, key=lambda p: copies.probability(possible[p], trash))
    faces = possible[place]
    blocks = []
    if faces & trash:
        blocks.append(faces & trash)
    needed = list(face_numbers(faces & ~trash))
    others = [0] * min(room - len(blocks), len(needed))
    for n, face in enumerate(needed):
        others[n % len(others)] |= 1 << face
    blocks += others
    if len(blocks) < 2:
        return None
    return Question(tuple((place, block) for block in blocks[:-1]))
