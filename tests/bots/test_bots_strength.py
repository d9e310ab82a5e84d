"""How well the bots play, that a seed repeats a game, and how they are called by name."""

from statistics import mean

import pytest

from tamaya import deals
from tamaya.bots import BOTS, UnknownBot, make
from tamaya.rules import (
    CardId,
    ColourClue,
    Deal,
    Event,
    Face,
    Play,
    Seat,
    State,
    Table,
    ValueClue,
    apply,
    parse_options,
    points_on_table,
    score,
    start,
    view,
)
from tamaya.rules.events import Played


def final_table(name: str, variant: str, players: int, seed: int) -> State:
    chosen = parse_options(variant, players)
    state = start(chosen, deals.seeded(chosen, seed))
    bots = [make(name, seed * 10 + seat) for seat in range(players)]
    while state.table.outcome is None:
        seat = state.table.to_move
        state, _ = apply(state, bots[seat].act(view(state, seat)).action)
    return state


def tables(name: str, players: int, games: int) -> list[Table]:
    return [final_table(name, "base", players, seed).table for seed in range(games)]


def test_the_cautious_bot_scores_well_and_far_above_the_random_one() -> None:
    cautious, random = tables("cautious", 3, 40), tables("random", 3, 40)
    assert mean(map(score, cautious)) > 17  # it reaches 19
    assert mean(map(points_on_table, random)) < 5


@pytest.mark.parametrize("players", [2, 4, 5])
def test_the_cautious_bot_scores_sensibly_at_every_table(players: int) -> None:
    assert mean(map(score, tables("cautious", players, 12))) > 13


def mistakes(history: tuple[Event, ...]) -> int:
    return sum(isinstance(event, Played) and not event.placed for event in history)


def test_the_cautious_bot_makes_no_mistake_before_the_last_round() -> None:
    for seed in range(6):
        chosen = parse_options("wild10+black", 3)
        state = start(chosen, deals.seeded(chosen, seed))
        bot = make("cautious", 0)
        while state.table.outcome is None and state.table.turns_after is None:
            state, _ = apply(state, bot.act(view(state, state.table.to_move)).action)
        assert mistakes(state.history) == 0


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    once, again = (final_table(name, "black+tiles", 3, 5).history for _ in range(2))
    assert once == again


def test_another_seed_makes_another_random_bot() -> None:
    chosen = parse_options("base", 2)
    opening = view(start(chosen, deals.seeded(chosen, 1)), Seat(0))
    assert len({make("random", seed).act(opening).action for seed in range(20)}) > 3


def stacked(*first: str) -> Deal:
    """A deal of the base game for two that begins with these cards."""
    chosen = parse_options("base", 2)
    cards = [Face("rygwb".index(card[0]), int(card[1])) for card in first]
    rest = list(chosen.deck)
    for card in cards:
        rest.remove(card)
    return Deal((*cards, *rest))


def test_it_tells_what_can_be_played_and_plays_what_it_was_told() -> None:
    deal = stacked("r4", "y4", "g4", "w4", "b4", "r1", "y1", "g3", "w3", "b3")
    state, bot = start(parse_options("base", 2), deal), make("cautious", 0)
    clue = bot.act(view(state, Seat(0))).action
    assert clue == ValueClue(Seat(1), 1)  # both 1s at once, all there is to know
    state, _ = apply(state, clue)
    assert bot.act(view(state, Seat(1))).action in (Play(CardId(5)), Play(CardId(6)))


def test_it_warns_the_next_player_of_the_last_copy_about_to_go() -> None:
    deal = stacked("r4", "y4", "g4", "w4", "b4", "r5", "y3", "g3", "w3", "b3")
    state, bot = start(parse_options("base", 2), deal), make("cautious", 0)
    clue = bot.act(view(state, Seat(0))).action
    assert clue in (ValueClue(Seat(1), 5), ColourClue(Seat(1), 0))


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(UnknownBot, match="did you mean 'cautious'"):
        make("cautios", 0)
    with pytest.raises(
        UnknownBot, match="known are partner, partner-1, partner-3, cautious, hat, net, random"
    ):
        make("\x1b[31mzzz", 0)
    assert issubclass(UnknownBot, ValueError)


def test_every_bot_says_what_it_is_for() -> None:
    assert all(entry.name == name and entry.about for name, entry in BOTS.items())
