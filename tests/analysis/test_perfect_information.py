"""The perfect-information solver beside a search through everything, and its lines on the rules."""

import random
from dataclasses import replace

import pytest

from tamaya.analysis.perfect_information import BEAMS, last_winnable_turn, solve
from tamaya.deals import seeded
from tamaya.formats.game import Game, final_state
from tamaya.rules import (
    Colour,
    Discard,
    Options,
    Play,
    State,
    Suit,
    apply,
    legal_actions,
    max_score,
    parse_options,
    score,
    start,
    view,
)
from tamaya.rules.suits import plain
from tamaya.rules.table import EndReason

TWO = tuple(plain(colour, (2, 1, 1)) for colour in tuple(Colour)[:2])
THREE = tuple(plain(colour, (2, 1)) for colour in tuple(Colour)[:3])
BLACK = Suit("black", "k", frozenset(), (1, 1, 2), (3, 2, 1), missing_costs=True)
TINY = {
    "two suits": Options(2, TWO, hand=2, clue_tokens=1, mistakes=2),
    "three suits, three players": Options(3, THREE, hand=1, clue_tokens=2, mistakes=1),
    "one card each": Options(2, THREE, hand=1, clue_tokens=1, mistakes=1),
    "announcing": Options(2, TWO, hand=2, clue_tokens=1, mistakes=1, announce=True),
    "black": Options(2, (TWO[0], BLACK), hand=2, clue_tokens=1, mistakes=1),
    "bouquet": Options(2, TWO, hand=2, clue_tokens=1, mistakes=1, bouquet=True),
}
NAMES = ("Ada", "Bo", "Cleo", "Dora", "Eva")


def game_of(options: Options, seed: int) -> Game:
    return Game(options, seeded(options, seed), NAMES[: options.players])


def best_of_all(options: Options, seed: int) -> int:
    """The best score, by trying all actions; games lost by a mistake do not count."""
    known: dict[object, int] = {}

    def best(state: State) -> int:
        table = state.table
        if table.outcome is not None:
            return -99 if table.outcome.reason is EndReason.LAST_MISTAKE else score(table)
        key = (
            tuple(tuple(sorted(state.faces[card] for card in hand)) for hand in table.hands),
            tuple(sorted(table.discard_pile)),
            table._replace(hands=(), discard_pile=(), turns=0),
        )
        if key not in known:
            actions = legal_actions(view(state, table.to_move))
            moves = [one for one in actions if isinstance(one, Play | Discard)]
            clues = [one for one in actions if one not in moves]  # they all say nothing new
            known[key] = max(best(apply(state, one)[0]) for one in [*moves, *clues[:1]])
        return known[key]

    return best(start(options, seeded(options, seed)))


@pytest.mark.parametrize("name", TINY)
def test_no_line_is_better_in_tiny_games(name: str) -> None:
    options, scores = TINY[name], set[int]()
    for seed in range(15):
        solution = solve(game_of(options, seed))
        assert solution.score == best_of_all(options, seed), seed
        assert solution.proven
        scores.add(solution.score)
    assert len(scores) > 1, "not all of these deals are alike"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["base", "black", "wild10+black+tiles", "announce", "bouquet"])
def test_the_rules_confirm_every_line(variant: str, players: int) -> None:
    options, perfect = parse_options(variant, players=players), 0
    for seed in range(5):
        game = game_of(options, seed)
        solution = solve(game, beams=BEAMS[:4])
        end = final_state(replace(game, actions=solution.actions)).table
        assert end.outcome is not None
        assert score(end) == solution.score
        perfect += solution.score == max_score(options)
    assert perfect >= 4, "nearly every deal can be won"


def random_game(options: Options, seed: int, turns: int) -> Game:
    """A game of careless players."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    game = game_of(options, seed)
    state = start(options, game.deal)
    for _ in range(turns):
        action = chance.choice(legal_actions(view(state, state.table.to_move)))
        state, _ = apply(state, action)
        game = replace(game, actions=(*game.actions, action))
        if state.table.outcome:
            break
    return game


def test_after_the_last_winnable_turn_nothing_is_perfect() -> None:
    options = parse_options("base", players=3)
    turns = set[int | None]()
    for seed in range(3):
        game = random_game(options, seed, 40)
        last = last_winnable_turn(game, BEAMS[:4])
        turns.add(last.turn)
        assert last.turn is not None
        assert last.solution.score == max_score(options)
        line = (*game.actions[: last.turn], *last.solution.actions)
        assert score(final_state(replace(game, actions=line)).table) == max_score(options)
        assert solve(game, last.turn + 1, BEAMS[:4]).score < max_score(options)
    assert len(turns) > 1


def test_a_game_that_ended_perfectly_could_be_won_to_its_end() -> None:
    options = parse_options("base", players=4)
    game = game_of(options, 1)
    game = replace(game, actions=solve(game).actions)
    last = last_winnable_turn(game)
    assert (last.turn, last.proven, last.solution.actions) == (len(game.actions), True, ())


def test_it_says_the_same_again() -> None:
    game = game_of(parse_options("base", players=5), 7)
    assert solve(game) == solve(game)


def test_a_turn_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="the game has turns 0 to 0, not 1"):
        solve(game_of(parse_options("base", players=2), 1), 1)
