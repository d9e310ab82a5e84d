"""A network for any options, reduced to one game: constant inputs become part of the biases."""

from typing import Any

import numpy as np

from tamaya.formats.nets import ANY, MARK, NetError, NetFile
from tamaya.kernel.feature_space import FeatureSpace, feature_space_of, shared_feature_space
from tamaya.kernel.observe.feature_names import action_names, input_names, option_names
from tamaya.kernel.observe.memory import REMEMBERED_ACTIONS
from tamaya.rules import Options, OptionsError, format_options, parse_options

FIRST, BIAS = "body.0.weight", "body.0.bias"
HEAD, HEAD_BIAS = "head.weight", "head.bias"


def specialize_net(file: NetFile, game: Options) -> NetFile:
    """The same network, with only the inputs and actions that a game has.

    A network for a single option set is returned as it is, if the game has those options.
    """
    space = check_net(file)
    if file.card["players"] != str(game.players):
        trained = f"{file.card['variant']} with {file.card['players']} players"
        raise NetError(f"this net was trained for {trained}, not for {game.players} players")
    depth = int(file.card["depth"])
    if file.card["variant"] != ANY:
        if space != feature_space_of(game, depth):
            variant = file.card["variant"]
            raise NetError(f"this net was trained for {variant}, not for {format_options(game)}")
        return file
    arrays: dict[str, Any] = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    weights, head = arrays[FIRST], arrays[HEAD]
    constant = [space.inputs[one] for one in option_names(game)]
    inputs = [space.inputs[one] for one in input_names(game, depth)]
    rows = [*(space.actions[one] for one in action_names(game)), len(space.actions)]
    arrays |= {
        FIRST: weights[:, inputs],
        BIAS: arrays[BIAS] + weights[:, constant].sum(axis=1),
        HEAD: head[rows],
        HEAD_BIAS: arrays[HEAD_BIAS][rows],
    }
    return NetFile({**file.card, "variant": format_options(game)}, arrays)


def check_net(file: NetFile) -> FeatureSpace:
    """The feature space of a network; `NetError` if its arrays do not fit that."""
    card, arrays = file.card, file.arrays
    if card.get("format") != MARK:
        raise NetError("this file is no net of ours")
    try:
        variant, players, depth = card["variant"], int(card["players"]), int(card["depth"])
        width, outputs = arrays[BIAS].size, arrays[HEAD_BIAS].size
        shapes = [arrays[name].shape for name in (FIRST, BIAS, HEAD, HEAD_BIAS)]
    except (KeyError, ValueError) as error:
        raise NetError(f"this net lacks something: {error}") from error
    if not 1 <= depth <= REMEMBERED_ACTIONS:
        raise NetError(f"this net remembers {depth} actions; {REMEMBERED_ACTIONS} are the most")
    space = _feature_space(variant, players, depth)
    last = shapes[2][-1:]  # whatever its last layer is as wide as
    fits = shapes == [(width, len(space.inputs)), (width,), (outputs, *last), (outputs,)]
    if not fits or outputs != len(space.actions) + 1:
        raise NetError("this net is for other inputs and actions than ours")
    return space


def _feature_space(variant: str, players: int, depth: int) -> FeatureSpace:
    try:
        game = parse_options("base" if variant == ANY else variant, players)
    except OptionsError as error:
        raise NetError(f"this net is for a game that we do not know: {error}") from error
    return shared_feature_space(players, depth) if variant == ANY else feature_space_of(game, depth)
