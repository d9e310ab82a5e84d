"""The hat bot, one decision at a time: what a clue tells everybody, and which habit applies."""

from collections import Counter
from collections.abc import Callable

import pytest

from support.scenes import after, scene
from tamaya.bots.hat import HatBot
from tamaya.bots.hat.common_knowledge import CommonKnowledge
from tamaya.bots.hat.public_snapshot import PublicSnapshot
from tamaya.bots.hat.questions import Question, ask_all, next_question
from tamaya.bots.inference.endgame_solver import SPARE
from tamaya.bots.inference.face_sets import CopyCounts, deck_faces
from tamaya.bots.inference.needs import FireworkNeeds
from tamaya.bots.inference.possible_hands import _possible_hands
from tamaya.deals import seeded
from tamaya.formats.notation import action_text
from tamaya.rules import (
    Action,
    ColourClue,
    Discard,
    Seat,
    State,
    ValueClue,
    apply,
    legal_actions,
    parse_options,
    start,
    touched,
    view,
)
from tamaya.text.labels import face_text

ADA, BO, CY = "r1 y4 g4 w4 b4", "r2 y1 g3 w3 b3", "g1 r4 y2 w2 b2"


def memory(state: State, seat: int) -> CommonKnowledge:
    return HatBot().track(view(state, Seat(seat)))


def knows(state: State, seat: int) -> list[str]:
    """What a seat's own cards can be, if that is not much."""
    kept = memory(state, seat)
    masks = [kept.possible[card] for card in state.table.hands[seat]]
    named = enumerate(kept.deck.faces)
    names = {n: face_text(state.table.options, face) for n, face in named}
    return [
        " ".join(name for n, name in names.items() if mask >> n & 1)
        if mask.bit_count() <= 5
        else "?"
        for mask in masks
    ]


def moved(state: State) -> tuple[str, str]:
    """What the seat to move does, and why."""
    move = HatBot().act(view(state, state.table.to_move))
    assert move.why is not None
    return action_text(state.table, move.action), move.why.code


def test_one_clue_tells_everybody_what_to_play() -> None:
    opening = scene("base+noempty", f"{ADA} {BO} {CY}", players=3)
    clue, why = moved(opening)
    assert (clue, why) == ("C:r", "code-clue")
    told = after(opening, clue)
    assert knows(told, 1) == ["?", "r1 y1 g1 w1 b1", "?", "?", "?"], "nobody pointed at it"
    assert knows(told, 2) == ["y1 g1 w1 b1", "r2 r3 r4 r5", "?", "?", "?"], "and it is not red"
    assert moved(told) == ("p2", "fits-by-code")


def test_what_may_be_useless_by_now_is_tried_while_mistakes_are_left() -> None:
    told = scene("base+noempty", f"{ADA} {BO} {CY}", "C:r p2", players=3)
    assert knows(told, 2)[0] == "y1 g1 w1 b1", "yellow is just played"
    assert moved(told) == ("p1", "worth-a-try")
    careful = scene("base+noempty+mistakes=1", f"{ADA} {BO} {CY}", "C:r p2", players=3)
    assert moved(careful)[1] == "code-clue"


def test_a_last_copy_about_to_go_is_warned_of() -> None:
    hands = "r2 y2 g2 w2 b2 g5 r4 y4 w1 b4"
    opening = scene("base+noempty", hands, "B:r A:y")
    assert opening.table.hands[1][0] == 5, "the green 5 goes next"
    clue, why = moved(opening)
    assert (clue, why) == ("B:4", "warns")
    assert moved(after(opening, clue)) == ("p4", "fits-by-code"), "and something goes instead"


# numbers


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["base", "base+noempty", "wild5+black+noempty"])
def test_every_number_can_be_told(variant: str, players: int) -> None:
    """Of the first hands of a game, whatever the sum of the hats is."""
    state = scene(variant, "r1 y2 g3 w4 b5 r2 y3 g4 w5 b1 r3 y4 g5 w1 b2", players=players)
    seen = view(state, Seat(0))
    channel = memory(state, 0).channel(0)
    told = {
        channel.number(clue, touched(seen, clue))
        for clue in legal_actions(seen)
        if isinstance(clue, ColourClue | ValueClue)
    }
    assert told == set(range(channel.size))


