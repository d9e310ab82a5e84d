"""`tamaya replay` and `tamaya convert`: good games, bad lines, standard input, nothing lost."""

import json
import shlex
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from support.cli.running import PATIENCE, TAMAYA, Here, Ran, at_a_terminal, in_a_process
from support.formats.random_games import random_game
from tamaya.formats.files import write_game
from tamaya.formats.game import Game, KnownDeal, TakenBack, final_state
from tamaya.formats.replay import decode, encode
from tamaya.rules import Result, result

KEYS = (
    "variant players turns finished result reason score points_on_table max_score reachable "
    "mistakes clue_tokens deck_left fireworks band mention taken_back known_deal"
)


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


@pytest.fixture(name="mixed")
def _mixed(tmp_path: Path) -> Path:
    """Three good games, with a bad line in the middle."""
    good = [encode(random_game(seed, "base")) for seed in (1, 2, 3)]
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join([good[0], '{"format": "tamaya-replay"', *good[1:]]) + "\n")
    return path


def saved(tmp_path: Path, game: Game, name: str = "game.json") -> Path:
    path = tmp_path / name
    path.write_text(encode(game))
    return path


@pytest.mark.parametrize("seed", range(12))
def test_any_game_is_told_move_by_move(tamaya: Here, tmp_path: Path, seed: int) -> None:
    game = random_game(seed)
    ran = tamaya("replay", saved(tmp_path, game))
    assert (ran.status, ran.err) == (0, "")
    table = final_state(game).table
    numbered = [line for line in ran.out.splitlines() if line[:3].strip().isdigit()]
    assert len(numbered) == table.turns
    finished = result(table) is not Result.UNFINISHED
    assert ("Not finished" in ran.out) is not finished
    assert all(name in ran.out for name in game.names)


def test_what_a_score_should_be_read_with(tamaya: Here, tmp_path: Path) -> None:
    game = random_game(1)
    plain = tamaya("replay", saved(tmp_path, game)).out
    assert "taken back" not in plain
    assert "The deal" not in plain
    cases: tuple[tuple[KnownDeal, int, str], ...] = (
        ("replayed", 1, "The deal had been played before.\nMoves were taken back once.\n"),
        ("uploaded", 3, "The deal came from a file.\nMoves were taken back 3 times.\n"),
    )
    for known, back, words in cases:
        marked = saved(tmp_path, replace(game, known_deal=known, taken_back=back))
        assert words in tamaya("replay", marked).out
        found = json.loads(tamaya("replay", marked, "--json").out)
        assert (found["known_deal"], found["taken_back"]) == (known, back)


def test_where_moves_were_taken_back_stands_between_the_moves(tamaya: Here, tmp_path: Path) -> None:
    game = replace(random_game(1), stopped=False)
    game = replace(game, actions=game.actions[:3], taken_back=4)
    places = (TakenBack(0, 1, 1), TakenBack(2, 2, 5), TakenBack(3, 1, 1))
    lines = tamaya("replay", saved(tmp_path, replace(game, take_backs=places))).out.splitlines()
    first = lines.index("     (1 move taken back here)")
    told = [line.strip() for line in lines[first : first + 6]]
    assert [line[:1] for line in told] == ["(", "1", "2", "(", "3", "("]
    assert told[3] == "(5 moves taken back here)"


def test_json_is_one_line_per_game_with_the_promised_keys(tamaya: Here, mixed: Path) -> None:
    ran = tamaya("replay", mixed, "--json")
    documents = [json.loads(line) for line in ran.out.splitlines()]
    assert len(documents) == 3
    assert all(" ".join(document) == KEYS for document in documents)


def test_a_bad_line_is_reported_and_the_others_go_on(tamaya: Here, mixed: Path) -> None:
    ran = tamaya("replay", mixed)
    assert ran.status == 1
    assert ran.complaint().startswith(f"{mixed}:line 2: ")
    assert [f"{mixed}:line {number}" in ran.out.splitlines() for number in (1, 2, 3, 4)] == [
        True,
        False,
        True,
        True,
    ]


def test_a_file_that_is_not_there_is_one_clear_line(tamaya: Here, tmp_path: Path) -> None:
    good = saved(tmp_path, random_game(1))
    ran = tamaya("replay", tmp_path / "none", good)
    assert ran.status == 1
    assert ran.complaint() == f"tamaya: cannot read {tmp_path}/none: No such file or directory"
    assert f"{good}\n" in ran.out
    assert "Is a directory" in tamaya("replay", tmp_path).complaint()
    assert "there is no game here" in tamaya("replay", "/dev/null").complaint()


