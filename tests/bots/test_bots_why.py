"""Bots say why: reasons that are listed, true, and no clues in disguise."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from drivers import chance, completing_first, completing_last
from option_sets import random_options
from tamaya import deals
from tamaya.bots import BOTS, REASONS, Move, Why, make
from tamaya.bots.knowledge import Needs, knowledge
from tamaya.rules import (
    CardId,
    ColourClue,
    Discard,
    Face,
    Play,
    Seat,
    State,
    Take,
    ValueClue,
    apply,
    options,
    possible_faces,
    reachable,
    start,
    told,
    view,
)
from tamaya.rules.table import fits

WORDS = Path(__file__).parents[2] / "web/src/lib/i18n/words/because.ts"
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
TILE_REASONS = {"tile-places", "tile-regains", "tile-needed"}


class Moment(NamedTuple):
    """A position of a game between cautious bots, the move made in it, and why."""

    state: State
    move: Move
    why: Why


@cache
def moments() -> tuple[Moment, ...]:
    """Whole games of every kind; a third of them get at the tiles."""
    rng, found = chance("why"), list[Moment]()
    for game in range(48):
        if game % 3:
            chosen = random_options(rng)
            deal = deals.seeded(chosen, rng.randrange(1 << 64))
        else:
            chosen = options("wild10+black+tiles", 2 + game % 4)
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
    aloud = Counter(moment.why.code for moment in moments() if not moment.why.secret)
    secret = Counter(moment.why.code for moment in moments() if moment.why.secret)
    assert set(aloud) | set(secret) == set(REASONS) - PARTNER_REASONS - HAT_REASONS
    assert {code for code in aloud if code.startswith("tile-")} == TILE_REASONS
    for code in ("knows-it-fits", "useless", "never-told", "least-risk"):
        assert min(aloud[code], secret[code]) > 10, "now and then it follows from others' hands"


# true


def test_reasons_are_true() -> None:
    for now, move, why in moments():
        check(now, move, why)


def check(now: State, move: Move, why: Why) -> None:
    """What a reason says is so, and it is about the move."""
    match move.action:
        case Play(card) | Discard(card):
            assert why.about == {"card": card}
            check_card(now, card, why.code)
        case Take(face):
            assert why.about == {"suit": face.suit, "value": face.value}
            assert not why.secret, "everybody sees the discard pile"
            check_take(now, face, why.code)
        case ColourClue(to) | ValueClue(to):
            assert why.about["seat"] == to
            assert why.secret, "a reason for a clue is another clue"
            check_clue(now, to, why)
        case _:
            raise AssertionError("tile 5 is never forgone")


def check_card(now: State, card: CardId, code: str) -> None:
    table, know = now.table, knowledge(view(now, now.table.to_move))
    face, needs = now.faces[card], know.needs
    odds = {own: know.chance(own, needs.fitting) for own in know.own}
    risks = {own: know.chance(own, needs.last) for own in know.own}
    alike = [own for own in know.own if bool(know.said[own].yes) == bool(know.said[card].yes)]
    true = {
        "knows-it-fits": fits(table, face),
        "nothing-to-lose": table.turns_after is not None
        and table.mistakes + 1 < table.options.mistakes,
        "likeliest": odds[card] == max(odds.values()),
        "useless": face not in needs.useful,
        "never-told": not know.said[card].yes,
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


def check_clue(now: State, to: Seat, why: Why) -> None:
    hand = {card: now.faces[card] for card in now.table.hands[to]}
    needs = needs_of(now)
    if why.code == "warns":
        card = CardId(int(why.about["card"]))
        assert to == (now.table.to_move + 1) % now.table.options.players
        assert hand[card] in needs.last
    elif why.code == "helps":
        assert needs.fitting & set(hand.values())
    else:
        assert why.code == "nothing-better" or needs.useful & set(hand.values())


# no clues


def test_what_is_said_aloud_tells_nobody_about_the_own_cards() -> None:
    """Whatever a teammate holds, it is as true; and if the bot does the same, it says the same."""
    rng, bot, same = chance("aloud"), make("cautious", 0), 0
    for now, move, why in moments():
        for other in () if why.secret else other_hands(now, rng):
            assert known_of(other, move) == known_of(now, move)
            again = bot.act(view(other, other.table.to_move))
            if again.action == move.action:
                assert again.why == why
                same += 1
    assert same > 2000


def known_of(now: State, move: Move) -> bool:
    """Whether the bot knows that the card it plays fits, or that the one it discards is useless."""
    know = knowledge(view(now, now.table.to_move))
    match move.action:
        case Play(card):
            return know.own[card] <= know.needs.fitting
        case Discard(card):
            return not know.own[card] & know.needs.useful
        case _:
            return False


def other_hands(now: State, rng: random.Random) -> Iterator[State]:
    """The same game for each teammate of the bot, with other cards in that teammate's hand."""
    players = now.table.options.players
    for offset in range(1, players):
        yield drawn_otherwise(now, Seat((now.table.to_move + offset) % players), rng)


def drawn_otherwise(now: State, seat: Seat, rng: random.Random) -> State:
    """The same game, with other cards in a hand that agree with all that its holder was told."""
    table, faces = now.table, list(now.faces)
    said, deck = told(table, now.history), range(table.drawn, len(faces))
    possible = {card: possible_faces(table.options, said[card]) for card in table.hands[seat]}
    places = [*table.hands[seat], *deck]
    for _ in range(4):
        for one in table.hands[seat]:
            other = rng.choice(places)
            if faces[other] in possible[one] and (
                other in deck or faces[one] in possible[CardId(other)]
            ):
                faces[one], faces[other] = faces[other], faces[one]
    return replace(now, faces=tuple(faces))


# the partner


@cache
def partner_moments() -> tuple[Moment, ...]:
    """Games in which conventions are played, at every level."""
    found = list[Moment]()
    for game in range(12):
        chosen = options("base+noempty" if game % 2 else "wild5+tiles", 2 + game % 4)
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
                assert why.secret, "a reason for a clue is another clue"
                check_meaning(now, why)
            case _:
                assert why.code.startswith("tile-") or why.code == "nothing-better"


def check_meaning(now: State, why: Why) -> None:
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
        assert face in needs.last or now.table.options.step[face] == 1
    else:
        assert face not in needs.fitting, "something comes before it"


# the hat bot


def test_the_hat_bot_has_a_reason_for_everything() -> None:
    met = set[str]()
    for game in range(16):
        chosen = options("base+noempty" if game % 2 else "wild5+tiles", 2 + game % 4)
        for now, move, why in played(start(chosen, deals.seeded(chosen, game)), "hat"):
            met.add(why.code)
            if isinstance(move.action, ColourClue | ValueClue):
                assert why.secret, "which of the reasons it is would be another clue"
            if why.code == "warns":
                assert now.faces[CardId(int(why.about["card"]))] in needs_of(now).last
    assert met >= HAT_REASONS | {"least-risk", "warns"}
    assert met <= set(REASONS)


def needs_of(now: State) -> Needs:
    return knowledge(view(now, now.table.to_move)).needs


# words


def test_the_client_has_words_for_every_reason() -> None:
    text = WORDS.read_text(encoding="utf-8")
    assert set(re.findall(r"'([a-z-]+)'", text)) == set(REASONS)
    assert all(REASONS.values())


def test_a_bot_need_not_say_why() -> None:
    chosen = options("base", 2)
    opening = view(start(chosen, deals.seeded(chosen, 1)), Seat(0))
    assert make("random", 1).act(opening).why is None
    assert set(BOTS) == {"partner", "partner-1", "partner-3", "cautious", "hat", "net", "random"}