def test_what_is_known_makes_room_for_more_numbers() -> None:
    opening = scene("base+noempty", f"{ADA} {BO} {CY}", players=3)
    told = after(opening, "B:3 C:2 B:r")
    assert memory(opening, 0).channel(0).size == 8
    assert memory(told, 0).channel(0).size > 8


def test_empty_clues_are_numbers_too() -> None:
    opening = scene("base", f"{ADA} {BO} {CY}", players=3)
    assert memory(opening, 0).channel(0).size == 20


# questions

PLAIN = deck_faces(parse_options("base", 2))
EVERY = PLAIN.every
ONES, FIVES = PLAIN.by_value[1], PLAIN.by_value[5]
OPENING = PublicSnapshot(
    PLAIN, FireworkNeeds(ONES, 0, FIVES), CopyCounts(EVERY, EVERY & ~FIVES, ONES)
)


def test_the_first_true_answer_counts() -> None:
    question = Question(((2, ONES), (0, ONES), (1, FIVES)))
    one, five, two = (PLAIN.by_value[v].bit_length() - 1 for v in (1, 5, 2))
    hands = {(one, two, one): 0, (one, two, two): 1, (two, five, two): 2, (two, two, two): 3}
    for hand, answer in hands.items():
        assert question.answer(list(hand)) == answer
        known = [EVERY] * 3
        question.learn(known, answer)
        assert all(mask >> face & 1 for mask, face in zip(known, hand, strict=True))
    known = [EVERY] * 3
    question.learn(known, 1)
    assert known == [ONES, EVERY, EVERY & ~ONES], "what was asked before is not so"


def test_it_asks_what_fits_then_what_it_is() -> None:
    first = next_question([EVERY] * 3, OPENING, 4)
    assert first == Question(((2, ONES), (1, ONES), (0, ONES)))
    then = next_question([ONES, EVERY & ~ONES, EVERY & ~ONES], OPENING, 4)
    assert then is not None
    assert {place for place, _ in then.statements} == {0}, "which 1 it is"
    assert next_question([1, 2, 4], OPENING, 4) is None, "all is known"


def test_it_asks_whether_the_next_to_go_must_be_kept() -> None:
    late = FIVES | PLAIN.by_value[4] & PLAIN.by_suit[0]
    hand = [late, late]
    asked = next_question(hand, OPENING, 3)
    assert asked is not None
    assert asked.statements[-1] == (0, FIVES)


def answering(hand: list[int]) -> Callable[[Question], int]:
    return lambda question: question.answer(hand)


def test_numbers_stay_below_the_limit() -> None:
    for most in range(1, 21):
        for face in range(len(PLAIN.faces)):
            hand = [EVERY] * 4
            number = ask_all(hand, OPENING, most, answering([face] * 4))
            assert 0 <= number < most
            assert all(mask >> face & 1 for mask in hand)


# discards


def test_which_useless_card_goes_is_a_number() -> None:
    """Whichever of Ada's useless cards goes, the others read the sum of their hats from it."""
    met = 0
    for seed in range(12):
        game = parse_options("base+noempty", 3)
        state, team = start(game, seeded(game, seed)), [HatBot() for _ in range(3)]
        while state.table.outcome is None and not met:
            mover = state.table.to_move
            move = team[mover].act(view(state, mover))
            if move.why is not None and move.why.code == "code-discard":
                met += 1
                check_discard(state, move.action)
            state, _ = apply(state, move.action)
    assert met


def check_discard(state: State, action: Action) -> None:
    assert isinstance(action, Discard)
    mover = state.table.to_move
    kept = memory(state, mover)
    useless = kept.known_trash(mover)
    assert len(useless) > 1
    assert useless.index(action.card) == kept.hat_sum(mover, len(useless)).number
    after_it, _ = apply(state, action)
    for seat in range(3):
        before, now = memory(state, seat).possible, memory(after_it, seat).possible
        for card in now.keys() & before.keys():
            assert now[card] & before[card] == now[card], "nothing is forgotten"
            assert now[card] >> kept.deck.number[state.faces[card]] & 1, "and nothing false learned"


# the end


def test_a_card_may_be_only_some_of_the_useless_ones() -> None:
    """Of the hands that one may have, those with more copies weigh more."""
    one = Counter({SPARE: 1, (0, 4): 1})
    other = Counter({SPARE: 3})
    unseen = Counter({SPARE: 8, (0, 4): 1})
    found = dict(_possible_hands([one, other], unseen))
    assert found == {(SPARE, SPARE): 2, ((0, 4), SPARE): 3}
