"""The blueprint: a trained policy in PyTorch, which rollouts follow and choices keep close to."""

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from tamaya.bots.net.specialize import FIRST, check_net, specialize_net
from tamaya.formats.nets import ANY, NetError, NetFile
from tamaya.kernel.feature_space import feature_space_of
from tamaya.kernel.observe.packing import WORD_SIZE, words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.learn.config import mix_of_all_boxes
from tamaya.learn.network import ActorCritic, compute_dtype
from tamaya.rules import Options, parse_options


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A policy, and its option set as the kernel plays it; to train beliefs, also several."""

    mix: OptionMix
    network: ActorCritic
    rollout_network: ActorCritic | None = None  # the same, faster and less precise


def load_blueprint(file: NetFile, options: Options, device: str) -> Blueprint:
    """The policy of a net for these options; `NetError` if it was trained for other ones."""
    special = specialize_net(file, options)
    depth = int(special.card["depth"])
    mix = OptionMix((options,), depth, feature_space_of(options, depth))
    return _blueprint(special, mix, device)


def with_fast_rollouts(blueprint: Blueprint, device: str) -> Blueprint:
    """The blueprint with a network in bfloat16 for rollouts, on processors that multiply in it.

    On others it would be slower; on a GPU the network is in bfloat16 anyway.
    """
    if device != "cpu" or not processor_has_bfloat16():
        return blueprint
    network = deepcopy(blueprint.network)
    network.bit_table = network.bit_table.bfloat16()
    return replace(blueprint, rollout_network=network)


def processor_has_bfloat16() -> bool:
    """Whether this processor has instructions for products in bfloat16, as far as PyTorch says."""
    if not hasattr(torch.cpu, "get_capabilities"):  # older versions of PyTorch
        return False
    capabilities: dict[str, Any] = torch.cpu.get_capabilities()
    return any(capabilities.get(name, False) for name in ("avx512_bf16", "amx_bf16"))


def training_blueprint(file: NetFile, variant: str, players: int, device: str) -> Blueprint:
    """The policy of a net for the games of a variant, or for those of all boxes (ANY)."""
    if variant != ANY:
        return load_blueprint(file, parse_options(variant, players), device)
    check_net(file)
    if (file.card["variant"], file.card["players"]) != (ANY, str(players)):
        raise NetError(f"this net was not trained for all boxes with {players} players")
    return _blueprint(file, mix_of_all_boxes(players, int(file.card["depth"])), device)


def _blueprint(file: NetFile, mix: OptionMix, device: str) -> Blueprint:
    space = mix.feature_space
    arrays = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    num_inputs = WORD_SIZE * words_for_bits(len(space.inputs))
    arrays[FIRST] = np.pad(arrays[FIRST], ((0, 0), (0, num_inputs - len(space.inputs))))
    width, layers = len(arrays[FIRST]), sum(name.startswith("norms.") for name in arrays) // 2
    network = ActorCritic(num_inputs, len(space.actions), width, layers, compute_dtype(device))
    try:
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    except RuntimeError as error:
        raise NetError(f"this net has other layers than ours: {error}") from error
    return Blueprint(mix, network.to(device).eval())
