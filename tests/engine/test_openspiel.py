"""A second engine: OpenSpiel's Hanabi, in lockstep with ours over `base+noempty`.

One difference is ours on purpose: the game ends with the winning card (R5.1), so the token for
completing that last firework is not given; OpenSpiel gives it.
"""

import re
from types import ModuleType
from typing import Any

import pytest

from support.drivers import DRIVERS, Item, Met, chance
from support.parts import require
from tamaya.deals import seeded
from tamaya.rules import (
    Action,
    ColourClue,
    Deal,
    Discard,
    Face,
    Options,
    Play,
    Result,
    State,
    Table,
    ValueClue,
    apply,
    legal_actions,
    parse_options,
    result,
    score,
    start,
    view,
)

LETTERS = "RYGWB"  # in our order of suits as well
GAMES = 200  # for each driver and number of players
LEAST = {
    "uniform": {Item.LOST: 150},
    "lucky": {Item.LAST_ROUND: 100, Item.WON: 10, Item.WON_IN_LAST_ROUND: 5, Item.TOKEN_LOST: 3},
}
PICTURE = re.compile(
    r"Life tokens: (?P<lives>\d)\nInfo tokens: (?P<tokens>\d)\n"
    r"Fireworks: R(\d) Y(\d) G(\d) W(\d) B(\d) \nHands:\n(?P<hands>.*)"
    r"Deck size: (?P<deck>\d+)\nDiscards:(?P<pile>.*)",
    re.DOTALL,
)


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    return require("open_spiel")


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("name", LEAST)
def test_openspiel_agrees(pyspiel: ModuleType, name: str, players: int) -> None:
    chosen, rng, met = parse_options("base+noempty", players), chance(f"{name} {players}"), Met()
    game = pyspiel.load_game("hanabi", {"players": players})
    assert game.num_distinct_actions() == 2 * chosen.hand_size + (players - 1) * 10
    for _ in range(GAMES):
        deal = seeded(chosen, rng.randrange(1 << 64))
        ours, theirs = start(chosen, deal), game.new_initial_state()
        let_chance_deal(theirs, deal)
        compare(ours, theirs)
        while ours.table.outcome is None:
            action, before = DRIVERS[name](ours, rng), ours.table
            ours, events = apply(ours, action)
            theirs.apply_action(number(before, action))
            let_chance_deal(theirs, deal)
            compare(ours, theirs)
            met.fold(before, events)
    assert not met.missing(LEAST[name])


def let_chance_deal(theirs: Any, deal: Deal) -> None:
    """Let the other engine draw our cards: seat 0's whole hand, then seat 1's, then one by one."""
    while theirs.is_chance_node():
        drawn = 50 - int(picture(theirs)["deck"])
        face = deal.cards[drawn]
        theirs.apply_action(face.suit * 5 + face.value - 1)


def picture(theirs: Any) -> re.Match[str]:
    """What the other engine prints."""
    match = PICTURE.fullmatch(str(theirs))
    assert match is not None, f"the other engine prints something new:\n{theirs}"
    return match


def compare(ours: State, theirs: Any) -> None:
    """Everything that both engines know."""
    table, seen = ours.table, picture(theirs)
    last_bonus = result(table) is Result.WON and table.clue_tokens < table.options.clue_tokens
    assert table.fireworks == tuple(int(height) for height in seen.group(3, 4, 5, 6, 7))
    assert table.options.mistakes - table.mistakes == int(seen["lives"])
    assert table.clue_tokens + last_bonus == int(seen["tokens"])
    assert table.deck_left == int(seen["deck"])
    assert [cards(hand) for hand in seen["hands"].split("-----")] == [
        [ours.faces[card] for card in hand] for hand in table.hands
    ]
    assert list(table.discard_pile) == cards(seen["pile"])
    assert theirs.is_terminal() == (table.outcome is not None)
    if table.outcome is None:
        assert theirs.current_player() == table.to_move
        legal = legal_actions(view(ours, table.to_move))
        assert [number(table, action) for action in legal] == theirs.legal_actions()
    else:
        assert theirs.returns() == [score(table)] * table.options.players


def cards(text: str) -> list[Face]:
    """The cards in what the other engine prints; what clues said about them comes after a bar."""
    found = re.findall(r"([RYGWB])([1-5])(?: \|\|.*)?", text)
    return [Face(LETTERS.index(letter), int(value)) for letter, value in found]


def number(table: Table, action: Action) -> int:
    """An action's number in the research environments."""
    hand, size = table.hands[table.to_move], table.options.hand_size
    match action:
        case Discard(card):
            return hand.index(card)
        case Play(card):
            return size + hand.index(card)
        case ColourClue(to, colour):
            return 2 * size + offset(table.options, table.to_move, to) * 5 + colour
        case ValueClue(to, value):
            colours = (table.options.players - 1) * 5
            return 2 * size + colours + offset(table.options, table.to_move, to) * 5 + value - 1
        case _:
            raise AssertionError("no tiles are played here")


def offset(chosen: Options, giver: int, to: int) -> int:
    """How many seats lie between."""
    return (to - giver) % chosen.players - 1
