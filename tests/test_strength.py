"""The table of strengths is written by the program, and can be put together from parts."""

import re
from itertools import product
from pathlib import Path

import pytest

import strength
from tamaya.bots.registry import TRAINED
from tamaya.formats.nets import read_net
from tamaya.rules import parse_options

CELL = re.compile(r"\*\*([\d.]+)\*\* ± ([\d.]+) \([\d.]+ %(?:, ([\d.]+) % lost)?\)")
FLOORS = {
    "partner": (22.5, 22.5, 22.3, 21.0),
    "hat": (22.5, 24.80, 24.93, 24.92),
    "net": (24.40, 24.50, 24.30, 23.9),
}


def test_a_row_is_played_and_what_is_there_stays(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"# Bots\n{strength.BEGIN}{strength.END}\nmore\n", "utf-8")
    strength.write(page, ["| `base` | `hat` | 1 | old |", "Played on a table."])
    strength.write(page, [strength.row("cautious", "base", 2, 1), strength.where()])
    strength.write(page, ["| `base` | `hat` | 1 | new |"])
    text = page.read_text("utf-8")
    begin, end = text.index(strength.BEGIN), text.index(strength.END)
    head, _, hat, cautious, *rest = text[begin:end].splitlines()[1:]
    assert (head, hat) == (strength.HEAD, "| `base` | `hat` | 1 | new |")
    assert cautious.startswith("| `base` | `cautious` | 2 | **")
    assert "Played on a table." in rest
    assert text.startswith("# Bots\n")
    assert text.endswith("more\n")


def test_tables_of_other_machines_are_taken_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, here = tmp_path / "there.md", tmp_path / "here.md"
    strength.write(there, ["| `base` | `partner` | 9 | good |", "Played on a big one."])
    monkeypatch.setattr("sys.argv", ["strength", "--out", str(here), "--take", str(there)])
    strength.main()
    assert here.read_text("utf-8") == there.read_text("utf-8")


def test_one_bot_in_one_option_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["--only", "clues=9", "--bots", "cautious", "--games", "2", "--jobs", "1"]
    monkeypatch.setattr("sys.argv", ["strength", *asked, "--out", str(tmp_path / "some.md")])
    strength.main()
    rows = [line for line in (tmp_path / "some.md").read_text("utf-8").splitlines() if "`" in line]
    assert [row.split(" | ")[:3] for row in rows] == [["| `base+clues=9`", "`cautious`", "2"]]


@pytest.mark.parametrize("before", [2, 200])
def test_what_is_not_played_again_stays_as_it_is_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """Unless it is of another number of games: a row is of one."""
    page, asked = tmp_path / "page.md", ["--only", "clues=9", "--bots", "cautious"]
    strength.write(
        page, [f"| `base+clues=9` | `cautious` | {before} | two | three | four | five |"]
    )
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "FEWEST", 2)
    other = ["--jobs", "1", "--out", str(tmp_path / "other.md")]
    monkeypatch.setattr("sys.argv", ["strength", *asked, "--players", "5", "3", *other])
    strength.main()
    row = strength.cells_of(tmp_path / "other.md", "cautious", "base+clues=9", 2)
    assert ((row[2], row[4]) == ("two", "four")) == (before == 2)
    played = (3, 5) if before == 2 else strength.PLAYERS
    assert all(CELL.fullmatch(row[players]) for players in played)


def test_every_option_set_of_the_boxes_is_played_once() -> None:
    assert len(strength.variants()) == len(set(strength.variants()))
    assert {"base", "base+noempty", "wild10+black+tiles"} <= set(strength.variants())


def cells() -> dict[tuple[str, str], list[tuple[float, float, float]]]:
    """The table in the docs: mean, standard error and percentage lost, by options and bot."""
    page = strength.PAGE.read_text("utf-8")
    rows = re.findall(r"^\| `(\S+)` \| `(\S+)` \| [\d,]+ \| (.*)$", page, re.MULTILINE)
    return {
        (variant, bot): [(float(mean), float(sem), float(lost or 0)) for mean, sem, lost in found]
        for variant, bot, row in rows
        if (found := CELL.findall(row))
    }


