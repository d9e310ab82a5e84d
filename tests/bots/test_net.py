"""The bot that plays a trained net: here nets that nobody has trained, which play all the same."""

import re
from collections.abc import Callable
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from support.announcing import announced, silent
from support.bots.untrained_net import DEPTH, WIDTH, untrained
from support.drivers import DRIVERS, chance, new_game
from support.scenes import scene
from tamaya.bots import registry
from tamaya.bots.net.bot import NetBot
from tamaya.bots.net.net_selection import net_from_file, nets_from_folder
from tamaya.bots.net.policy_network import FloatArray, PolicyNetwork
from tamaya.bots.net.specialize import specialize_net
from tamaya.formats.nets import MARK, NetError, NetFile, write_net
from tamaya.kernel.observe.feature_names import FeatureName, action_names
from tamaya.kernel.observe.features import features_length
from tamaya.rules import (
    Action,
    ColourClue,
    Discard,
    Play,
    Seat,
    Tile,
    ValueClue,
    View,
    apply,
    legal_actions,
    parse_options,
    touched,
    view,
)

VARIANTS = ("base+noempty", "wild10+black+tiles+announce", "own5+bouquet")


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_whole_games_and_needs_no_memory_of_them(variant: str, players: int) -> None:
    """Somebody who comes in the middle does the same as who was there from the beginning."""
    game, rng = parse_options(variant, players), chance(f"net {variant} {players}")
    network = PolicyNetwork(untrained(game))
    for _ in range(3):
        state, bots = new_game(game, rng), [NetBot(lambda _: network) for _ in range(players)]
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            move = bots[state.table.to_move].act(seen)
            assert move.action in legal_actions(seen)
            assert NetBot(lambda _: network).act(seen) == move
            state, _ = apply(state, move.action)


def test_it_can_play_one_game_after_another() -> None:
    game, rng = parse_options("base+noempty", 2), chance("another")
    network = PolicyNetwork(untrained(game))
    bot = NetBot(lambda _: network)
    for _ in range(5):
        state = new_game(game, rng)
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            assert bot.act(seen) == NetBot(lambda _: network).act(seen)
            state, _ = apply(state, bot.act(seen).action)


@pytest.mark.parametrize(
    ("trained", "played"),
    [
        ("base+noempty", "black"),
        ("base+tiles", "base"),  # fewer actions and inputs
        ("wild10", "black"),  # as many of both, which mean something else
        ("base", "base+mistakes=2+clues=9"),  # likewise
    ],
)
def test_another_game_than_it_was_trained_for_is_refused(trained: str, played: str) -> None:
    file, game = untrained(parse_options(trained, 3)), parse_options(played, 3)
    with pytest.raises(NetError, match=f"trained for {re.escape(trained)}, not for "):
        specialize_net(file, game)
    with pytest.raises(NetError, match="with 3 players, not for 2 players"):
        specialize_net(file, parse_options(trained, 2))


@pytest.mark.parametrize("played", ["base", "base+noempty", "base+bouquet", "base+announce"])
def test_a_game_that_looks_the_same_can_be_played(played: str) -> None:
    file = untrained(parse_options("base+noempty", 3))
    assert specialize_net(file, parse_options(played, 3)) is file


def test_a_brain_of_another_game_is_refused_at_the_table() -> None:
    network = PolicyNetwork(untrained(parse_options("base+noempty", 2)))
    state = new_game(parse_options("black", 3), chance("other"))
    told = re.escape("trained for base+noempty with 2 players, not for black with 3")
    with pytest.raises(NetError, match=told):
        NetBot(lambda _: network).act(view(state, state.table.to_move))


def test_a_brain_with_other_actions_is_refused_at_the_table() -> None:
    """Also where it is shown as much as there is to see."""
    game = parse_options("base+noempty", 2)
    file = untrained(game)
    fewer = {name: file.arrays[name][:-1] for name in ("head.weight", "head.bias")}
    network = PolicyNetwork(NetFile(file.card, file.arrays | fewer))
    assert network.inputs == features_length(game, DEPTH)
    state = new_game(game, chance("fewer"))
    with pytest.raises(NetError, match="this net was trained for "):
        NetBot(lambda _: network).act(view(state, state.table.to_move))


