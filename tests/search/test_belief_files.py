"""Files of belief networks: saved and loaded, refused where they do not fit, and bundled."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.parts import require

torch = require("torch")

from support.learn.small import TINY  # noqa: E402 - only where there is PyTorch
from support.search.networks import random_beliefs  # noqa: E402
from tamaya.bots.registry import TRAINED  # noqa: E402
from tamaya.formats.nets import NetError, read_net, write_net  # noqa: E402
from tamaya.kernel.observe.features import features_length  # noqa: E402
from tamaya.rules import parse_options  # noqa: E402
from tamaya.search.belief_files import MARK, load_beliefs, save_beliefs  # noqa: E402
from tamaya.search.trained_files import BELIEFS, bundled_networks  # noqa: E402

CARD = {"variant": "tiny", "players": "2", "depth": "4"}
MAX_BYTES = 4 << 20
BUNDLED = sorted(BELIEFS.glob("*.safetensors"))


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.safetensors"
    save_beliefs(random_beliefs(TINY), path, CARD)
    return path


def test_what_is_saved_is_loaded(file: Path) -> None:
    saved, loaded = random_beliefs(TINY), load_beliefs(file, TINY, "cpu")
    assert loaded.sizes == saved.sizes
    assert not loaded.training
    card = read_net(file).card
    assert card.items() >= {"format": MARK, **CARD}.items()
    assert len(card["date"]) == len("2026-01-31")
    before = saved.state_dict()
    for name, weights in loaded.state_dict().items():
        assert torch.equal(weights, before[name].half().float()), name
    observations = torch.randint(0, 256, (5, -(-saved.sizes.num_inputs // 64) * 8))
    faces, possible = torch.zeros(5, 2, dtype=torch.int64), torch.full((5, 2), 0b11)
    unseen = torch.full((5, saved.sizes.num_faces), 3)
    mine, theirs = (
        network.log_likelihood(observations, faces, possible, unseen).detach()
        for network in (saved, loaded)
    )
    assert torch.allclose(mine, theirs, atol=0.02)


@pytest.mark.parametrize("change", [{"hand": 3}, {"suits": TINY.suits[:1]}])
def test_a_file_for_another_game_is_refused(file: Path, change: dict[str, Any]) -> None:
    with pytest.raises(NetError, match=r"tiny\.safetensors is for other hands or other faces"):
        load_beliefs(file, replace(TINY, **change), "cpu")


def test_a_policy_is_no_belief_network() -> None:
    base = parse_options("base+noempty", 2)
    with pytest.raises(NetError, match="is no belief network of ours"):
        load_beliefs(TRAINED / "base+noempty-2.safetensors", base, "cpu")


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        ("head.bias", "lacks something"),
        ("place.weight", "lacks something"),
        ("body.0.weight", "lacks something"),
        ("hidden.weight", "other layers"),
        ("norms.1.bias", "other layers"),
        ("card.weight", "other layers"),
    ],
)
def test_a_file_without_an_array_is_refused(file: Path, lost: str, why: str) -> None:
    net = read_net(file)
    write_net(file, net.card, {name: a for name, a in net.arrays.items() if name != lost})
    with pytest.raises(NetError, match=why):
        load_beliefs(file, TINY, "cpu")


@pytest.mark.parametrize(
    ("name", "shape", "why"),
    [
        ("body.1.weight", (24, 23), "other layers"),
        ("body.0.weight", (24,), "lacks something"),
        ("card.weight", (3, 24), "other layers"),
        ("one.more", (2, 2), "other layers"),
    ],
)
def test_arrays_of_other_shapes_are_refused(
    file: Path, name: str, shape: tuple[int, ...], why: str
) -> None:
    net = read_net(file)
    write_net(file, net.card, {**net.arrays, name: np.zeros(shape, np.float16)})
    with pytest.raises(NetError, match=why):
        load_beliefs(file, TINY, "cpu")


@pytest.mark.parametrize("kept", [0, 4, 100, -10])
def test_a_damaged_file_is_refused(file: Path, kept: int) -> None:
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(NetError):
        load_beliefs(file, TINY, "cpu")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetError, match=r"cannot read none\.safetensors"):
        load_beliefs(tmp_path / "none.safetensors", TINY, "cpu")


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_bundled_files_are_small_and_say_where_they_come_from(path: Path) -> None:
    assert path.stat().st_size <= MAX_BYTES
    card = read_net(path).card
    assert f"{card['variant']}-{card['players']}" == path.stem
    assert card["format"] == MARK
    assert card["date"]
    for word in ("blueprint", "moves", "seed", "nats", "settings"):
        assert card[word], word
    assert int(card["moves"]) > 0 < float(card["nats"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bundled_networks_are_loaded(players: int) -> None:
    for variant in ("base", "base+noempty"):
        blueprint, beliefs = bundled_networks(parse_options(variant, players), "cpu")
        game = blueprint.mix.option_sets[0]
        assert game == parse_options("base+noempty", players)
        assert beliefs.sizes.hand_size == game.hand_size
        card = read_net(BELIEFS / f"base+noempty-{players}.safetensors").card
        assert beliefs.sizes.num_inputs == features_length(game, int(card["depth"]))
        assert int(card["depth"]) <= blueprint.mix.depth, "it sees no more than the blueprint"
        assert all(bool(weights.isfinite().all()) for weights in beliefs.parameters())


def test_without_a_bundled_network_it_is_said() -> None:
    with pytest.raises(NetError, match=r"search knows no base\+mistakes=1 with 2 players"):
        bundled_networks(parse_options("base+mistakes=1", 2), "cpu")
