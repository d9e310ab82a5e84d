"""A drop-in replacement for `hanabi_learning_environment.rl_env`."""

from collections.abc import Mapping
from typing import Any

from tamaya.envs.hle import pyhanabi
from tamaya.envs.hle.config import require_integer
from tamaya.envs.hle.pyhanabi import (
    CHANCE_PLAYER_ID,
    COLOR_CHAR,
    AgentObservationType,
    HanabiMove,
    HanabiMoveType,
    HanabiObservation,
    color_char_to_idx,
)

MOVE_TYPES = [kind.name for kind in HanabiMoveType]  # unused here; the original module has it

FULL = {"colors": 5, "ranks": 5, "max_information_tokens": 8, "max_life_tokens": 3}
SMALL = {"ranks": 5, "hand_size": 2, "max_information_tokens": 3, "max_life_tokens": 1}
ENVIRONMENTS: dict[str, dict[str, int]] = {
    "Hanabi-Full": FULL,
    "Hanabi-Full-CardKnowledge": FULL,
    "Hanabi-Full-Minimal": FULL | {"observation_type": AgentObservationType.MINIMAL},
    "Hanabi-Small": SMALL | {"colors": 2},
    "Hanabi-Very-Small": SMALL | {"colors": 1},
}


def make(
    environment_name: str = "Hanabi-Full",
    num_players: int = 2,
    pyhanabi_path: str | None = None,  # noqa: ARG001 - there is nothing to load
) -> "HanabiEnv":
    """Return the environment with this name."""
    if environment_name not in ENVIRONMENTS:
        known = ", ".join(ENVIRONMENTS)
        raise ValueError(f"there is no environment {environment_name!r}; there are {known}")
    return HanabiEnv(ENVIRONMENTS[environment_name] | {"players": num_players})


class Environment:
    """The interface of an environment."""

    def reset(self, config: Any) -> Any:
        """Start a new game; return the observations."""
        raise NotImplementedError

    def step(self, action: Any) -> Any:
        """Apply an action; return observations, reward, whether the game is over, and a dict."""
        raise NotImplementedError


class HanabiEnv(Environment):
    """A game for agents.

    `reset` and `step` return an observation for each player. An agent should get its own only: all
    of them together show every card. `state` exists after the first `reset`.
    """

    state: pyhanabi.HanabiState

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.game = pyhanabi.HanabiGame(config)
        self.observation_encoder = pyhanabi.ObservationEncoder(self.game)
        self.players = self.game.num_players()

    def num_moves(self) -> int:
        """Return the number of moves, legal or not."""
        return self.game.max_moves()

    def vectorized_observation_shape(self) -> list[int]:
        """Return the shape of an observation vector."""
        return self.observation_encoder.shape()

    def reset(self, config: None = None) -> dict[str, Any]:  # noqa: ARG002 - as the base has it
        """Start a new game; return the observations."""
        self.state = self.game.new_initial_state()
        return self._deal_and_observe()

    def step(self, action: Any) -> tuple[dict[str, Any], int, bool, dict[str, Any]]:
        """Apply a uid or dict; return observations, reward, whether the game is over, and {}."""
        if not hasattr(self, "state"):
            raise ValueError("no game has begun; call reset first")
        move = (
            self._parse_move(action) if isinstance(action, Mapping) else self.game.get_move(action)
        )
        before = self.state.score()
        self.state.apply_move(move)
        observations = self._deal_and_observe()
        return observations, self.state.score() - before, self.state.is_terminal(), {}

    def _deal_and_observe(self) -> dict[str, Any]:
        """Deal all cards that are due; return observations's observations."""
        while self.state.cur_player() == CHANCE_PLAYER_ID:
            self.state.deal_random_card()
        observations = [
            self._observation_dict(self.state.observation(seat)) for seat in range(self.players)
        ]
        return {"player_observations": observations, "current_player": self.state.cur_player()}

    def _observation_dict(self, observation: HanabiObservation) -> dict[str, Any]:
        return {
            "current_player": self.state.cur_player(),
            "current_player_offset": observation.cur_player_offset(),
            "life_tokens": observation.life_tokens(),
            "information_tokens": observation.information_tokens(),
            "num_players": self.players,
            "deck_size": observation.deck_size(),
            "fireworks": dict(zip(COLOR_CHAR, observation.fireworks(), strict=False)),
            "legal_moves": [move.to_dict() for move in observation.legal_moves()],
            "legal_moves_as_int": observation.legal_uids(),
            "observed_hands": _dicts(observation.observed_hands()),
            "discard_pile": [card.to_dict() for card in observation.discard_pile()],
            "card_knowledge": _dicts(observation.card_knowledge()),
            "vectorized": self.observation_encoder.encode(observation),
            "pyhanabi": observation,
        }

    def _parse_move(self, action: Mapping[str, Any]) -> HanabiMove:
        """Return the move of an action dict."""
        try:
            match action["action_type"]:
                case "PLAY":
                    return HanabiMove.get_play_move(_number(action, "card_index"))
                case "DISCARD":
                    return HanabiMove.get_discard_move(_number(action, "card_index"))
                case "REVEAL_COLOR":
                    to, color = _number(action, "target_offset"), color_char_to_idx(action["color"])
                    return HanabiMove.get_reveal_color_move(to, color)
                case "REVEAL_RANK":
                    to, rank = _number(action, "target_offset"), _number(action, "rank")
                    return HanabiMove.get_reveal_rank_move(to, rank)
                case other:
                    raise ValueError(f"players have no move {other!r}")
        except KeyError as missing:
            raise ValueError(f"{dict(action)} lacks {missing}") from None


def _number(action: Mapping[str, Any], name: str) -> int:
    return require_integer(action[name], name)


def _dicts(hands: Any) -> list[list[dict[str, object]]]:
    return [[one.to_dict() for one in hand] for hand in hands]


class Agent:
    """The interface of an agent."""

    def __init__(self, config: Mapping[str, Any], *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError

    def reset(self, config: Mapping[str, Any]) -> None:
        """Prepare for another game."""
        raise NotImplementedError

    def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
        """Return a move, or None if another player is to move.

        `observation` is the agent's own part of what `HanabiEnv` returns.
        """
        raise NotImplementedError