def test_it_can_be_shown_two_games_in_turn() -> None:
    game, rng = parse_options("base+noempty", 2), chance("two games")
    network = PolicyNetwork(untrained(game))
    bot, states = NetBot(lambda _: network), [new_game(game, rng) for _ in range(2)]
    for turn in range(40):
        state = states[turn % 2]
        if state.table.outcome is None:
            seen = view(state, state.table.to_move)
            move = bot.act(seen)
            assert move == NetBot(lambda _: network).act(seen)
            states[turn % 2], _ = apply(state, move.action)


def changed(name: str, change: Callable[[Any], Any]) -> NetFile:
    file = untrained(parse_options("base", 2))
    return NetFile(file.card, file.arrays | {name: change(file.arrays[name])})


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (NetFile({}, {}), "no net of ours"),
        (NetFile({"format": MARK}, {}), "lacks something"),
        (NetFile(untrained(parse_options("base", 2)).card, {}), "lacks something"),
        (changed("head.weight", lambda array: array[:, :-1]), "do not fit"),
        (changed("body.1.weight", lambda array: array[:, :-1]), "do not fit"),
        (changed("norms.0.bias", lambda array: array[:-1]), "do not fit"),
        (changed("head.bias", lambda array: array[None]), "lacks something"),
        (changed("body.0.bias", lambda array: array * np.nan), "weights that are not finite"),
    ],
)
def test_what_is_not_a_net_is_refused(file: NetFile, why: str) -> None:
    with pytest.raises(NetError, match=why):
        PolicyNetwork(file)


def test_the_first_layer_is_in_memory_once() -> None:
    network = PolicyNetwork(untrained(parse_options("base", 2)))
    assert np.shares_memory(network.layers[0][0], network._columns)
    assert network.layers[0][0].shape == (WIDTH, network.inputs)


# a net for any options


@pytest.mark.parametrize("variant", [*VARIANTS, "wild10+black+tiles+announce+bouquet", "black"])
def test_one_net_plays_what_it_is_told(variant: str) -> None:
    game, rng = parse_options(variant, 3), chance(f"told {variant}")
    network = PolicyNetwork(specialize_net(untrained(game, told=True), game))
    assert (network.variant, network.actions) == (variant, len(action_names(game)))
    state, bot = new_game(game, rng), NetBot(lambda _: network)
    while state.table.outcome is None:
        seen = view(state, state.table.to_move)
        action = bot.act(seen).action
        assert action in legal_actions(seen)
        state, _ = apply(state, action)


def test_what_it_is_told_makes_a_difference() -> None:
    """Two sets with the same inputs: only what is told can tell them apart."""
    one, other = (
        PolicyNetwork(specialize_net(untrained(game, told=True), game))
        for game in (parse_options("wild10", 2), parse_options("wild10+bouquet", 2))
    )
    nothing = np.zeros(one.inputs, np.uint8)
    assert one.inputs == other.inputs
    assert not np.allclose(one.action_scores(nothing), other.action_scores(nothing))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": "3"}, "other inputs and actions"),
        ({"players": "7"}, "a game that we do not know"),
        ({"variant": "nonsense"}, "a game that we do not know"),
        ({"depth": "4"}, "other inputs and actions"),
        ({"depth": "four"}, "lacks something"),
        ({"depth": "1000000000"}, "16 are the most"),
        ({"format": "another"}, "no net of ours"),
    ],
)
def test_a_net_for_any_options_that_is_none_is_refused(change: dict[str, str], why: str) -> None:
    game = parse_options("black", 2)
    file = untrained(game, told=True)
    with pytest.raises(NetError, match=why):
        specialize_net(NetFile(file.card | change, file.arrays), game)


def test_the_net_that_fits_best_is_taken(tmp_path: Path) -> None:
    game = parse_options("base", 2)
    net_for = nets_from_folder(tmp_path)
    with pytest.raises(NetError, match="no team was trained for base with 2 players"):
        net_for(game)
    with pytest.raises(NetError, match="no team was trained for such a game"):
        net_for(replace(game, clue_tokens=3))
    for name, told in (("any", True), ("base+noempty", False)):
        file = untrained(parse_options("base+noempty", 2), told=told)
        card = file.card | {"variant": name}
        write_net(tmp_path / f"{name}-2.safetensors", card, file.arrays)
    assert net_for(parse_options("wild5+tiles", 2)).variant == "wild5+tiles"
    assert net_for(parse_options("base+noempty", 2)).variant == "base+noempty"
    assert net_for(game).variant == "base+noempty"


