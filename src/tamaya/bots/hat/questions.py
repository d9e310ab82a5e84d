"""Questions about a hand that everybody can ask, and only those who see it can answer."""

from collections.abc import Callable
from typing import NamedTuple

from tamaya.bots.deck import Board, Weights, is_single, numbers

Faces = int


class Question(NamedTuple):
    """Which of these is the first that is true? If none, the last answer."""

    asks: tuple[tuple[int, Faces], ...]  # place in the hand, faces
    rest: bool  # whether none of them may be true

    @property
    def answers(self) -> int:
        return len(self.asks) + self.rest

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
    board: Board,
    weigh: Weights,
    most: int,
    answer: Callable[[Question], int],
) -> int:
    """Ask questions while there are numbers left to tell answers by; the number that tells all."""
    told, base = 0, 1
    while (room := (most - 1 - told) // base + 1) > 1:
        question = ask(hand, board, weigh, room)
        if question is None:
            return told
        got = answer(question)
        question.learn(hand, got)
        told += base * got
        base *= question.answers
    return told


def ask(hand: list[Faces], board: Board, weigh: Weights, room: int) -> Question | None:
    """The next question, with at most `room` answers; none if nothing is worth asking."""
    open_places = [
        place for place, faces in enumerate(hand) if not is_single(faces) and faces & ~board.useless
    ]
    if not open_places:
        return None
    chance = {}
    for place in open_places:
        whole = weigh.of(hand[place]) or 1
        chance[place] = weigh.of(hand[place] & board.fitting) / whole
    if not any(faces and not faces & ~board.fitting for faces in hand):
        return _what_to_play(hand, board, weigh, room, chance)
    likely = [place for place in open_places if abs(chance[place] - 0.7) < 0.2]
    if likely:
        place = min(likely, key=lambda place: abs(chance[place] - 0.7))
        return Question(((place, board.fitting),), rest=True)
    return _what_it_is(hand, board, weigh, room, open_places)


def _what_to_play(
    hand: list[Faces], board: Board, weigh: Weights, room: int, chance: dict[int, float]
) -> Question | None:
    """Which card fits? And if there is room, which one is useless?"""
    fits = sorted((p for p in chance if chance[p] > 0), key=lambda p: -chance[p])
    asks = [(p, board.fitting, chance[p]) for p in fits][: room - 1]
    if not any(faces and not faces & ~board.useless for faces in hand):
        useless = {p: weigh.of(hand[p] & board.useless) / (weigh.of(hand[p]) or 1) for p in chance}
        more = sorted((p for p in useless if useless[p] > 0), key=lambda p: -useless[p])
        rest = [(p, board.useless, useless[p]) for p in more][: room - 1 - len(asks)]
    else:
        rest = []
    asks.sort(key=lambda one: one[2])
    rest.sort(key=lambda one: one[2])
    asks += rest
    if not asks:
        return _what_it_is(hand, board, weigh, room, list(chance))
    return Question(tuple((p, hand[p] & faces) for p, faces, _ in asks), rest=True)


def _what_it_is(
    hand: list[Faces], board: Board, weigh: Weights, room: int, places: list[int]
) -> Question | None:
    """Which of the faces does the card have that is least likely useless?"""
    place = min(places, key=lambda p: weigh.of(hand[p] & board.useless) / (weigh.of(hand[p]) or 1))
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
    return Question(tuple((place, block) for block in blocks[:-1]), rest=True)
