"""Questions about a hand that everybody can ask, and only those who see it can answer."""

from collections.abc import Callable
from typing import NamedTuple

from tamaya.bots.hat.public_snapshot import Public
from tamaya.bots.inference.face_sets import Board, Weights, is_single, numbers

KEEP = 0.15  # how likely a last copy is among the cards that go, for a question to be spent on it

Faces = int


class Question(NamedTuple):
    """Which of these is the first that is true? If none, the last answer."""

    asks: tuple[tuple[int, Faces], ...]  # place in the hand, faces

    @property
    def answers(self) -> int:
        return len(self.asks) + 1

    def answer(self, hand: list[int]) -> int:
        """The answer for a hand of face numbers."""
        for n, (place, faces) in enumerate(self.asks):
            if faces >> hand[place] & 1:
                return n
        return len(self.asks)

    def learn(self, hand: list[Faces], answer: int) -> None:
        """Cut what a hand can be by an answer."""
        for place, faces in self.asks[:answer]:
            hand[place] &= ~faces
        if answer < len(self.asks):
            place, faces = self.asks[answer]
            hand[place] &= faces


def talk(
    hand: list[Faces],
    public: Public,
    most: int,
    answer: Callable[[Question], int],
) -> int:
    """Ask questions while there are numbers left to tell answers by; the number that tells all."""
    told, base = 0, 1
    while (room := (most - 1 - told) // base + 1) > 1:
        question = ask(hand, public, room)
        if question is None:
            return told
        got = answer(question)
        question.learn(hand, got)
        told += base * got
        base *= question.answers
    return told


def ask(hand: list[Faces], public: Public, room: int) -> Question | None:
    """The next question, with at most `room` answers; none if nothing is worth asking."""
    board, weigh = public.board, public.weigh
    open_places = [
        place for place, faces in enumerate(hand) if not is_single(faces) and faces & ~board.useless
    ]
    if not open_places:
        return None
    chance = {place: weigh.part(hand[place], board.fitting) for place in open_places}
    if not any(faces and not faces & ~board.fitting for faces in hand):
        return _what_to_play(hand, public, room, chance)
    likely = [place for place in open_places if abs(chance[place] - 0.7) < 0.2]
    if likely:
        place = min(likely, key=lambda place: abs(chance[place] - 0.7))
        return Question(((place, board.fitting),))
    return _what_it_is(hand, board, weigh, room, open_places)


def _what_to_play(
    hand: list[Faces], public: Public, room: int, chance: dict[int, float]
) -> Question | None:
    """Which card fits? If none: must the next to go be kept? With room left: which is useless?

    The likeliest are asked about, and of those the less likely first: a later answer says no to
    all before it.
    """
    board, weigh = public.board, public.weigh
    keep = _to_keep(hand, public)
    asks = _likeliest(chance, room - 1 - len(keep))
    asked = [(place, board.fitting) for place in asks] + keep
    if not any(faces and not faces & ~board.useless for faces in hand):
        useless = {place: weigh.part(hand[place], board.useless) for place in chance}
        asked += [(p, board.useless) for p in _likeliest(useless, room - 1 - len(asked))]
    if not asked:
        return _what_it_is(hand, board, weigh, room, list(chance))
    return Question(tuple((place, hand[place] & faces) for place, faces in asked))


def _likeliest(chance: dict[int, float], most: int) -> list[int]:
    """The likeliest places, the less likely ones first."""
    places = sorted((place for place in chance if chance[place] > 0), key=lambda p: -chance[p])
    return places[: max(0, most)][::-1]


def _to_keep(hand: list[Faces], public: Public) -> list[tuple[int, Faces]]:
    """Whether the card that goes next is a last copy, if that may well be."""
    if public.knows_what_to_do(hand):
        return []
    place = public.chop(hand)
    chance = public.weigh.part(hand[place], public.last)
    return [(place, public.last)] if KEEP < chance < 1 else []


def _what_it_is(
    hand: list[Faces], board: Board, weigh: Weights, room: int, places: list[int]
) -> Question | None:
    """Which of the faces does the card have that is least likely useless?"""
    place = min(places, key=lambda p: weigh.part(hand[p], board.useless))
    faces = hand[place]
    blocks = []
    if faces & board.useless:
        blocks.append(faces & board.useless)
    needed = list(numbers(faces & ~board.useless))
    others = [0] * min(room - len(blocks), len(needed))
    for n, face in enumerate(needed):
        others[n % len(others)] |= 1 << face
    blocks += others
    if len(blocks) < 2:
        return None
    return Question(tuple((place, block) for block in blocks[:-1]))
