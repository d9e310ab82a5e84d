"""The partner: how it reads and gives clues, one convention at a time."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tamaya.bots import make
from tamaya.bots.partner import PartnerBot
from tamaya.rules import (
    Action,
    CardId,
    ColourClue,
    Deal,
    Discard,
    Face,
    Play,
    Seat,
    State,
    ValueClue,
    apply,
    parse_options,
    start,
    view,
)


class Game(NamedTuple):
    """A game, from a deal with these hands; the cards after them are drawn in turn."""

    state: State

    def after(self, *actions: Action) -> "Game":
        state = self.state
        for action in actions:
            state, _ = apply(state, action)
        return Game(state)

    def thinks(self, seat: int, level: int = 2) -> list[str]:
        """What a seat takes its own cards for, those that were spoken of."""
        memory = PartnerBot(level).track(view(self.state, Seat(seat)))
        return [
            " ".join(name(face) for n, face in enumerate(memory.deck.faces) if mask >> n & 1)
            for card in self.state.table.hands[seat]
            if card in memory.gotten
            for mask in [memory.believed[card]]
        ]

    def move(self, level: int = 2) -> tuple[Action, str]:
        """What the seat to move does, and why."""
        move = PartnerBot(level).act(view(self.state, self.state.table.to_move))
        assert move.why is not None
        return move.action, move.why.code


def name(face: Face) -> str:
    return "rygwb"[face.suit] + str(face.value)


def faces(words: str) -> list[Face]:
    return [Face("rygwb".index(word[0]), int(word[1])) for word in words.split()]


def game(*hands: str, then: str = "", variant: str = "base+noempty") -> Game:
    """A game with these hands, and these cards to be drawn first."""
    chosen = parse_options(variant, len(hands))
    first = [face for hand in (*hands, then) for face in faces(hand)]
    rest = list(chosen.deck)
    for face in first:
        rest.remove(face)
    return Game(start(chosen, Deal((*first, *reversed(rest)))))


def clue(to: int, what: int | str) -> Action:
    """A value by its number, a colour by its letter."""
    if isinstance(what, int):
        return ValueClue(Seat(to), what)
    return ColourClue(Seat(to), "rygwb".index(what))


# reading: chop, focus, play, save


@pytest.mark.parametrize(
    ("hand", "told", "thought"),
    [
        ("b4 y4 g4 r1 w3", "r", ["r1"]),  # a play clue: what fits
        ("b4 y4 g4 r1 w3", 1, ["r1 y1 g1 w1 b1"]),
        ("b4 r3 g4 r1 w3", "r", ["r2 r3 r4 r5", "r1"]),  # the newest is the focus
        ("r3 b4 g4 r1 w3", "r", ["r1", "r2 r3 r4 r5"]),  # unless the chop is pointed at
        ("b5 y4 g4 r1 w3", 5, ["r5 y5 g5 w5 b5"]),  # a save clue: fives
        ("b2 y4 g4 r1 w3", 2, ["r2 y2 g2 w2 b2"]),  # and twos
        ("b3 y4 g4 r1 w4", 3, ["r3 y3 g3 w3 b3"]),  # neither plays nor is to be kept: literally
    ],
)
def test_reading(hand: str, told: int | str, thought: list[str]) -> None:
    now = game("w4 w3 y3 b3 g3", hand).after(clue(1, told))
    assert now.thinks(1) == thought


def test_a_chop_that_nobody_saved_is_no_last_copy() -> None:
    """Ada has tokens, and plays her 1 instead of pointing at Bo's chop."""
    now = game("w1 w3 y3 b3 g3", "b4 y4 g4 r3 w3").after(clue(1, 4), clue(0, 1), Play(CardId(0)))
    memory = PartnerBot().track(view(now.state, Seat(1)))
    chop = memory.chop(1)
    assert chop == 8
    assert memory.unsaved[chop] == memory.deck.by_value[5]
    assert memory.believed[chop] & memory.deck.by_value[5], "that is for discards, not for plays"


def test_what_was_not_saved_at_once_can_be_saved_later() -> None:
    """The red 4 on Bo's chop became a last copy; Ada plays first and saves it a round later."""
    now = game("r4 r1 y1 g1 w1", "r4 y2 g3 w3 b3", then="b4 b4")
    now = now.after(clue(1, 3), clue(0, 1), Discard(CardId(0)), clue(0, "r"), Play(CardId(1)))
    now = now.after(clue(0, 1), clue(1, 4))
    assert now.thinks(1)[0] == "r4"


def test_a_last_copy_is_kept_by_its_colour_too() -> None:
    now = game("b3 w4 y3 w3 g3", "b3 y4 g4 r1 w3", then="g1 g1").after(
        clue(1, 1), Play(CardId(8)), Discard(CardId(0)), clue(0, 4), clue(1, "b")
    )
    assert now.thinks(1)[0] == "b3", "it is no 1, and no 5 would be kept so"


def test_a_five_is_not_kept_by_its_colour() -> None:
    now = game("w4 w3 y3 b3 g3", "b5 y4 g4 r1 w3").after(clue(1, "b"))
    assert now.thinks(1) == ["b1"]


def test_what_was_pointed_at_is_not_there_twice() -> None:
    """Good touch: Bo sees that Cleo was told of her red 1."""
    now = game("w4 w3 y3 b3 g3", "b4 y4 g4 y1 w3", "r1 y3 g3 w4 b2").after(clue(2, "r"))
    now = now.after(clue(2, 3), clue(0, 4), clue(1, 1))
    assert now.thinks(1) == ["y1 g1 w1 b1"]