def test_standard_input_is_read() -> None:
    lines = [encode(random_game(seed)) for seed in (4, 5)]
    ran = in_a_process("replay", "-", "--json", stdin="\nrubbish\n".join(lines).encode())
    assert len(ran.out.splitlines()) == 2
    assert ran.status == 1
    assert ran.complaint().startswith("-:line 2: ")


def test_escapes_in_a_file_never_reach_the_terminal(tamaya: Here, tmp_path: Path) -> None:
    document = json.loads(encode(random_game(1, "base")))
    document["players"][0] = "\x1b[2J\u202e"
    path = tmp_path / "\x1b[31mgame.json"
    path.write_text(json.dumps(document))
    ran = tamaya("replay", path)
    assert ran.status == 1
    assert "\x1b" not in ran.out + ran.err
    path.write_text(encode(random_game(1, "base")))
    ran = tamaya("replay", path)
    assert ran.status == 0
    assert "\x1b" not in ran.out + ran.err


def test_markup_in_a_name_is_only_text(tamaya: Here, tmp_path: Path) -> None:
    document = json.loads(encode(random_game(1, "base")))
    document["players"][0] = "[red]x[/red] :tada:"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert "[red]x[/red] :tada:" in tamaya("replay", path).out


# convert


def hanab(tmp_path: Path) -> Path:
    return tmp_path / "out.hanablive.json"


def test_there_and_back_again(tamaya: Here, tmp_path: Path) -> None:
    game = random_game(3, "base+noempty", first=0)
    source = saved(tmp_path, game)
    assert tamaya("convert", source, hanab(tmp_path)).status == 0
    ran = tamaya("convert", hanab(tmp_path), "-", "--to", "tamaya")
    assert ran.status == 0
    assert decode(ran.out).actions == game.actions


