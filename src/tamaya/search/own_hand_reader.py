"""The hands of the seats to move in an environment's games, as tensors."""

import numpy as np
import torch

from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.own_hands import OwnHands, face_numbers, own_hand_arrays
from tamaya.learn.vector_env import SelfPlayVectorEnv
from tamaya.search.belief_config import suit_names


class OwnHandReader:
    """Reads the hand of the seat to move, and what it knows of it, in every game."""

    def __init__(self, env: SelfPlayVectorEnv, mix: OptionMix) -> None:
        self._env, device, game = env, env.games.device, mix.option_sets[0]
        suits = suit_names(mix)
        self._numbers = device.to_device(face_numbers(mix, suits), np.int64)
        num_faces = len(suits) * game.values
        self._arrays = own_hand_arrays(env.num_games, game.hand_size, num_faces, device)
        self._tensors = OwnHands(*(torch.as_tensor(a, device=env.device) for a in self._arrays))

    def read(self) -> OwnHands:
        """The hands as they are now; the next call overwrites them."""
        self._env.on_current_stream().observe_own_hands(self._numbers, self._arrays)
        return self._tensors
