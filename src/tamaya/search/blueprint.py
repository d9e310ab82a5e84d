"""The blueprint: a trained policy in PyTorch, which rollouts follow and choices keep close to."""

from dataclasses import dataclass

import numpy as np
import torch

from tamaya.bots.net.specialize import FIRST, specialize_net
from tamaya.formats.nets import NetError, NetFile
from tamaya.kernel.feature_space import feature_space_of
from tamaya.kernel.observe.packing import WORD_SIZE, words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.network import ActorCritic, compute_dtype
from tamaya.rules import Options


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A policy for one option set, and the option set as the kernel plays it."""

    mix: OptionMix
    network: ActorCritic


def load_blueprint(file: NetFile, options: Options, device: str) -> Blueprint:
    """The policy of a net for these options; `NetError` if it was trained for other ones."""
    special = specialize_net(file, options)
    depth = int(special.card["depth"])
    space = feature_space_of(options, depth)
    arrays = {name: array.astype(np.float32) for name, array in special.arrays.items()}
    num_inputs = WORD_SIZE * words_for_bits(len(space.inputs))
    arrays[FIRST] = np.pad(arrays[FIRST], ((0, 0), (0, num_inputs - len(space.inputs))))
    width, layers = len(arrays[FIRST]), sum(name.startswith("norms.") for name in arrays) // 2
    network = ActorCritic(num_inputs, len(space.actions), width, layers, compute_dtype(device))
    try:
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    except RuntimeError as error:
        raise NetError(f"this net has other layers than ours: {error}") from error
    return Blueprint(OptionMix((options,), depth, space), network.to(device).eval())