def test_who_knows_no_empty_clues_gives_none(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    made = untrained(parse_options("base", 2))
    talkative = np.zeros(21, np.float16)
    talkative[10:20] = 1000
    arrays = made.arrays | {"head.bias": talkative}
    write_net(file, made.card | {"variant": "base+noempty"}, arrays)
    rng, clues = chance("empty"), 0
    for _ in range(5):
        state, bot = new_game(parse_options("base", 2), rng), NetBot(net_from_file(file))
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            action = bot.act(seen).action
            if isinstance(action, ColourClue | ValueClue):
                clues += 1
                assert touched(seen, action)
            state, _ = apply(state, action)
    assert clues > 5


def test_who_can_give_no_other_clue_gives_an_empty_one() -> None:
    """A tile asks for a colour, and all that the other holds is black."""
    cards = "r1 r2 r3 r4 r5 k1 k2 k2 k3 k3 y1"
    state = scene("black+tiles", cards, "p1 A:1 p1 A:1 p1 A:1 p1 A:1 p1", tiles="3")
    seen = view(state, state.table.to_move)
    assert state.table.tile is Tile.COLOUR_CLUE
    network = PolicyNetwork(untrained(parse_options("black+tiles+noempty", 2)))
    assert not network.empty_clues
    action = NetBot(lambda _: network).act(seen).action
    assert isinstance(action, ColourClue)
    assert not touched(seen, action)


# announcing


class Spied(PolicyNetwork):
    """A network that keeps its last scores."""

    def action_scores(self, seen: npt.NDArray[np.uint8]) -> FloatArray:
        self.thought = super().action_scores(seen)
        return self.thought


def named(seen: View, name: FeatureName) -> Action | None:
    """The action of this name, if there is such a card."""
    game, players = seen.table.options, seen.table.options.players
    match name:
        case ("discard" | "play" as kind, int(place)):
            if place >= len(seen.hand):
                return None
            return Play(seen.hand[place]) if kind == "play" else Discard(seen.hand[place])
        case ("tell", int(offset), kind, what):
            to = Seat((seen.seat + offset) % players)
            if kind == "value":
                return ValueClue(to, int(what))
            return ColourClue(to, [*map(str, game.colours)].index(str(what)))
        case _:
            raise AssertionError(name)


def test_it_does_what_it_likes_best_by_name_and_announces_where_the_rule_says_so() -> None:
    game, rng, met = parse_options("base+announce", 3), chance("announcing"), {True: 0, False: 0}
    network = Spied(untrained(game))
    for _ in range(20):
        state, bot = new_game(game, rng), NetBot(lambda _: network)
        while state.table.outcome is None:
            seen = view(state, state.table.to_move)
            done, legal = bot.act(seen).action, legal_actions(seen)
            likes = zip(network.thought, action_names(game), strict=True)
            open_to = [(score, named(seen, name)) for score, name in likes]
            _, best = max((pair for pair in open_to if pair[1] in legal), key=itemgetter(0))
            assert best is not None
            assert done == announced(seen, best)
            if isinstance(done, Play):
                met[done != silent(done)] += 1
            state, _ = apply(state, DRIVERS["lucky"](state, rng))
    assert min(met.values()) > 10


def test_nets_that_come_with_us_make_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = untrained(parse_options("base", 2), told=True)
    write_net(tmp_path / "any-2.safetensors", made.card, made.arrays)
    monkeypatch.setattr(registry, "TRAINED", tmp_path)
    (entry,) = registry._net_entries()
    state = new_game(parse_options("own5", 2), chance("with us"))
    seen = view(state, state.table.to_move)
    assert entry.make(0).act(seen).action in legal_actions(seen)


def test_without_numpy_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda _name: None)
    assert list(registry._net_entries()) == []
    assert "pip install 'tamaya[fast]'" in str(registry.unknown_bot("net", ["hat"]))
