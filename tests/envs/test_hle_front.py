"""The front's own manners: what it refuses, and that nothing it hands out changes later."""

from random import Random
from typing import Any

import numpy as np
import pytest

from support.envs.research import OURS, looked, seen
from tamaya.envs.hle import pyhanabi, rl_env
from tamaya.envs.hle.chance import draw_player
from tamaya.envs.hle.pyhanabi import HanabiGame, HanabiMove, HanabiState


@pytest.fixture
def env() -> rl_env.HanabiEnv:
    made = rl_env.HanabiEnv({"players": 3, "seed": 5})
    made.reset()
    return made


def dealt(game: HanabiGame) -> HanabiState:
    """A state whose hands are dealt."""
    state = game.new_initial_state()
    while state.cur_player() == pyhanabi.CHANCE_PLAYER_ID:
        state.deal_random_card()
    return state


def lose(env: rl_env.HanabiEnv) -> dict[str, Any]:
    """Play the newest card until the game is over."""
    done = False
    found: dict[str, Any] = {}
    while not done:
        found, _, done, _ = env.step({"action_type": "PLAY", "card_index": 4})
    return found


# names

SIZES = {
    "Hanabi-Full": (658, 20),
    "Hanabi-Full-CardKnowledge": (658, 20),
    "Hanabi-Full-Minimal": (308, 20),
    "Hanabi-Small": (171, 11),
    "Hanabi-Very-Small": (106, 10),
}


@pytest.mark.parametrize("name", SIZES)
def test_environments_have_names(name: str) -> None:
    made = rl_env.make(name)
    sizes = made.vectorized_observation_shape(), made.num_moves()
    assert sizes == ([SIZES[name][0]], SIZES[name][1])
    found = made.reset()
    assert all(len(part["vectorized"]) == SIZES[name][0] for part in found["player_observations"])
    with pytest.raises(ValueError, match="Hanabi-Full"):
        rl_env.make(name.lower())


@pytest.mark.parametrize(("players", "sizes"), [(2, 658), (3, 956), (4, 1041), (5, 1280)])
def test_any_number_of_players(players: int, sizes: int) -> None:
    made = rl_env.make("Hanabi-Full", players, pyhanabi_path="anywhere")
    assert made.vectorized_observation_shape() == [sizes]
    assert len(made.reset()["player_observations"]) == made.players == players


def test_without_a_seed_every_game_is_another() -> None:
    assert rl_env.make().game.parameter_string() != rl_env.make().game.parameter_string()


# what is refused

WHOLE, NUMBERS = "must be a whole number", "moves have the numbers 0 to 29"
NOT_LEGAL = "is not a legal move of player 0"
ILLEGAL: list[tuple[Any, str]] = [
    *((number, NUMBERS) for number in (-1, 30, 10**30)),
    *((no_number, WHOLE) for no_number in (1.5, "3", None, [5], np.float64(5), np.array([5, 6]))),
    (0, r"\(Discard 0\) is not a legal move"),  # all tokens are there
    ({}, "lacks 'action_type'"),
    ({"action_type": "FLY"}, "players have no move 'FLY'"),
    ({"action_type": ["PLAY"]}, "players have no move"),
    ({"action_type": "DEAL", "color": "R", "rank": 0}, "players have no move 'DEAL'"),
    ({"action_type": "PLAY"}, "lacks 'card_index'"),
    ({"action_type": "PLAY", "card_index": 5}, NOT_LEGAL),
    ({"action_type": "PLAY", "card_index": -1}, NOT_LEGAL),
    ({"action_type": "PLAY", "card_index": "0"}, f"card_index {WHOLE}"),
    ({"action_type": "DISCARD", "card_index": 0}, NOT_LEGAL),
    ({"action_type": "REVEAL_COLOR", "target_offset": 1}, "lacks 'color'"),
    *(
        ({"action_type": "REVEAL_COLOR", "target_offset": 1, "color": color}, "colours have")
        for color in ("Q", 0, ["R"], None)
    ),
    ({"action_type": "REVEAL_COLOR", "target_offset": 0, "color": "R"}, NOT_LEGAL),
    ({"action_type": "REVEAL_COLOR", "target_offset": 3, "color": "R"}, NOT_LEGAL),
    ({"action_type": "REVEAL_RANK", "target_offset": 1, "rank": "1"}, f"rank {WHOLE}"),
    ({"action_type": "REVEAL_RANK", "target_offset": 1, "rank": 5}, NOT_LEGAL),
    ({"action_type": "REVEAL_RANK", "target_offset": None, "rank": 1}, f"target_offset {WHOLE}"),
]


