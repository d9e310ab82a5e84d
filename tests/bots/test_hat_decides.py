"""The hat bot, one decision at a time: what a clue tells everybody, and which habit applies."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from support.scenes import after, scene
from tamaya.bots.hat import HatBot
from tamaya.bots.hat.common_knowledge import CommonKnowledge
from tamaya.bots.hat.public_snapshot import PublicSnapshot
from tamaya.bots.hat.questions import Question, ask_all, next_question
from tamaya.bots.inference.endgame_solver import SPARE
from tamaya.bots.inference.face_sets import CopyCounts, deck_faces
from tamaya.bots.inference.hand_odds import own_hand_odds
from tamaya.bots.inference.needs import FireworkNeeds
from tamaya.bots.inference.possible_hands import _possible_hands
from tamaya.deals import seeded
from tamaya.formats.notation import action_text
from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Discard,
    Play,
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


def decisions(players: int, seeds: range) -> Iterator[tuple[State, Action, str]]:
    """What hat bots decide in some games, and why."""
    for seed in seeds:
        game = parse_options("base+noempty", players)
        state, team = start(game, seeded(game, seed)), [HatBot() for _ in range(players)]
        while state.table.outcome is None:
            move = team[state.table.to_move].act(view(state, state.table.to_move))
            assert move.why is not None
            yield state, move.action, move.why.code
            state, _ = apply(state, move.action)


def chop(state: State, seat: int) -> CardId:
    """The card that a seat discards next if it knows nothing better, as everybody knows."""
    kept, hand = memory(state, seat), state.table.hands[seat]
    return hand[kept.public().chop([kept.possible[card] for card in hand])]


def is_critical(state: State, card: CardId) -> bool:
    kept = memory(state, state.table.to_move)
    return bool(kept.needs.critical >> kept.deck.number[state.faces[card]] & 1)


def test_a_last_copy_about_to_go_is_warned_of() -> None:
    warned = 0
    for state, action, why in decisions(3, range(12)):
        if why == "warns":
            following = (state.table.to_move + 1) % 3
            assert is_critical(state, chop(state, following))
            then, _ = apply(state, action)
            now = HatBot().act(view(then, Seat(following))).action
            assert not (isinstance(now, Discard) and is_critical(then, now.card))
            warned += 1
    assert warned


def test_with_a_token_no_card_goes_that_may_be_a_last_copy() -> None:
    """A clue comes first: it helps the others, and one of them may do better."""
    went = 0
    for state, action, why in decisions(3, range(24)):
        if why == "least-risk" and isinstance(action, Discard) and state.table.clue_tokens:
            kept = memory(state, state.table.to_move)
            odds = own_hand_odds(view(state, kept.me), kept, kept.possible)
            assert odds.probability(action.card, kept.needs.critical) == 0
            went += 1
    assert went


def test_nobody_discards_while_somebody_waits_for_a_clue() -> None:
    """If the clue that is due cannot be given, a mistake is better than to mislead the others."""
    game, instead = parse_options("base+noempty", 3), 0
    for state, action, why in decisions(3, range(1279, 1280)):
        assert state.table.options == game
        if why == "least-risk" and isinstance(action, Play):
            instead += 1
            then, _ = apply(state, action)
            for seat in range(3):
                kept = memory(then, seat)
                for card, faces in kept.possible.items():
                    assert faces >> kept.deck.number[then.faces[card]] & 1, "nothing false is told"
    assert instead == 1


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
    PLAIN, FireworkNeeds(ONES, 0, FIVES), CopyCounts(EVERY, EVERY & ~FIVES, ONES), players=3
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
    assert first == Question(((1, ONES), (0, ONES), (0, FIVES))), "and whether the chop must stay"
    among_two = next_question([EVERY] * 3, OPENING._replace(players=2), 4)
    assert among_two == Question(((2, ONES), (1, ONES), (0, ONES))), "a clue tells them less"
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
