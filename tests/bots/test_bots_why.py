"""Bots say why: reasons that are listed and true; and what everybody can tell meanwhile.

That no reader learns anything from the latter is shown in `tests/long/test_twins.py`.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from support.drivers import chance, completing_first, completing_last
from support.option_sets import random_options
from tamaya import deals
from tamaya.bots import BOTS, REASONS, Explanation, Move, make, public_reason
from tamaya.bots.inference.face_sets import face_numbers
from tamaya.bots.inference.knowledge import infer_knowledge
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
    Take,
    ValueClue,
    apply,
    knowledge_from_clues,
    parse_options,
    reachable,
    start,
    view,
)
from tamaya.rules.table import fits

TRANSLATIONS = Path(__file__).parents[2] / "web/translations"
LANGUAGES = ("cs", "de", "en", "es", "fr", "pl", "sv")
PARTNER_REASONS = {
    "was-told",
    "was-called",
    "play-clue",
    "save-clue",
    "prompt-clue",
    "finesse-clue",
    "fix-clue",
}
HAT_REASONS = {
    "fits-by-code",
    "useless-by-code",
    "worth-a-try",
    "code-clue",
    "code-discard",
    "worked-out",
}
SEARCH_REASONS = {code for code in REASONS if code.startswith("search-")}
TILE_REASONS = {"tile-places", "tile-regains", "tile-needed"}
PUBLIC_REASONS = {
    "knows-it-fits",
    "pointed-at",
    "nothing-to-lose",
    "useless",
    "never-told",
    "nothing-better",
    *TILE_REASONS,
}


class Moment(NamedTuple):
    """A position of a game between cautious bots, the move made in it, and why."""

    state: State
    move: Move
    why: Explanation


@cache
def moments() -> tuple[Moment, ...]:
    """Whole games of every kind; a third of them get at the tiles."""
    rng, found = chance("why"), list[Moment]()
    for game in range(48):
        if game % 3:
            chosen = random_options(rng)
            deal = deals.seeded(chosen, rng.randrange(1 << 64))
        else:
            chosen = parse_options("wild10+black+tiles", 2 + game % 4)
            deal = (completing_last if game % 6 else completing_first)(chosen, rng)
        found += played(start(chosen, deal))
    return tuple(found)


def played(state: State, name: str = "cautious") -> Iterator[Moment]:
    bots = [make(name, 0) for _ in state.table.hands]
    while state.table.outcome is None:
        move = bots[state.table.to_move].act(view(state, state.table.to_move))
        assert move.why is not None, "it has a reason for every move"
        yield Moment(state, move, move.why)
        state, _ = apply(state, move.action)


def test_every_reason_is_listed_and_met() -> None:
    met = Counter(moment.why.code for moment in moments())
    others = PARTNER_REASONS | HAT_REASONS | SEARCH_REASONS | {"pointed-at"}
    assert set(met) == set(REASONS) - others
    assert min(met[code] for code in ("knows-it-fits", "useless", "never-told", "least-risk")) > 20


# true


def test_reasons_are_true() -> None:
    for now, move, why in moments():
        check(now, move, why)


def check(now: State, move: Move, why: Explanation) -> None:
    """What a reason says is so, and it is about the move."""
    match move.action:
        case Play(card) | Discard(card):
            assert why.about == {"card": card}
            check_card(now, card, why.code)
        case Take(face):
            assert why.about == {"suit": face.suit, "value": face.value}
            check_take(now, face, why.code)
        case ColourClue(to) | ValueClue(to):
            assert why.about["seat"] == to
            check_clue(now, to, why)
        case _:
            raise AssertionError("tile 5 is never forgone")


def check_card(now: State, card: CardId, code: str) -> None:
    table, know = now.table, infer_knowledge(view(now, now.table.to_move))
    face, needs, hand = now.faces[card], needs_of(now), know.own_hand
    odds = {own: know.probability(own, know.needs.playable) for own in hand}
    risks = {own: know.probability(own, know.needs.critical) for own in hand}
    alike = [own for own in hand if know.is_clued(own) == know.is_clued(card)]
    true = {
        "knows-it-fits": fits(table, face),
        "nothing-to-lose": table.turns_after is not None
        and table.mistakes + 1 < table.options.mistakes,
        "likeliest": odds[card] == max(odds.values()),
        "useless": face not in needs.useful,
        "never-told": not know.is_clued(card),
        "least-risk": risks[card] == min(risks[own] for own in alike),
    }
    assert true[code], code


def check_take(now: State, face: Face, code: str) -> None:
    table = now.table
    pile = list(table.discard_pile)
    pile.remove(face)
    true = {
        "tile-places": fits(table, face),
        "tile-regains": reachable(table._replace(discard_pile=tuple(pile))) > reachable(table),
        "tile-needed": table.options.step[face] >= table.fireworks[face.suit],
        "nothing-better": table.options.step[face] < table.fireworks[face.suit],
    }
    assert true[code], code


def check_clue(now: State, to: Seat, why: Explanation) -> None:
    hand = {card: now.faces[card] for card in now.table.hands[to]}
    needs = needs_of(now)
    if why.code == "warns":
        card = CardId(int(why.about["card"]))
        assert to == (now.table.to_move + 1) % now.table.options.players
        assert hand[card] in needs.critical
    elif why.code == "helps":
        assert needs.playable & set(hand.values())
    else:
        assert why.code == "nothing-better" or needs.useful & set(hand.values())


# while the game is on


def test_what_everybody_can_tell_is_true() -> None:
    met = Counter[str]()
    for now, move, _ in moments():
        why = public_reason(now.table, now.history, move.action)
        if why is not None:
            check_public(now, move, why)
        met[why.code if why else "nothing"] += 1
    assert set(met) == {*PUBLIC_REASONS, "nothing"}
    assert min(met[code] for code in ("knows-it-fits", "pointed-at", "useless", "never-told")) > 20


def check_public(now: State, move: Move, why: Explanation) -> None:
    """True whoever moved, and whatever lies face down that the clues allow."""
    needs, said, hand = needs_of(now), knowledge_from_clues(now.table, now.history), now.table.hands
    match move.action:
        case Play(card) | Discard(card):
            assert why.about["card"] == card
            face, own = now.faces[card], hand[now.table.to_move]
            true = {
                "knows-it-fits": face in needs.playable,
                "pointed-at": bool(said[card].yes) and why.about.get("by") != now.table.to_move,
                "nothing-to-lose": now.table.mistakes + 1 < now.table.options.mistakes,
                "useless": face not in needs.useful,
                "never-told": card == next((one for one in own if not said[one].yes), None),
            }
            assert true[why.code], why
        case Take(face):
            check_take(now, face, why.code)
        case _:
            raise AssertionError("a reason for a clue is another clue")


@pytest.mark.parametrize(
    ("said", "action", "expected"),
    [
        # the second of two players holds 1, 2, 3, 4, 5, and was told these values
        ((), Play(CardId(5)), None),
        ((1,), Play(CardId(5)), "knows-it-fits"),
        ((2,), Play(CardId(6)), "pointed-at"),
        ((2,), Discard(CardId(5)), "never-told"),
        ((2,), Discard(CardId(6)), None),
        ((2,), Discard(CardId(7)), None),
        ((), ValueClue(Seat(0), 1), None),
    ],
)
def test_what_everybody_can_tell(
    said: tuple[int, ...], action: Action, expected: str | None
) -> None:
    chosen = parse_options("base", 2)
    faces = [Face(suit, value) for suit in (0, 1) for value in (1, 2, 3, 4, 5)]
    rest = Counter(chosen.deck) - Counter(faces)
    now = start(chosen, Deal((*faces, *rest.elements())))
    for value in said or (3,):
        now, _ = apply(now, ValueClue(Seat(1), value))
    why = public_reason(now.table, now.history, action)
    assert (why and why.code) == expected
    if expected == "pointed-at":
        assert why is not None
        assert why.about == {"card": 6, "by": 0}


def test_a_worse_card_from_the_pile_has_no_reason_that_everybody_can_tell() -> None:
    silent = 0
    for now, move, _ in moments():
        for face in set(now.table.discard_pile) if isinstance(move.action, Take) else ():
            why = public_reason(now.table, now.history, Take(face))
            best = public_reason(now.table, now.history, move.action)
            assert best is not None
            silent += why is None
            assert why is None or why.code in {best.code, "tile-regains", "tile-places"}
    assert silent


# the partner


@cache
def partner_moments() -> tuple[Moment, ...]:
    """Games in which conventions are played, at every level."""
    found = list[Moment]()
    for game in range(12):
        chosen = parse_options("base+noempty" if game % 2 else "wild5+tiles", 2 + game % 4)
        name = ("partner", "partner-1", "partner-3")[game % 3]
        found += played(start(chosen, deals.seeded(chosen, game)), name)
    return tuple(found)


def test_the_partner_has_a_reason_for_everything() -> None:
    met = {moment.why.code for moment in partner_moments()}
    assert met >= PARTNER_REASONS | {"knows-it-fits", "useless", "never-told"}
    assert met <= set(REASONS)


def test_the_partner_s_reasons_are_about_its_moves() -> None:
    for now, move, why in partner_moments():
        match move.action:
            case Play(card) | Discard(card):
                assert why.about["card"] == card
                if "by" in why.about:
                    assert why.about["by"] != now.table.to_move, "somebody else said so"
            case ColourClue(to) | ValueClue(to):
                assert why.about["seat"] == to
                check_meaning(now, why)
            case _:
                assert why.code.startswith("tile-") or why.code == "nothing-better"


def check_meaning(now: State, why: Explanation) -> None:
    """The face that a reason names is there, and what is said about it is so."""
    if "suit" not in why.about:
        return
    card = CardId(int(why.about["card"]))
    face = Face(int(why.about["suit"]), int(why.about["value"]))
    assert now.faces[card] == face
    assert card in now.table.hands[int(why.about["seat"])]
    needs = needs_of(now)
    if why.code == "play-clue":
        assert face in needs.useful
    elif why.code == "save-clue":
        assert face in needs.critical or now.table.options.step[face] == 1
    else:
        assert face not in needs.playable, "something comes before it"


# the hat bot


def test_the_hat_bot_has_a_reason_for_everything() -> None:
    met = set[str]()
    for game in range(16):
        chosen = parse_options("base+noempty" if game % 2 else "wild5+tiles", 2 + game % 4)
        for now, _, why in played(start(chosen, deals.seeded(chosen, game)), "hat"):
            met.add(why.code)
            if why.code == "warns":
                assert now.faces[CardId(int(why.about["card"]))] in needs_of(now).critical
    assert met >= HAT_REASONS | {"least-risk", "warns"}
    assert met <= set(REASONS)


class Needs(NamedTuple):
    """What the fireworks need, as sets."""

    playable: frozenset[Face]
    useful: frozenset[Face]
    critical: frozenset[Face]


def needs_of(now: State) -> Needs:
    know = infer_knowledge(view(now, now.table.to_move))
    deck, needs = know.deck, know.needs

    def faces(some: int) -> frozenset[Face]:
        return frozenset(deck.faces[number] for number in face_numbers(some))

    return Needs(faces(needs.playable), faces(deck.every & ~needs.trash), faces(needs.critical))


# words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_client_has_words_for_every_reason(language: str) -> None:
    words = json.loads((TRANSLATIONS / f"{language}.json").read_text(encoding="utf-8"))
    reasons = words["because"]["reasons"]
    assert set(reasons) == set(REASONS)
    assert all(REASONS.values())
    assert {code for code, text in reasons.items() if "{gain}" in text} == {
        code for code in SEARCH_REASONS if code.startswith("search-over-")
    }


def test_a_bot_need_not_say_why() -> None:
    chosen = parse_options("base", 2)
    opening = view(start(chosen, deals.seeded(chosen, 1)), Seat(0))
    assert make("random", 1).act(opening).why is None
    ours = {"partner", "partner-1", "partner-3", "cautious", "hat", "net", "random"}
    assert set(BOTS) - {"search"} == ours, "search is there where PyTorch is"
