"""A net for any options, made one for those of a game: what is always so becomes a part of it."""

from typing import Any

import numpy as np

from tamaya.formats.nets import ANY, NetError, NetFile
from tamaya.kernel.mix import any_frame
from tamaya.kernel.names import action_names, option_names, seen_names
from tamaya.rules import Options, notation

FIRST, BIAS = "body.0.weight", "body.0.bias"
HEAD, HEAD_BIAS = "head.weight", "head.bias"


def narrowed(file: NetFile, game: Options) -> NetFile:
    """The same net, with only the inputs and actions that a game has; others stay as they are."""
    if file.card.get("variant") != ANY:
        return file
    try:
        players, depth = int(file.card["players"]), int(file.card["depth"])
        arrays: dict[str, Any] = {
            name: array.astype(np.float32) for name, array in file.arrays.items()
        }
        weights, head = arrays[FIRST], arrays[HEAD]
        bias, head_bias = arrays[BIAS], arrays[HEAD_BIAS]
    except (KeyError, ValueError) as error:
        raise NetError(f"this net lacks something: {error}") from error
    if players != game.players:
        raise NetError(f"this net was trained for {players} players, not for {game.players}")
    frame = any_frame(players, depth)
    if weights.shape[1:] != (len(frame.seen),) or len(head) != len(frame.actions) + 1:
        raise NetError("this net is for other inputs and actions than ours")
    name = notation(game)
    told = [frame.seen[one] for one in option_names(game)]
    seen = [frame.seen[one] for one in seen_names(game, depth)]
    rows = [*(frame.actions[one] for one in action_names(game)), len(frame.actions)]
    arrays |= {
        FIRST: weights[:, seen],
        BIAS: bias + weights[:, told].sum(axis=1),
        HEAD: head[rows],
        HEAD_BIAS: head_bias[rows],
    }
    return NetFile({**file.card, "variant": name}, arrays)
