"""The bot that plays a trained net: here nets that nobody has trained, which play all the same."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivers import chance, new_game
from tamaya.bots.net.bot import NetBot
from tamaya.bots.net.brain import Brain
from tamaya.formats.nets import MARK, NetError, NetFile
from tamaya.kernel.features import features_length
from tamaya.kernel.layout import first_numbers
from tamaya.rules import Options, apply, legal_actions, options, view

DEPTH, WIDTH = 5, 24
VARIANTS = ("base+noempty", "wild10+black+tiles+announce", "own5+bouquet")


def untrained(game: Options, seed: int = 1) -> NetFile:
    """A net of random numbers that fits a game."""
    rng = np.random.default_rng(seed)
    sizes = [features_length(game, DEPTH), WIDTH, WIDTH]
    arrays: dict[str, Any] = {}
    for n in range(2):
        arrays[f"body.{n}.weight"] = rng.normal(size=(sizes[n + 1], sizes[n])).astype(np.float16)
        arrays[f"body.{n}.bias"] = rng.normal(size=sizes[n + 1]).astype(np.float16)
        arrays[f"norms.{n}.weight"] = np.ones(sizes[n + 1], np.float16)
        arrays[f"norms.{n}.bias"] = np.zeros(sizes[n + 1], np.float16)
    actions = first_numbers(game)[-1]
    arrays["head.weight"] = rng.normal(size=(actions + 1, WIDTH)).astype(np.float16)
    arrays["head.bias"] = np.zeros(actions + 1, np.float16)
    players, depth = str(game.players), str(DEPTH)
    card = {"format": MARK, "variant": "any", "players": players, "depth": depth}
    return NetFile(card, arrays)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_whole_games_and_needs_no_memory_of_them(variant: str, players: int) -> None:
    """Somebody who comes in the middle does the same as who was there from the beginning."""
    game, rng = options(variant, players), chance(f"net {variant} {players}")
    brain = Brain(untrained(game))
    for _ in range(3):
        state, bots = new_game(game, rng), [NetBot(brain) for _ in range(players)]
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            move = bots[state.table.to_move].act(seen)
            assert move.action in legal_actions(seen)
            assert NetBot(brain).act(seen) == move
            state, _ = apply(state, move.action)


def test_it_can_play_one_game_after_another() -> None:
    game, rng = options("base+noempty", 2), chance("another")
    brain = Brain(untrained(game))
    bot = NetBot(brain)
    for _ in range(5):
        state = new_game(game, rng)
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            assert bot.act(seen) == NetBot(brain).act(seen)
            state, _ = apply(state, bot.act(seen).action)


def test_another_game_than_it_was_trained_for_is_refused() -> None:
    bot = NetBot(Brain(untrained(options("base+noempty", 2))))
    state = new_game(options("black", 3), chance("other"))
    with pytest.raises(NetError, match="trained for any with 2 players, not for black with 3"):
        bot.act(view(state, state.table.to_move))


def changed(name: str, change: Callable[[Any], Any]) -> NetFile:
    file = untrained(options("base", 2))
    return NetFile(file.card, file.arrays | {name: change(file.arrays[name])})


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (NetFile({}, {}), "no net of ours"),
        (NetFile({"format": MARK}, {}), "lacks something"),
        (NetFile(untrained(options("base", 2)).card, {}), "lacks something"),
        (changed("head.weight", lambda array: array[:, :-1]), "do not fit"),
        (changed("body.1.weight", lambda array: array[:, :-1]), "do not fit"),
        (changed("norms.0.bias", lambda array: array[:-1]), "do not fit"),
        (changed("head.bias", lambda array: array[None]), "lacks something"),
        (changed("body.0.bias", lambda array: array * np.nan), "numbers that are none"),
    ],
)
def test_what_is_not_a_net_is_refused(file: NetFile, why: str) -> None:
    with pytest.raises(NetError, match=why):
        Brain(file)
