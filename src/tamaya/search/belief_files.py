"""Files of belief networks: safetensors in half precision, beside the nets that they belong to.

A network for all boxes (ANY) has the options as inputs and knows the faces of all suits. It is
reduced to one game when it is loaded: constant inputs become part of the biases.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from tamaya.bots.net.specialize import BIAS, FIRST, HEAD, HEAD_BIAS
from tamaya.formats.nets import ANY, NetError, NetFile, read_net, write_net
from tamaya.kernel.feature_space import WIDEST_OPTIONS, shared_feature_space
from tamaya.kernel.observe.feature_names import input_names, option_names
from tamaya.kernel.own_hands import number_of_faces
from tamaya.learn.network import compute_dtype
from tamaya.rules import Options, parse_options
from tamaya.search.belief_network import BeliefNetwork, BeliefSizes

MARK = "tamaya belief 1"  # on the card, under "format"
SUFFIX = ".belief.safetensors"
CARD, PLACE = "card.weight", "place.weight"
FloatArrays = dict[str, npt.NDArray[np.float32]]


def save_beliefs(network: BeliefNetwork, path: Path, card: Mapping[str, str]) -> None:
    """Save a network; `card` names its variant, players and depth, and what it learned from."""
    arrays = {
        name: tensor.detach().float().cpu().numpy().astype(np.float16)
        for name, tensor in network.state_dict().items()
    }
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    write_net(path, {"format": MARK, **card, "date": date}, arrays)


def load_beliefs(path: Path, options: Options, device: str) -> BeliefNetwork:
    """The network of a file; `NetError` if it is none, or not one for these options."""
    file = read_net(path)
    arrays = belief_arrays(file, options)
    sizes = _sizes(arrays)
    if (sizes.hand_size, sizes.num_faces) != (options.hand_size, number_of_faces(options)):
        raise NetError(f"{path.name} is for other hands or other faces")
    network = BeliefNetwork(sizes, compute_dtype(device))
    try:
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    except RuntimeError as error:
        raise NetError(f"{path.name} has other layers than ours: {error}") from error
    return network.to(device).eval()


def belief_arrays(file: NetFile, options: Options | None) -> FloatArrays:
    """The weights of a file, reduced to one game if that is given and the file is for all boxes."""
    check_belief_file(file)
    arrays = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    if options is None or file.card.get("variant") != ANY:
        return arrays
    try:
        return _specialize(arrays, options, int(file.card["depth"]))
    except (IndexError, KeyError, ValueError) as error:
        raise NetError(f"that belief network does not fit its card: {error}") from error


def check_belief_file(file: NetFile) -> BeliefSizes:
    """The sizes of a file's network; `NetError` if it is none."""
    if file.card.get("format") != MARK:
        raise NetError("this file is no belief network of ours")
    return _sizes(file.arrays)


def _sizes(arrays: "Mapping[str, npt.NDArray[np.generic]]") -> BeliefSizes:
    try:
        width, num_inputs = arrays[FIRST].shape
        layers = sum(name.startswith("norms.") for name in arrays) // 2
        hand_size, num_faces = len(arrays[PLACE]), len(arrays[HEAD_BIAS])
    except (KeyError, TypeError, ValueError) as error:
        raise NetError(f"this belief network lacks something: {error}") from error
    return BeliefSizes(num_inputs, hand_size, num_faces, width, layers)


def _specialize(arrays: FloatArrays, options: Options, depth: int) -> FloatArrays:
    """The same network, with only the inputs and faces that a game has."""
    inputs = shared_feature_space(options.players, depth).inputs
    if len(inputs) != arrays[FIRST].shape[1]:
        raise ValueError("other inputs")
    constant = [inputs[name] for name in option_names(options)]
    suits = [suit.name for suit in parse_options(WIDEST_OPTIONS, options.players).suits]
    first_faces = np.array([suits.index(suit.name) for suit in options.suits]) * options.values
    faces = (first_faces[:, None] + np.arange(options.values)).ravel()
    hand_size, num_faces = len(arrays[PLACE]), len(arrays[HEAD_BIAS])
    cards = (np.arange(hand_size)[:, None] * num_faces + faces).ravel()
    return arrays | {
        FIRST: arrays[FIRST][:, [inputs[name] for name in input_names(options, depth)]],
        BIAS: arrays[BIAS] + arrays[FIRST][:, constant].sum(axis=1),
        CARD: arrays[CARD][cards],
        HEAD: arrays[HEAD][faces],
        HEAD_BIAS: arrays[HEAD_BIAS][faces],
    }
