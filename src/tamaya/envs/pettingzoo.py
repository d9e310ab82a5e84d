"""An AEC environment for PettingZoo: agents that take turns, each with its own observation.

    from tamaya.envs import pettingzoo

    game = pettingzoo.env("base+noempty", players=2)

The observation is the agent's vector in the research environments' encoding
(`tamaya.kernel.observe.encode`); the action mask says which actions are legal now. Every agent's
reward is the change of the team's score.
"""

import secrets
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tamaya.deals import SEEDS
from tamaya.envs.replayed_game import ReplayedGame
from tamaya.kernel.batch import Batch
from tamaya.kernel.observe.encode import observation_length
from tamaya.rules import parse_options as options_of
from tamaya.text.table import table_text, visible_view

ILLEGAL_REWARD = -1.0  # of an agent that ends the game by an illegal action


class AgentObservation(TypedDict):
    """An agent's observation vector and its mask of legal actions."""

    observation: npt.NDArray[np.uint8]
    action_mask: npt.NDArray[np.int8]


Env = AECEnv[str, AgentObservation, Any]  # an action is an integer, or None after the end


def env(
    variant: str = "base+noempty",
    players: int = 2,
    *,
    random_start: bool = False,
    render_mode: str | None = None,
) -> Env:
    """Return a game in PettingZoo's usual wrappers.

    An illegal action ends the game and gives that agent a reward of -1.
    """
    game: Env = raw_env(variant, players, random_start=random_start, render_mode=render_mode)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=ILLEGAL_REWARD)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


def raw_env(
    variant: str = "base+noempty",
    players: int = 2,
    *,
    random_start: bool = False,
    render_mode: str | None = None,
) -> "Hanabi":
    """Return a game without wrappers: an illegal action raises ValueError and changes nothing."""
    return Hanabi(variant, players, random_start=random_start, render_mode=render_mode)


class Hanabi(AECEnv[str, AgentObservation, Any]):
    """One game. `player_0` begins, or with `random_start` an agent that the seed selects."""

    metadata = {  # noqa: RUF012 - required by PettingZoo
        "name": "tamaya_hanabi_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str,
        players: int,
        *,
        random_start: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"the table is rendered as ansi or human, not as {render_mode!r}")
        self.options = options_of(variant, players)
        self.random_start, self.render_mode = random_start, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._batch = Batch(self.options, 1, secrets.randbits(64))
        self._replay = ReplayedGame(self.options, 0)
        self._score = 0
        self.observation_spaces = {
            agent: self._new_observation_space() for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self._batch.actions) for agent in self.possible_agents
        }

    def _new_observation_space(self) -> Any:
        bits, actions = (observation_length(self.options),), (self._batch.actions,)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, bits, np.uint8),
                "action_mask": spaces.Box(0, 1, actions, np.int8),
            }
        )

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's vector and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of action numbers; `tamaya.kernel.game.actions` defines them."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - part of PettingZoo's API
        """Start a new game, dealt from `seed` or from one derived from the last game's seed."""
        if seed is not None and (int(seed) != seed or not 0 <= seed < SEEDS):
            raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
        self._batch.restart([True], None if seed is None else [seed])
        dealt = int(self._batch.seeds[0])
        if self.random_start:
            self._batch.first = dealt % self.options.players
            self._batch.restart([True], [dealt])
        self._replay = ReplayedGame(self.options, dealt, self._batch.first)
        self._score = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Select the agent to move: the same one again if a play revealed a tile with a choice."""
        self.agent_selection = self.possible_agents[int(self._batch.to_move[0])]

    def observe(self, agent: str) -> AgentObservation:
        """Return an agent's observation; the mask is all zero unless the agent is to move."""
        seat = self.possible_agents.index(agent)
        vector = self._batch.observe(everybody=True)[0, seat]
        to_move = seat == self._batch.to_move[0] and not self.terminations.get(agent, True)
        legal = self._batch.legal()[0] if to_move else np.zeros(self._batch.actions)
        return {"observation": vector.copy(), "action_mask": legal.astype(np.int8)}

    def step(self, action: Any) -> None:
        """Apply the action of the agent to move; after the end each agent steps once with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        done = self._batch.step([action], restart=False)
        if not done.legal[0]:
            raise ValueError(f"action {action} is not legal here")
        self._replay.add(int(action))
        self._cumulative_rewards[agent] = 0
        before, self._score = self._score, int(self._batch.scores()[0])
        self.rewards = dict.fromkeys(self.agents, float(self._score - before))
        self.terminations = dict.fromkeys(self.agents, bool(done.ended[0]))
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Render the table as the agent to move sees it, and all cards once the game is over."""
        if self.render_mode is None:
            return None
        text = table_text(visible_view(self._replay.state), self.possible_agents)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
