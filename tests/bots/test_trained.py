"""The teams that come with us: one for every box, small, and each says where it comes from."""

import json
import re
from datetime import date
from pathlib import Path
from statistics import median
from time import process_time

import pytest

from tamaya.bots import make
from tamaya.bots.net.net_selection import nets_from_folder
from tamaya.bots.registry import TRAINED
from tamaya.deals import seeded
from tamaya.formats.nets import ANY, read_net
from tamaya.rules import OPTION_SETS, apply, format_options, parse_options, start, view
from tamaya.rules.notation import EVERYTHING

FILES = sorted(TRAINED.glob("*"))
FIRST = {"base+noempty"}  # where others' figures are from


def test_they_are_small() -> None:
    sizes = [file.stat().st_size for file in FILES]
    assert max(sizes) <= 4_000_000
    assert sum(sizes) <= 32_000_000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_box_is_without_a_team(players: int) -> None:
    net_for = nets_from_folder(TRAINED)
    for variant in (*OPTION_SETS, "base+noempty"):
        brain = net_for(parse_options(variant, players))
        assert brain.players == players
        assert brain.variant == ("base+noempty" if variant == "base" else variant)


def test_they_think_fast() -> None:
    """With the most players and the most to see: 3 ms a move on one core."""
    game, times = parse_options(EVERYTHING, 5), list[float]()
    state, team = start(game, seeded(game, 1)), [make("net", seat) for seat in range(5)]
    while state.table.outcome is None:
        shown = view(state, state.table.to_move)
        begin = process_time()
        action = team[shown.seat].act(shown).action
        times.append(process_time() - begin)
        state, _ = apply(state, action)
    assert len(times) > 40
    assert median(times) < 0.003


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_card_says_where_it_comes_from(file: Path) -> None:
    card = read_net(file).card
    assert file.name == f"{card['variant']}-{card['players']}.safetensors"
    assert int(card["moves"]) > 1e9
    settings = json.loads(card["settings"])
    assert [str(settings[name]) for name in ("players", "seed")] == [card["players"], card["seed"]]
    assert date.fromisoformat(card["date"]) > date(2026, 11, 1)
    rated = re.findall(r"(\S+) ([\d.]+) ± ([\d.]+), [\d.]+ % perfect", card["score"])
    sets = {format_options(parse_options(variant)) for variant in OPTION_SETS}
    assert {variant for variant, _, _ in rated} == (sets if card["variant"] == ANY else FIRST)
    assert all(float(mean) > 10 and float(error) < 1 for _, mean, error in rated)
