"""Hyperparameters: schedules, names in files, and sizes that suit a device."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from support.parts import require

require("torch")

from support.learn.small import SMALL  # noqa: E402 - only where there is PyTorch
from tamaya.formats.nets import ANY  # noqa: E402
from tamaya.learn.checkpoint import save_checkpoint  # noqa: E402
from tamaya.learn.config import (  # noqa: E402
    MAX_FILE_BYTES,
    TrainingConfig,
    config_to_file,
    estimate_file_bytes,
    fields_from_file,
    fit_to_device,
)
from tamaya.learn.trainer import Trainer  # noqa: E402


def test_schedules_go_from_the_first_number_to_the_second() -> None:
    config = replace(
        SMALL, total_moves=1000, learning_rate=(1.0, 0.0), ent_coef=(1.0, 0.01), penalty_ramp=100
    )
    assert [config.learning_rate_at(n) for n in (0, 500, 1000, 2000)] == [1.0, 0.5, 0.0, 0.0]
    assert config.ent_coef_at(500) == pytest.approx(0.1)
    assert [config.penalty_at(n) for n in (0, 50, 100, 900)] == [0.0, 0.5, 1.0, 1.0]


def test_the_names_in_files_stay() -> None:
    """plan.json, the cards of nets and `--set` have had them from the beginning."""
    names = """variant players moves seed after games rollout depth stretch width layers minibatch
        rate entropy clip gradient value discount trace reward ramp"""
    assert list(config_to_file(SMALL)) == names.split()
    assert TrainingConfig(**fields_from_file(config_to_file(SMALL))) == SMALL


def test_the_table_in_the_docs_is_true() -> None:
    """Names and defaults of the hyperparameters."""
    page = (Path(__file__).parents[2] / "docs" / "learn.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.+) \|$", page, re.MULTILINE)
    defaults = TrainingConfig("base", 2, 1)
    assert {name for name, _, _ in rows} >= {"gamma", "gae_lambda", "clip_coef"}
    for name, key, words in rows:
        numbers = tuple(
            float(number) for number in re.findall(r"\d[\d.e-]*", words.replace(",", ""))
        )
        value = getattr(defaults, name)
        assert (value if isinstance(value, tuple) else (value,)) == numbers
        assert fields_from_file({key: value}) == {name: value}


def test_a_cpu_gets_smaller_batches() -> None:
    config = TrainingConfig("base", 2, 1000)
    assert fit_to_device(config, "cuda") == config
    assert fit_to_device(config, "cpu").num_games < config.num_games


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_files_stay_small_after_a_warm_start(device: str) -> None:
    config = fit_to_device(TrainingConfig(ANY, 4, 1000, started_from="another"), device)
    assert config.width == 512
    assert estimate_file_bytes(config) <= MAX_FILE_BYTES


def test_a_warm_start_keeps_the_width_and_gives_up_depth() -> None:
    """Also where a run from scratch would be narrower."""
    warm = replace(TrainingConfig(ANY, 5, 1000), started_from="another")
    cold = replace(warm, started_from="")
    assert fit_to_device(warm, "cuda").width == warm.width > fit_to_device(cold, "cuda").width
    assert fit_to_device(warm, "cuda").depth < warm.depth


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["base+noempty", ANY])
def test_files_are_as_large_as_estimated(variant: str, players: int, tmp_path: Path) -> None:
    config = fit_to_device(TrainingConfig(variant, players, 1000), "cuda")
    file = tmp_path / "net.safetensors"
    tiny_batches = replace(config, num_games=16, rollout_length=1, minibatch_size=16)
    save_checkpoint(Trainer(tiny_batches), file)
    assert abs(file.stat().st_size - estimate_file_bytes(config)) < 2000
    assert 2_500_000 < file.stat().st_size <= MAX_FILE_BYTES
    assert max(path.stat().st_size for path in (tmp_path / "net.plan").iterdir()) < 16 << 20
