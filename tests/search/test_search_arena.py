"""`tamaya arena search`: what it prints, what it refuses, and that its games are real."""

import json
from pathlib import Path

import pytest

from support.cli.running import Here
from support.parts import require
from tamaya.formats import replay
from tamaya.formats.game import final_state
from tamaya.kernel.feature_space import feature_space_of
from tamaya.kernel.observe.packing import WORD_SIZE, words_for_bits
from tamaya.kernel.option_mix import OptionMix
from tamaya.kernel.own_hands import number_of_faces
from tamaya.rules import Options, format_options, score

require("torch")

from tamaya.learn.network import ActorCritic  # noqa: E402 - only where there is PyTorch
from tamaya.search import arena_run  # noqa: E402
from tamaya.search.arena_run import DeviceDefaults, RuleMismatch  # noqa: E402
from tamaya.search.belief_network import BeliefNetwork, BeliefSizes  # noqa: E402
from tamaya.search.blueprint import Blueprint  # noqa: E402
from tamaya.search.trained_files import bundled_networks  # noqa: E402

DEPTH = 2
GAME = ["arena", "search:4", "--players", "2", "--variant", "base+noempty", "--device", "cpu"]


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks that know nothing but are quick: their games are short."""
    torch = require("torch")
    monkeypatch.setitem(arena_run.DEVICES, "cpu", DeviceDefaults(10, 2, 64))

    def small_networks(options: Options, device: str) -> tuple[Blueprint, BeliefNetwork]:
        if format_options(options) != "base+noempty":
            return bundled_networks(options, device)
        torch.manual_seed(1)
        space = feature_space_of(options, DEPTH)
        num_inputs = WORD_SIZE * words_for_bits(len(space.inputs))
        policy = ActorCritic(num_inputs, len(space.actions), 8, 1, torch.float32)
        sizes = BeliefSizes(
            len(space.inputs), options.hand_size, number_of_faces(options), width=8, layers=1
        )
        mix = OptionMix((options,), DEPTH, space)
        return Blueprint(mix, policy), BeliefNetwork(sizes, torch.float32)

    monkeypatch.setattr(arena_run, "bundled_networks", small_networks)


def test_games_are_compared_on_the_same_deals_and_kept(tamaya: Here, tmp_path: Path) -> None:
    words = [*GAME, "--games", "3", "--seed", "7", "--against", "net", "--json"]
    done = tamaya(*words, "--save", str(tmp_path))
    searched, usual = json.loads(done.out)
    assert searched["bots"] == ["search:4"] * 2
    assert usual["bots"] == ["net"] * 2
    assert searched["games"] == usual["games"] == 3
    assert searched["difference"] == pytest.approx(searched["mean"] - usual["mean"], abs=1e-5)
    games = [replay.decode(file.read_text("utf-8")) for file in sorted(tmp_path.iterdir())]
    assert len(games) == 3
    assert sum(score(final_state(game).table) for game in games) == round(3 * searched["mean"])


def test_a_game_that_the_rules_end_otherwise_is_an_error(
    tamaya: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena_run, "score", lambda _table: -1)
    with pytest.raises(RuleMismatch):
        tamaya(*GAME, "--games", "1")


def test_with_other_bots_it_plays_in_the_arena_like_any_bot(tamaya: Here) -> None:
    variant = ["--variant", "base+noempty", "--games", "2", "--seed", "3", "--jobs", "1"]
    words = ["arena", "search:4,net", "search:4,net", "--players", "2", *variant, "--json"]
    first, again = (json.loads(tamaya(*words).out) for _ in range(2))
    assert len(first) == 1, "the same team is one team"
    assert first[0]["bots"] == ["search:4", "net"]
    assert first[0]["histogram"] == again[0]["histogram"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["search:0"], "1 to 100,000"),
        (["search:x"], "1 to 100,000"),
        (["search:0,hat"], "1 to 100,000"),
        (["search", "--against", "hat"], "--against wants net"),
        (["search", "--device", "tpu"], "--device wants cpu or cuda"),
        (["search", "--mix"], "--mix needs two bots"),
        (["search", "--jobs", "2", "--device", "cpu"], "--device is for search alone"),
        (["search,hat", "--against", "net"], "--against is for search alone"),
        (["cautious", "--device", "cpu"], "--device is for search alone"),
        (["search", "--players", "2", "--variant", "black"], "no black with 2 players"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(tamaya: Here, words: list[str], says: str) -> None:
    done = tamaya("arena", *words)
    assert done.status != 0
    assert says in done.err
    assert done.err.count("\n") == 1
