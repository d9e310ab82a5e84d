"""Bots do nothing but legal things, in every option set, and learn nothing that they may not."""

from collections import Counter

import pytest

from support.drivers import chance, completing_first, completing_last
from support.hidden import reshuffled
from support.option_sets import noted, random_options
from tamaya import deals
from tamaya.bots import BOTS, Bot, make
from tamaya.rules import (
    Action,
    Deal,
    Forgo,
    Options,
    Play,
    Table,
    apply,
    legal_actions,
    parse_options,
    start,
    view,
)

ROUNDS = 12


def played(chosen: Options, deal: Deal, bots: list[Bot]) -> tuple[Table, list[Action]]:
    """A whole game; `apply` refuses anything illegal."""
    state, actions = start(chosen, deal), []
    while state.table.outcome is None:
        seat = state.table.to_move
        action = bots[seat].act(view(state, seat)).action
        assert action in legal_actions(view(state, seat))
        state, _ = apply(state, action)
        actions.append(action)
    return state.table, actions


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("kind", ["cautious", "random", "net", "mixed"])
def test_every_option_set_can_be_played(kind: str, part: int) -> None:
    """Nets are trained for what has a notation, all others play anything."""
    rng = chance(f"bots {kind} {part}")
    for game in range(ROUNDS):
        chosen = noted(rng.choice) if kind == "net" else random_options(rng)
        others = sorted({*BOTS} - {"net", "search"})
        names = rng.choices(others, k=chosen.players) if kind == "mixed" else [kind] * 5
        bots = [make(names[seat], seat + game) for seat in range(chosen.players)]
        table, _ = played(chosen, deals.seeded(chosen, rng.randrange(1 << 64)), bots)
        assert table.outcome is not None


def test_every_tile_that_asks_for_a_choice_is_resolved() -> None:
    met: Counter[tuple[int, bool]] = Counter()
    rng = chance("tiles")
    for round_ in range(12):
        chosen = parse_options("wild10+black+tiles+announce", 2 + round_ % 4)
        arrange = completing_last if round_ % 3 == 0 else completing_first
        state = start(chosen, arrange(chosen, rng))
        bot = make("cautious", 0)
        while state.table.outcome is None:
            if state.table.tile is not None:
                met[state.table.tile.value, state.table.deck_left > 0] += 1
            action = bot.act(view(state, state.table.to_move)).action
            assert not isinstance(action, Forgo)  # a card placed is a point
            state, _ = apply(state, action)
    assert {tile for tile, _ in met} == {3, 4, 5, 6}


def test_what_a_bot_does_depends_on_nothing_hidden() -> None:
    rng = chance("hidden")
    for game in range(6):
        chosen = random_options(rng)
        state = start(chosen, deals.seeded(chosen, game))
        bot = make("cautious", 0)
        while state.table.outcome is None:
            seat = state.table.to_move
            move = bot.act(view(state, seat))
            assert bot.act(view(reshuffled(state, seat, rng), seat)) == move
            state, _ = apply(state, move.action)


@pytest.mark.parametrize("variant", ["base", "wild10+black"])
def test_the_cautious_bot_announces_only_where_announcing_is_played(variant: str) -> None:
    for words, expected in ((variant, False), (f"{variant}+announce", True)):
        chosen = parse_options(words, 3)
        bots = [make("cautious", 0)] * 3
        _, actions = played(chosen, deals.seeded(chosen, 4), bots)
        announced = [a for a in actions if isinstance(a, Play) and a.announced is not None]
        assert bool(announced) is expected