@pytest.mark.parametrize(("action", "words"), ILLEGAL, ids=str)
def test_an_illegal_action_changes_nothing(env: rl_env.HanabiEnv, action: Any, words: str) -> None:
    before = looked(OURS, env)
    with pytest.raises(ValueError, match=words):
        env.step(action)
    assert looked(OURS, env) == before


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"players": 1}, "players must be 2 to 5, not 1"),
        ({"players": 6}, "players must be 2 to 5, not 6"),
        ({"players": "2"}, "players must be a whole number"),
        ({"players": 2.0}, "players must be a whole number"),
        ({"players": None}, "players must be a whole number"),
        ({"colors": 0}, "colors must be 1 to 5"),
        ({"ranks": 6}, "ranks must be 1 to 5"),
        ({"hand_size": 0}, "hand_size must be"),
        ({"hand_size": 7}, "big hands"),
        ({"colors": 1, "ranks": 1}, "2 hands of 5 need 10 cards; there are 3"),
        ({"max_information_tokens": -1}, "max_information_tokens must be"),
        ({"max_life_tokens": 0}, "max_life_tokens must be"),
        ({"observation_type": 3}, "observation_type must be 0 to 2"),
        ({"random_start_player": 2}, "random_start_player must be 0 to 1"),
        ({"seed": 1 << 32}, "seed must be"),
        ({"player": 2}, "no setting 'player'; did you mean players"),
        ({"variant": 2}, "no setting 'variant'; known are players"),
        (["players"], "a config is a dict"),
    ],
)
def test_a_bad_config_is_explained(config: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rl_env.HanabiEnv(config)


def test_numbers_of_numpy_are_numbers() -> None:
    config = {"players": np.int64(3), "seed": np.uint32(8), "random_start_player": np.bool_(True)}
    one = rl_env.HanabiEnv({"players": 3, "seed": 8, "random_start_player": True})
    other = rl_env.HanabiEnv(config)
    assert seen(one.reset()) == seen(other.reset())
    for number in (np.int64(5), np.uint8(6), np.array(7)):
        here, there = one.step(int(number)), other.step(number)
        assert (seen(here[0]), here[1:]) == (seen(there[0]), there[1:])


def test_a_finished_game_takes_no_more_moves(env: rl_env.HanabiEnv) -> None:
    found = lose(env)
    assert found["player_observations"][found["current_player"]]["legal_moves"], "as there"
    before = looked(OURS, env)
    with pytest.raises(ValueError, match="the game is over"):
        env.step(5)
    with pytest.raises(ValueError, match="the game is over"):
        env.state.apply_move(HanabiMove.get_play_move(0))
    assert looked(OURS, env) == before
    env.reset()
    env.step(5)


def test_a_game_has_to_begin() -> None:
    with pytest.raises(ValueError, match="reset"):
        rl_env.make().step(5)


# chance


def test_cards_are_dealt_before_anybody_moves() -> None:
    game = HanabiGame({"seed": 1})
    state = game.new_initial_state()
    assert state.cur_player() == pyhanabi.CHANCE_PLAYER_ID
    assert state.observation(1).cur_player_offset() == pyhanabi.CHANCE_PLAYER_ID
    assert state.observation(0).legal_moves() == []
    assert not state.move_is_legal(game.get_move(5))
    with pytest.raises(ValueError, match="to be dealt first"):
        state.legal_moves()
    with pytest.raises(ValueError, match=r"\(Play 0\) is not a legal move of chance"):
        state.apply_move(HanabiMove.get_play_move(0))
    state = dealt(game)
    with pytest.raises(ValueError, match="no card is to be dealt: player 0 is to move"):
        state.deal_random_card()


def test_a_game_can_be_dealt_again_from_its_history() -> None:
    game = HanabiGame({"seed": 6, "players": 4})
    state = dealt(game)
    state.apply_move(game.get_move(5))
    state.deal_random_card()
    again = game.new_initial_state()
    for item in state.move_history():
        assert again.move_is_legal(item.move())
        again.apply_move(item.move())
    assert str(again) == str(state)
    assert str(again.move_history()) == str(state.move_history())


def test_no_card_is_dealt_that_is_not_in_the_deck() -> None:
    state = HanabiGame({"seed": 1}).new_initial_state()
    state.deal_random_card()
    (item,) = state.move_history()
    assert str(item) == "<(Deal B5)>", "of which there is one"
    assert not state.move_is_legal(item.move())
    with pytest.raises(ValueError, match=r"\(Deal B5\) is not a legal move of chance"):
        state.apply_move(item.move())


class Given(Random):
    """A generator whose words are given."""

    def __init__(self, *words: int) -> None:
        super().__init__()
        self.words = list(words)

    def getrandbits(self, k: int, /) -> int:
        assert k == 32
        return self.words.pop(0)


@pytest.mark.parametrize(
    ("players", "words", "who"),
    [(2, [0], 0), (3, [0, 1 << 31], 1), (4, [(1 << 32) - 1], 3), (5, [0, 1], 0)],
)
def test_nobody_begins_more_often(players: int, words: list[int], who: int) -> None:
    """Of three or five players one would, if the word 0 counted: it is drawn again."""
    given = Given(*words)
    assert draw_player(given, players) == who
    assert given.words == []


# copies


def test_a_copy_goes_its_own_way() -> None:
    game = HanabiGame({"seed": 2})
    state = dealt(game)
    before, other = str(state), state.copy()
    other.apply_move(game.get_move(5))
    other.deal_random_card()
    assert str(state) == before != str(other)
    assert len(state.move_history()) == 10
    assert len(other.move_history()) == 12
    state.apply_move(game.get_move(6))
    assert other.move_history()[-2].move() == game.get_move(5)


def test_an_observation_stays_as_it_was(env: rl_env.HanabiEnv) -> None:
    part = env.reset()["player_observations"][1]
    kept, text = part["pyhanabi"], str(part["pyhanabi"])
    lose(env)
    assert str(kept) == text
    assert env.observation_encoder.encode(kept) == part["vectorized"]


def test_what_is_handed_out_can_be_changed(env: rl_env.HanabiEnv) -> None:
    before = looked(OURS, env)
    for part in env.reset()["player_observations"]:
        for moves in (part["legal_moves"], *part["observed_hands"], *part["card_knowledge"]):
            for one in moves:
                one.clear()
            moves.clear()
        part["pyhanabi"].observed_hands()[1].clear()
        part["pyhanabi"].card_knowledge()[1].clear()
    env.state.player_hands()[0].clear()
    env.state.move_history().clear()
    assert looked(OURS, env)["observations"][0].keys() == before["observations"][0].keys()
    assert all(len(hand) == 5 for hand in env.state.player_hands())
    assert all("action_type" in move.to_dict() for move in env.state.legal_moves())
    assert all("color" in card.to_dict() for hand in env.state.player_hands() for card in hand)


# small things


def test_moves_have_numbers() -> None:
    game = HanabiGame({"players": 3})
    for uid in range(game.max_moves()):
        assert game.get_move_uid(game.get_move(uid)) == uid
    assert game.get_move_uid(HanabiMove.get_play_move(5)) == -1
    assert game.get_move_uid(HanabiMove.get_reveal_color_move(3, 0)) == -1
    for wrong in (-1, game.max_moves()):
        with pytest.raises(ValueError, match="moves have the numbers 0 to 29"):
            game.get_move(wrong)
    with pytest.raises(ValueError, match="is no move"):
        HanabiMove(pyhanabi.HanabiMoveType.INVALID).to_dict()
    with pytest.raises(ValueError, match="a move is a HanabiMove"):
        dealt(game).apply_move(5)  # type: ignore[arg-type] # what is tested
    with pytest.raises(ValueError, match="players have the numbers 0 to 2"):
        dealt(game).observation(3)


def test_colours_have_letters() -> None:
    letters = [pyhanabi.color_idx_to_char(number) for number in range(-1, 5)]
    assert letters == [None, "R", "Y", "G", "W", "B"]
    assert [pyhanabi.color_char_to_idx(letter) for letter in "RYGWB"] == [0, 1, 2, 3, 4]
    for wrong in (5, -2):
        with pytest.raises(ValueError, match="colours have the numbers"):
            pyhanabi.color_idx_to_char(wrong)
    with pytest.raises(ValueError, match="colours have the letters"):
        pyhanabi.color_char_to_idx("K")


def test_cards_are_equal_by_their_faces() -> None:
    card = pyhanabi.HanabiCard(1, 2)
    assert card == pyhanabi.HanabiCard(1, 2)
    assert len({card, pyhanabi.HanabiCard(1, 2), pyhanabi.HanabiCard(2, 2)}) == 2
    assert card != "Y3"
    assert str(card) == "Y3"
    assert str(pyhanabi.HanabiCard(-1, -1)) == "XX"


def test_a_deck_knows_its_cards() -> None:
    game = HanabiGame({"ranks": 4, "colors": 2, "hand_size": 2})
    assert [game.num_cards(1, rank) for rank in range(-1, 5)] == [0, 3, 2, 2, 1, 0]
    assert game.num_cards(2, 0) == 0


def test_encoders_may_be_ones_own(env: rl_env.HanabiEnv) -> None:
    class Tokens(pyhanabi.ObservationEncoder):
        def encode(self, observation: pyhanabi.HanabiObservation) -> list[int]:
            return [observation.information_tokens()]

    env.observation_encoder = Tokens(env.game)
    assert env.reset()["player_observations"][0]["vectorized"] == [8]
    with pytest.raises(ValueError, match="canonical"):
        pyhanabi.ObservationEncoder(env.game, 1)  # type: ignore[arg-type] # what is tested


def test_agents_fill_in_what_the_base_leaves_open() -> None:
    class First(rl_env.Agent):
        def __init__(self, config: Any) -> None:
            self.config = config

        def act(self, observation: dict[str, Any]) -> dict[str, Any] | None:
            mine = observation["current_player_offset"] == 0
            return observation["legal_moves"][-1] if mine else None

    env = rl_env.make("Hanabi-Small", 2)
    agents, found, done = [First({}), First({})], env.reset(), False
    while not done:
        acts = [a.act(p) for a, p in zip(agents, found["player_observations"], strict=True)]
        (action,) = [act for act in acts if act is not None]
        found, _, done, _ = env.step(action)
    with pytest.raises(NotImplementedError):
        rl_env.Agent({})
    for call in (agents[0].reset, rl_env.Environment().step, rl_env.Environment().reset):
        with pytest.raises(NotImplementedError):
            call({})


def test_nothing_has_to_be_loaded() -> None:
    assert pyhanabi.try_cdef(prefixes=("here",))
    assert pyhanabi.try_load()
    assert pyhanabi.cdef_loaded()
    assert pyhanabi.lib_loaded()
