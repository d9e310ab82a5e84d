"""Many games in parallel as a vectorized environment, with PyTorch tensors for observations."""

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from tamaya.kernel.observe.packing import WORD_SIZE
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.vector_games import SelfPlayBuffers, VectorGames
from tamaya.learn.buffer import RolloutBuffer


class SelfPlayVectorEnv:
    """Games in parallel, every seat played by the learner, and the rollout buffer for their moves.

    A game that ends is followed by a new one with the same options. `option_sets` says which
    option set of the mix each game has.
    """

    def __init__(self, mix: OptionMix, num_games: int, rollout_length: int, device: str) -> None:
        self.games, self.device, self.num_games = (
            VectorGames(mix, num_games, device),
            device,
            num_games,
        )
        self.option_sets = torch.as_tensor(self.games.which_set, device=device)
        arrays = self.games.buffers(rollout_length)
        self.num_inputs, self.num_actions = (
            WORD_SIZE * arrays.observations.shape[-1],
            len(mix.feature_space.actions),
        )
        packed = [array.view(np.uint8) for array in arrays[:2]]
        tensors = (torch.as_tensor(a, device=device) for a in (*packed, *arrays[2:]))
        self.buffer = RolloutBuffer(*tensors)
        self._rows = [
            SelfPlayBuffers(*(array[t] for array in arrays)) for t in range(rollout_length)
        ]

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of every game's deal, as tamaya.deals takes it."""
        return self.games.seeds

    def reset(self, seed: int) -> None:
        """Begin a new game everywhere."""
        self.on_current_stream().start(seed)

    def observe(self, t: int) -> None:
        """Write observations, legal actions and seats into row `t` of the buffer."""
        self.on_current_stream().observe(self._rows[t])

    def step(self, t: int) -> None:
        """Apply the actions in row `t` of the buffer, and write what came of them into it."""
        self.on_current_stream().step(self._rows[t])

    def on_current_stream(self) -> VectorGames:
        """The games; on a GPU their kernels run on PyTorch's stream, in order with its own."""
        if self.device == "cuda":
            processor: Any = self.games.device
            processor.work_on(torch.cuda.current_stream().cuda_stream)
        return self.games
