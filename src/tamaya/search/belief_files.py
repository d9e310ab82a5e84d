"""Files of belief networks: safetensors in half precision, beside the nets that they belong to."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import torch

from tamaya.formats.nets import NetError, read_net, write_net
from tamaya.kernel.own_hands import number_of_faces
from tamaya.learn.network import compute_dtype
from tamaya.rules import Options
from tamaya.search.belief_network import BeliefNetwork, BeliefSizes

MARK = "tamaya belief 1"  # on the card, under "format"
SUFFIX = ".belief.safetensors"


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
    if file.card.get("format") != MARK:
        raise NetError(f"{path.name} is no belief network of ours")
    arrays = {name: array.astype(np.float32) for name, array in file.arrays.items()}
    try:
        width, num_inputs = arrays["body.0.weight"].shape
        layers = sum(name.startswith("norms.") for name in arrays) // 2
        hand_size, num_faces = len(arrays["place.weight"]), len(arrays["head.bias"])
    except (KeyError, ValueError) as error:
        raise NetError(f"{path.name} lacks something: {error}") from error
    if (hand_size, num_faces) != (options.hand_size, number_of_faces(options)):
        raise NetError(f"{path.name} is for other hands or other faces")
    sizes = BeliefSizes(num_inputs, hand_size, num_faces, width, layers)
    network = BeliefNetwork(sizes, compute_dtype(device))
    try:
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    except RuntimeError as error:
        raise NetError(f"{path.name} has other layers than ours: {error}") from error
    return network.to(device).eval()