def test_the_table_in_the_docs_is_whole() -> None:
    table = cells()
    assert set(table) == set(product(strength.variants(), strength.BOTS))
    assert all(len(row) == len(strength.PLAYERS) for row in table.values())


def test_what_the_docs_say_of_the_table_is_so() -> None:
    table = cells()
    for variant in strength.variants():
        partner, cautious = table[variant, "partner"], table[variant, "cautious"]
        assert all(ours[0] > theirs[0] for ours, theirs in zip(partner, cautious, strict=True))
        chosen = parse_options(variant)
        black = any(suit.missing_costs for suit in chosen.suits)
        if chosen.mistakes >= 3 and not (black or chosen.bouquet):
            assert all(lost <= 2 for _, _, lost in partner[:3])


@pytest.mark.parametrize("variant", strength.variants())
def test_nets_are_ahead_of_the_others(variant: str) -> None:
    net, hat, partner = (cells()[variant, bot] for bot in ("net", "hat", "partner"))
    assert net[0][0] > hat[0][0]
    assert all(ours[0] > theirs[0] for ours, theirs in zip(net, partner, strict=True))


@pytest.mark.parametrize("bot", FLOORS)
def test_the_measured_strength_reaches_its_floor(bot: str) -> None:
    for (mean, _, _), floor in zip(cells()[strength.MEASURED, bot], FLOORS[bot], strict=True):
        assert mean >= floor


@pytest.mark.parametrize("players", strength.PLAYERS)
def test_the_table_is_of_the_nets_that_come_with_us(players: int) -> None:
    """Both are the mean of 10,000 games, of other deals."""
    card = read_net(TRAINED / f"{strength.MEASURED}-{players}.safetensors").card
    told = re.match(r"\S+ ([\d.]+) ± ([\d.]+)", card["score"])
    assert told
    mean, sem, _ = cells()[strength.MEASURED, "net"][players - 2]
    assert abs(mean - float(told[1])) < 4 * (sem**2 + float(told[2]) ** 2) ** 0.5


def test_what_is_new_in_the_docs_is_new_in_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, empty = tmp_path / "there.md", f"# A page\n{strength.BEGIN}{strength.END}\nmore\n"
    for name in ("PAGE", "README"):
        monkeypatch.setattr(strength, name, tmp_path / name)
        (tmp_path / name).write_text(empty, "utf-8")
    cells = " | ".join(["**24.500** ± 0.010 (70.0 %, 0.10 % lost)"] * 4)
    strength.write(there, [f"| `{strength.MEASURED}` | `net` | 10,000 | {cells} |"])
    monkeypatch.setattr("sys.argv", ["strength", "--take", str(there)])
    strength.main()
    before, table, after = strength.parts(tmp_path / "README")
    assert (before, after) == ("# A page\n", "\nmore\n")
    assert table.splitlines() == [
        "| bot | 2 players | 3 players | 4 players | 5 players |",
        "|---|---|---|---|---|",
        "| `net` |" + " 24.500 (70.0 %) |" * 4,
    ]


@pytest.mark.parametrize("text", ["", "no table\n", strength.BEGIN, strength.END])
def test_a_page_without_a_place_for_the_table_stays_as_it_is(tmp_path: Path, text: str) -> None:
    page = tmp_path / "README.md"
    page.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r"README\.md has no place for a table"):
        strength.write_best(page, strength.PAGE)
    with pytest.raises(ValueError, match=r"README\.md has no place for a table"):
        strength.write(page, [])
    assert page.read_text("utf-8") == text


def test_the_readme_has_the_best_of_it(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    text = strength.README.read_text("utf-8")
    page.write_text(text.replace("24.", "23."), "utf-8")
    strength.write_best(page, strength.PAGE)
    _, _, best = page.read_text("utf-8").partition(strength.BEGIN)
    assert text.endswith(best)
    assert best.count("| `") == len(strength.BEST)
