"""Nets of random numbers, for tests that need one that fits a game."""

from typing import Any

import numpy as np

from tamaya.formats.nets import ANY, MARK, NetFile
from tamaya.kernel.feature_space import shared_feature_space
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.observe.features import features_length
from tamaya.rules import (
    Options,
    format_options,
)

DEPTH = 5


WIDTH = 24


def untrained(game: Options, *, told: bool = False, seed: int = 1) -> NetFile:
    """A net of random numbers that fits a game; or any game, if it is told which."""
    rng, space = np.random.default_rng(seed), shared_feature_space(game.players, DEPTH)
    sizes = [len(space.inputs) if told else features_length(game, DEPTH), WIDTH, WIDTH]
    arrays: dict[str, Any] = {}
    for n in range(2):
        arrays[f"body.{n}.weight"] = rng.normal(size=(sizes[n + 1], sizes[n])).astype(np.float16)
        arrays[f"body.{n}.bias"] = rng.normal(size=sizes[n + 1]).astype(np.float16)
        arrays[f"norms.{n}.weight"] = np.ones(sizes[n + 1], np.float16)
        arrays[f"norms.{n}.bias"] = np.zeros(sizes[n + 1], np.float16)
    actions = len(space.actions) if told else len(action_names(game))
    arrays["head.weight"] = rng.normal(size=(actions + 1, WIDTH)).astype(np.float16)
    arrays["head.bias"] = np.zeros(actions + 1, np.float16)
    players, depth = str(game.players), str(DEPTH)
    variant = ANY if told else format_options(game)
    card = {"format": MARK, "variant": variant, "players": players, "depth": depth}
    return NetFile(card, arrays)