def test_who_gave_the_clue_did_not_see_the_own_hand() -> None:
    """Ada holds a red 1 that she knows nothing of: Bo's may be one as well."""
    now = game("w4 w3 y3 b3 r1", "b4 y4 g4 r1 w3", "g1 y3 g3 w4 b2").after(clue(2, "g"))
    now = now.after(clue(0, 1), clue(0, 4), clue(1, "r"))
    assert now.thinks(1) == ["r1"]


# prompts and finesses

NEXT = ("w4 w3 y3 b3 g4", "b4 y4 g4 w3 r1", "b4 y3 g3 r2 w4")


def test_a_finesse_is_given_and_understood() -> None:
    """The red 2 is told; the red 1 before it is Bo's newest card."""
    now = game(*NEXT).after(clue(2, "r"))
    assert now.thinks(1) == ["r1"]
    assert now.thinks(2) == ["r1 r2"], "Cleo sees Bo's red 1, and waits"
    assert now.move() == (Play(CardId(9)), "was-called")
    assert now.after(Play(CardId(9))).thinks(2) == ["r2"], "now she knows"


def test_a_finesse_that_does_not_come_was_none() -> None:
    now = game(*NEXT).after(clue(2, "r"), clue(0, 4))
    assert now.thinks(2) == ["r1"]


def test_beginners_play_no_finesse() -> None:
    now = game(*NEXT).after(clue(2, "r"))
    assert now.thinks(1, level=1) == []
    assert now.thinks(2, level=1) == ["r1"]


def test_with_one_mistake_left_nobody_is_finessed() -> None:
    now = game(*NEXT, variant="base+noempty+mistakes=1").after(clue(2, "r"))
    assert now.thinks(1) == []
    assert now.thinks(2) == ["r1"]


def test_a_prompt_comes_before_a_finesse() -> None:
    """Bo was told of two red cards: the newer of them is the red 2 now."""
    hands = ("w4 w3 y3 b3 g4", "b4 r2 g4 r1 w3", "b4 y3 g3 r3 w4")
    now = game(*hands, then="y2").after(clue(1, "r"), Play(CardId(8)), clue(0, 4), clue(2, 3))
    assert now.thinks(1) == ["r2"]
    assert now.move() == (Play(CardId(6)), "was-told")


def test_it_gives_a_finesse() -> None:
    now = game("w4 w3 y3 b3 g4", "b4 y4 g4 w3 r1", "b4 y3 g3 r2 w4")
    action, why = now.move()
    assert action in (clue(2, "r"), clue(2, 2))
    assert why == "finesse-clue"


# giving


@pytest.mark.parametrize(
    ("hands", "expected", "why"),
    [
        (("w4 w3 y3 b3 g3", "b4 y4 g4 r1 w3"), {clue(1, "r"), clue(1, 1)}, "play-clue"),
        (("w4 w3 y3 b3 g3", "b4 y1 g4 r1 w3"), {clue(1, 1)}, "play-clue"),  # two at once
        (("w4 w3 y3 b3 g3", "b5 y4 g4 r3 w3"), {clue(1, 5)}, "save-clue"),
    ],
)
def test_giving(hands: Sequence[str], expected: set[Action], why: str) -> None:
    action, because = game(*hands).move()
    assert action in expected
    assert because == why


def test_a_mistake_about_to_happen_is_prevented() -> None:
    """Ada told of two ones that are the same; one was played, and Bo would play the other."""
    now = game("w4 w3 y3 b3 g3", "b4 r1 g4 r1 w3", then="y2").after(clue(1, 1), Play(CardId(8)))
    action, why = now.move()
    assert (action, why) == (clue(1, "r"), "fix-clue")
    assert now.after(action).move()[0] != Play(CardId(6))


# playing and discarding


def test_it_plays_what_it_was_told_and_says_by_whom() -> None:
    now = game("w4 w3 y3 b3 g3", "b4 y4 g4 r1 w3").after(clue(1, "r"))
    move = PartnerBot().act(view(now.state, Seat(1)))
    assert move.action == Play(CardId(8))
    assert move.why is not None
    assert (move.why.code, move.why.about["by"]) == ("was-told", 0)


def test_what_is_certain_needs_no_reading() -> None:
    now = game("w4 w3 y3 b3 g3", "b4 y4 g4 r1 w3").after(clue(1, 1))
    assert now.move() == (Play(CardId(8)), "knows-it-fits")


def test_the_oldest_card_never_spoken_of_goes() -> None:
    now = game("w4 w3 y3 b3 g3", "r4 y4 g4 b4 w3").after(clue(1, 4), clue(0, 3))
    for _ in range(3):
        now = now.after(clue(1, 4), clue(0, 3))
    assert now.state.table.clue_tokens == 0
    assert now.move() == (Discard(CardId(0)), "never-told")


def test_a_useless_card_goes_first() -> None:
    now = game("w4 w3 y3 b3 r1", "r1 y4 g4 b4 w3", then="b2").after(clue(1, "r"), Play(CardId(5)))
    now = now.after(clue(1, 4), clue(0, 1), clue(1, 4), clue(0, "r"))
    assert now.move() == (Discard(CardId(4)), "useless")


# levels and names


def test_levels() -> None:
    with pytest.raises(ValueError, match="there is no level 4; levels are 1 to 3"):
        PartnerBot(4)
    assert [make(bot, 0).level for bot in ("partner-1", "partner", "partner-3")] == [1, 2, 3]  # type: ignore[attr-defined] # of every bot only `act` is promised
