"""A vector environment for Gymnasium: many games for self-play in one batch.

    import gymnasium
    import tamaya.envs.gym

    games = gymnasium.make_vec("tamaya/Hanabi-v0", num_envs=1024, variant="base+noempty", players=2)

Each step takes one action for each game, of the seat that is to move there, and returns the
observation of the seat that is to move next: all that a policy for every seat needs.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tamaya.kernel.batch import Batch
from tamaya.kernel.observe.encode import observation_length
from tamaya.rules import parse_options as options_of

ID = "tamaya/Hanabi-v0"
MASK64 = (1 << 64) - 1

Array = npt.NDArray[Any]
Truth = npt.NDArray[np.bool_]
Info = dict[str, Any]


class HanabiVector(VectorEnv[Array, Array, Array]):
    """Games with the same options, stepped together.

    The reward is the change of the team's score; an illegal action changes nothing, has
    reward 0 and is flagged in `info["illegal"]`. Games are never truncated.
    """

    def __init__(
        self,
        num_envs: int = 1,
        variant: str = "base+noempty",
        players: int = 2,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
    ) -> None:
        self.options = options_of(variant, players)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._batch = Batch(self.options, num_envs, secrets.randbits(64), threads=threads)
        self._scores = np.zeros(num_envs, np.int64)
        self._over: Truth | None = None  # None before the first reset
        self.single_observation_space = spaces.Box(
            0, 1, (observation_length(self.options),), np.uint8
        )
        self.single_action_space = spaces.Discrete(self._batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Info | None = None
    ) -> tuple[Array, Info]:
        """Start new games: all, or those selected by `options={"reset_mask": …}`.

        Game n is dealt from the n-th seed, or from seed + n; without seeds, from a seed derived
        from that of its previous game.
        """
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        where = _reset_mask(options or {}, self.num_envs)
        over = ~where if self._over is None else self._over & ~where
        if self._over is None and over.any():
            raise ResetNeeded("at first all games have to be reset")
        self._restart(where, None if seed is None else _seeds(seed, self.num_envs)[where])
        self._over = over
        return self._batch.observe().copy(), self._info(np.zeros_like(over))

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Info]:
        """Apply one action in each game; finished games restart according to the autoreset mode.

        With `DISABLED`, raise `ResetNeeded` while any game is over.
        """
        over, mode = self._over, self.autoreset_mode
        if over is None or (mode is AutoresetMode.DISABLED and over.any()):
            raise ResetNeeded("there are games that have to be reset first")
        done = self._batch.step(actions, restart=False)
        ended, illegal = done.ended & ~over, ~(done.legal | over)
        rewards = self._rewards(done.legal)
        info: Info = {}
        if mode is AutoresetMode.SAME_STEP:
            info = self._final_info(ended)
        elif mode is AutoresetMode.NEXT_STEP and over.any():
            self._restart(over)
        self._over = ended & (mode is not AutoresetMode.SAME_STEP)
        info |= self._info(illegal)
        return self._batch.observe().copy(), rewards, ended, np.zeros_like(ended), info

    def _restart(self, where: Truth, seeds: Array | None = None) -> Batch:
        """Start new games where the mask is set; return the old games."""
        self._scores[where] = 0
        return self._batch.restart(where, seeds)

    def _rewards(self, legal: Truth) -> Array:
        """Return the change of each score; before the first action a score counts as 0."""
        before, self._scores = self._scores, np.where(legal, self._batch.scores(), self._scores)
        return (self._scores - before).astype(np.float64)

    def _info(self, illegal: Truth) -> Info:
        """Return the info of all games."""
        return _with_masks(_game_info(self._batch) | {"illegal": illegal}, np.ones_like(illegal))

    def _final_info(self, ended: Truth) -> Info:
        """Restart the games that have ended; return their last observations and infos."""
        if not ended.any():
            return {}
        last = self._restart(ended)
        final_obs = np.full(self.num_envs, None, object)
        for place, row in zip(np.flatnonzero(ended), last.observe(), strict=True):
            final_obs[place] = row
        last_info = _game_info(last) | {"illegal": np.zeros(len(last), np.bool_)}
        final_info = {name: _scatter(rows, ended) for name, rows in last_info.items()}
        return _with_masks(
            {"final_obs": final_obs, "final_info": _with_masks(final_info, ended)}, ended
        )


def _game_info(batch: Batch) -> Info:
    return {"action_mask": batch.legal().view(np.int8).copy(), "to_move": batch.to_move}


def _scatter(rows: Array, where: Truth) -> Array:
    """Return an array for all games with the given rows where the mask is set, else zeros."""
    result = np.zeros((len(where), *rows.shape[1:]), rows.dtype)
    result[where] = rows
    return result


def _with_masks(info: Info, where: Truth) -> Info:
    """Add a mask `_name` for each entry, as Gymnasium does: the games that have it."""
    return info | {f"_{name}": where.copy() for name in info}


def _reset_mask(options: Info, games: int) -> Truth:
    """Return which games to reset, checked as strictly as in Gymnasium's own vectors."""
    mask = options.get("reset_mask", np.ones(games, np.bool_))
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("options['reset_mask'] has to be an array of truth values")
    if mask.shape != (games,) or not mask.any():
        raise ValueError(f"options['reset_mask'] has to name at least one of {games} games")
    return mask


def _seeds(seed: int | Sequence[int], games: int) -> npt.NDArray[np.uint64]:
    if isinstance(seed, (int, np.integer)):
        return np.uint64(int(seed) & MASK64) + np.arange(games, dtype=np.uint64)
    if len(seed) != games:
        raise ValueError(f"{games} games need as many seeds, not {len(seed)}")
    if not all(isinstance(one, (int, np.integer)) for one in seed):
        raise ValueError("seeds are whole numbers")
    return np.array([int(one) & MASK64 for one in seed], np.uint64)


if ID not in gymnasium.registry:
    gymnasium.register(ID, vector_entry_point="tamaya.envs.gym:HanabiVector")