def test_to_decides_before_the_name(tamaya: Here, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    game = random_game(3, "base+noempty", first=0)
    tamaya("convert", saved(tmp_path, game), target, "--to", "hanablive")
    assert "format" not in json.loads(target.read_text())


def test_bad_games_are_reported_and_the_others_converted(tamaya: Here, mixed: Path) -> None:
    target = mixed.parent / "out.jsonl"
    ran = tamaya("convert", mixed, target)
    assert ran.status == 1
    assert ran.complaint().startswith(f"{mixed}:line 2: ")
    assert len(target.read_text().splitlines()) == 3


def test_a_game_that_a_format_cannot_hold_names_the_part(tamaya: Here, tmp_path: Path) -> None:
    ran = tamaya("convert", saved(tmp_path, random_game(1, "base+tiles")), hanab(tmp_path))
    assert ran.status == 1
    assert "tiles" in ran.complaint()
    assert not hanab(tmp_path).exists()


def test_what_is_there_stays_if_nothing_could_be_converted(tamaya: Here, tmp_path: Path) -> None:
    target, source = tmp_path / "out.json", tmp_path / "bad.json"
    target.write_text("precious")
    source.write_text("{}")
    assert tamaya("convert", source, target).status == 1
    assert tamaya("convert", tmp_path / "none.json", target).status == 1
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.json", "out.json"]


def test_a_file_can_be_converted_onto_itself(tamaya: Here, tmp_path: Path) -> None:
    path = saved(tmp_path, random_game(2, "base"))
    before = decode(path.read_text())
    path.chmod(0o640)
    assert tamaya("convert", path, path).status == 0
    assert decode(path.read_text()) == before
    assert path.stat().st_mode & 0o777 == 0o640


CONVERT_ERRORS = (
    (["-", "out.xml"], 2, "does not say its format"),
    (["-", "out.json", "--to", "xml"], 2, "unknown format 'xml'"),
    (["-", "none/out.json"], 1, "there is no folder none"),
)


@pytest.mark.parametrize(("args", "status", "words"), CONVERT_ERRORS)
def test_where_to_is_checked_first(tamaya: Here, args: list[str], status: int, words: str) -> None:
    ran = tamaya("convert", *args)
    assert ran.status == status
    assert words in ran.complaint()


def test_warnings_go_to_standard_error(tamaya: Here, tmp_path: Path) -> None:
    game = random_game(3, "base+bouquet", first=0)
    ran = tamaya("convert", saved(tmp_path, game), "-", "--to", "compact")
    assert ran.status == 0
    assert all(": warning: " in line for line in ran.err.splitlines())


# folders


def folder_of_games(tmp_path: Path) -> Path:
    """Games of several formats, below each other, beside something else."""
    folder = tmp_path / "games"
    (folder / "old").mkdir(parents=True)
    game = random_game(3, "base+noempty", first=0)
    noted = replace(game, notes=(("a note",), *((),) * (game.options.players - 1)))
    (folder / "a.hanablive.json").write_text(write_game(noted, "hanablive").value)
    (folder / "b.JSON").write_text(encode(game))
    (folder / "old" / "two.jsonl").write_text(f"{encode(game)}\n{encode(game)}\n")
    (folder / "readme.md").write_text("nothing")
    return folder


def test_a_folder_into_one_file(tamaya: Here, tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    assert tamaya("convert", folder_of_games(tmp_path), target) == Ran(0, "", "")
    games = [decode(line) for line in target.read_text().splitlines()]
    assert len(games) == 4
    assert games[0].notes[0][0] == "a note"
    assert {game.actions for game in games} == {games[0].actions}


def test_a_folder_into_a_folder(tamaya: Here, tmp_path: Path) -> None:
    target = tmp_path / "out"
    ran = tamaya("convert", folder_of_games(tmp_path), f"{target}/", "--to", "hanablive")
    assert ran == Ran(0, "", "")
    written = sorted(str(path.relative_to(target)) for path in target.rglob("*.*"))
    assert written == ["a.hanablive.json", "b.hanablive.json", "old/two.hanablive.json"]
    assert json.loads((target / "a.hanablive.json").read_text())["notes"][0] == ["a note"]
    assert len((target / "old/two.hanablive.json").read_text().splitlines()) == 2
    one = tamaya("convert", target / "a.hanablive.json", target)
    assert (one.status, (target / "a.json").exists()) == (0, True)


def test_bad_games_of_a_folder_do_not_stop_the_others(tamaya: Here, tmp_path: Path) -> None:
    folder, target = folder_of_games(tmp_path), tmp_path / "out"
    (folder / "bad.json").write_text("{}")
    (folder / "a.json").write_text(encode(random_game(1)))
    target.mkdir()
    ran = tamaya("convert", folder, target)
    assert ran.status == 1
    assert "bad.json: neither a Tamaya replay" in ran.err
    assert "a.json: " in ran.err
    assert "from another file" in ran.err
    assert sorted(path.name for path in target.rglob("*.json")) == ["a.json", "b.json", "two.json"]


def test_a_folder_without_games(tamaya: Here, tmp_path: Path) -> None:
    ran = tamaya("convert", tmp_path, tmp_path / "out.json")
    assert (ran.status, "there are no games" in ran.complaint()) == (1, True)


def test_how_far_a_folder_has_come(tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    status, shown = at_a_terminal(["convert", str(folder_of_games(tmp_path)), str(target)], [])
    assert status == 0
    assert "━╌" in shown
    assert "2 of 3 files" in shown


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["rules", "replay --json {}", "convert {} -", "replay -", "play"])
def test_a_stream_that_is_closed_is_no_accident(tmp_path: Path, closed: str, words: str) -> None:
    games = tmp_path / "games.jsonl"
    games.write_text(f"{encode(random_game(1))}\nbad\n")
    command = shlex.join([*TAMAYA, *words.format(games).split()])
    done = subprocess.run(  # noqa: S602 - our own command
        f"{command} {closed}", shell=True, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode in (0, 1)
    assert "Traceback" not in done.stdout + done.stderr
    assert "bad" not in done.stdout


def test_standard_output_by_its_other_names(tmp_path: Path) -> None:
    games, kept = tmp_path / "games.jsonl", tmp_path / "kept.jsonl"
    games.write_text(f"{encode(random_game(1))}\n")
    kept.write_text("before\n")
    command = shlex.join([*TAMAYA, "convert", str(games)])
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        subprocess.run(f"({command} {name}; echo after) >> {kept}", shell=True, check=True)  # noqa: S602
    game = games.read_text().strip()
    assert kept.read_text().split("\n") == ["before", *[game, "after"] * 3, ""]


def test_links_that_lead_in_a_circle(tamaya: Here, tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to(tmp_path / "b.json")
    (tmp_path / "b.json").symlink_to(tmp_path / "a.json")
    games = tmp_path / "games.jsonl"
    games.write_text(f"{encode(random_game(1))}\n")
    ran = tamaya("convert", games, tmp_path / "a.json")
    assert ran.status == 1
    assert "cannot write" in ran.complaint()
