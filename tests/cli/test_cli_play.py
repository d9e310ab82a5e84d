"""`tamaya play` through pipes: whole games, leaving, bad keys, saving."""

import json
from pathlib import Path

import pytest

from support.cli.running import Here, in_a_process, scripted
from tamaya.formats.game import final_state
from tamaya.formats.replay import decode
from tamaya.rules import Action, Play, Seat, Take, format_options, parse_options, score
from tamaya.terminal.session import new_session


@pytest.fixture(name="tamaya")
def _tamaya(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(capsys, monkeypatch)


GAMES = (
    ("base", 3, 1),
    ("base", 2, 2),
    ("wild10+black+tiles+announce", 5, 3),
    ("wild10+black+tiles+announce", 3, 7),
    ("base+bouquet", 3, 0),
    ("own5+bouquet+noempty", 4, 5),
    ("base+mistakes=1+clues=12", 4, 6),
)


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_a_whole_game(tamaya: Here, tmp_path: Path, variant: str, players: int, seed: int) -> None:
    lines, kept = scripted(variant, players, seed), tmp_path / "kept.json"
    options = ["--variant", variant, "--players", str(players), "--seed", str(seed)]
    ran = tamaya("play", *options, "--save", kept, stdin="\n".join(lines) + "\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("Your turn > ") + ran.out.count("Your choice > ") == len(lines)
    assert "The cards left in hand:" in ran.out
    assert "\x1b" not in ran.out
    game = decode(kept.read_text())
    table = final_state(game).table
    assert table.outcome is not None
    assert format_options(game.options) == variant
    told = f"Score: {score(table)} of" if table.outcome.result != "lost" else "Lost: score 0."
    assert told in ran.out


def test_a_person_resolves_tiles_and_announces(tamaya: Here, tmp_path: Path) -> None:
    """Seeds found by search: in these games the person turns up tiles 3, 4, 5 and 6."""
    asked, actions = "", list[Action]()
    for seed in (2, 6, 17, 18, 23):
        variant, bot = "base+tiles+announce", "cautious"
        lines, kept = scripted(variant, 2, seed, bot), tmp_path / f"{seed}.json"
        options = ["--variant", variant, "--players", "2", "--seed", str(seed), "--bot", bot]
        asked += tamaya("play", *options, "--save", kept, stdin="\n".join(lines)).out
        actions += decode(kept.read_text()).actions
    assert any(isinstance(action, Take) for action in actions)
    assert any(isinstance(action, Play) and action.announced is not None for action in actions)
    for question in ("Give a colour clue", "Give a value clue", "shuffle back", "that fits its"):
        assert question in asked


def test_the_same_seed_is_the_same_game(tamaya: Here) -> None:
    once, again = (tamaya("play", "--seed", "9", stdin="d1\np1\n") for _ in range(2))
    assert once == again
    assert once != tamaya("play", "--seed", "10", stdin="d1\np1\n")


def test_without_a_seed_every_game_is_new(tamaya: Here) -> None:
    assert len({tamaya("play", stdin="quit\n").out for _ in range(4)}) > 1


def test_who_begins(tamaya: Here) -> None:
    assert "You begin." in tamaya("play", "--seed", "1", stdin="q\n").out
    out = tamaya("play", "--seed", "1", "--first", "c", stdin="q\n").out
    assert "Kenji begins." in out
    assert "Turn 2 |" in out


@pytest.mark.parametrize("word", ["quit", "q", "EXIT"])
def test_leaving_says_how_the_game_stands(tamaya: Here, tmp_path: Path, word: str) -> None:
    kept = tmp_path / "kept.json"
    ran = tamaya(
        "play", "--seed", "1", "--save", kept, "--name", "Ada", stdin=f"tell b 1\n{word}\n"
    )
    assert ran.status == 0
    assert "Not finished, after 3 turns. The fireworks are worth" in ran.out
    assert f"Saved in {kept}." in ran.out
    document = json.loads(kept.read_text())
    assert document["players"] == ["Ada", "Hana", "Kenji"]
    assert len(decode(kept.read_text()).actions) == 3
    assert "The cards left in hand" not in ran.out


def test_the_end_of_input_is_a_clear_line(tamaya: Here) -> None:
    ran = tamaya("play", "--seed", "1", stdin="")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(
        "\nEnd of input. Not finished, after 0 turns. The fireworks are worth 0 of 25.\n"
    )


BAD_LINES = (
    ("zzz", "I do not understand 'zzz'. Type ? for help."),
    ("\x1b[2Jp1\x07", "I do not understand '\\x1b[2Jp1\\x07'. Type ? for help."),
    ("p6", "There is no card 6 in a hand of 5."),
    ("d1", "All clue tokens are available, so nothing may be discarded."),
    ("A:r", "A clue goes to a teammate, not to oneself."),
    ("D:r", "There is no player D among 3."),
    ("hana:m", "No clue names 'm' in this game; colours are red, yellow, green, white, blue."),
    ("B:9", "No card has that value in this game."),
    ("p1:r", "Announcing the colour is not played."),
    ("t:r1", "No bonus tile waits for a choice."),
    ("f", "No bonus tile waits for a choice."),
    ("x" * 5000, "I do not understand"),
)


@pytest.mark.parametrize(("line", "answer"), BAD_LINES)
def test_a_bad_line_gets_a_friendly_one_and_another_try(
    tamaya: Here, line: str, answer: str
) -> None:
    ran = tamaya("play", "--seed", "1", stdin=f"{line}\nquit\n")
    assert ran.status == 0
    after = ran.out.split("Your turn > ")
    assert len(after) == 3
    reply = after[1].splitlines()[1:]
    assert len(reply) == 1
    assert reply[0].startswith(answer)
    assert "\x1b" not in ran.out


SAME = ("B:1", "b:1", "tell B 1", "tell Hana 1", "clue hana the 1s", "Hana 1", "HANA: 1")


def test_d_discards_and_tells_seat_d_only_if_it_is_a_clue(tamaya: Here) -> None:
    four = ["play", "--seed", "1", "--players", "4"]
    assert "You discard card 1" in tamaya(*four, stdin="B:1\nd 1\nq\n").out
    assert "You discard card 1" in tamaya(*four, stdin="B:1\ndiscard the card 1\nq\n").out
    assert "You tell Sora: " in tamaya(*four, stdin="d:1\nq\n").out
    assert "You tell Sora: " in tamaya(*four, stdin="tell d 1\nq\n").out


def test_clues_can_be_said_in_many_ways(tamaya: Here) -> None:
    answers = set()
    for line in SAME:
        ran = tamaya("play", "--seed", "1", stdin=f"{line}\nquit\n")
        answers.add(ran.out.split("Your turn > ")[1].split("\n", 1)[1])
    assert len(answers) == 1
    assert "You tell Hana: " in answers.pop()


def test_help_rules_and_log(tamaya: Here) -> None:
    out = tamaya("play", "--seed", "1", stdin="?\nrules\nlog\n\nB:1\nlog\nquit\n").out
    assert "What you can type" in out
    assert "twin" in out
    assert "There are eight clue tokens; the third mistake loses the game." in out
    assert "Nothing has happened yet." in out
    assert out.count("You tell Hana: ") == 2


@pytest.mark.rule("R1.5")
def test_at_a_table_chance_or_the_host_says_who_begins() -> None:
    game = parse_options("base", 4)
    sessions = [new_session(game, "random", "Ada", None, None) for _ in range(100)]
    assert {session.game.first for session in sessions} == {0, 1, 2, 3}
    assert new_session(game, "random", "Ada", None, Seat(2)).game.first == 2
    assert new_session(game, "random", "Ada", 7, None).game.first == 0


@pytest.mark.rule("R4.9")
def test_a_remark_reaches_nobody(tamaya: Here, tmp_path: Path) -> None:
    """By the book only clues speak: what is no action changes nothing, for the bots neither."""
    silent, chatty = tmp_path / "silent.json", tmp_path / "chatty.json"
    tamaya("play", "--seed", "1", "--save", silent, stdin="B:1\np1\n")
    remarks = "I know nothing about my hand\nB:1\ndo you remember your cards?\np1\n"
    ran = tamaya("play", "--seed", "1", "--save", chatty, stdin=remarks)
    assert ran.out.count("I do not understand") == 2
    assert chatty.read_text() == silent.read_text()


@pytest.mark.rule("R3.7")
def test_the_advice_of_the_boxes_is_in_the_help(tamaya: Here) -> None:
    shown = " ".join(tamaya("play", "--seed", "1", stdin="?\nq\n").out.split())
    for advice in (
        "shift and turn your cards to remember",
        "The discard pile lies open: look through it",
        "Throwing away a card you know nothing about is a risk",
        "most cards have a twin. Beware of those that exist only once, like the 5s.",
        "Cards that a dead firework can no longer use are clue tokens",
    ):
        assert advice in shown


def test_help_explains_only_what_is_played(tamaya: Here) -> None:
    plain = tamaya("play", "--seed", "1", stdin="help\nq\n").out
    full = tamaya("play", "--seed", "1", "--variant", "black+tiles+announce", stdin="help\nq\n").out
    for words in ("announce red", "t:r4", "downwards"):
        assert words not in plain
        assert words in full
    assert max(map(len, full.splitlines())) <= 80


def test_no_bot_has_the_name_of_the_person(tamaya: Here, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    tamaya("play", "--name", "kenji", "--players", "5", "--save", kept, stdin="q\n")
    assert decode(kept.read_text()).names == ("kenji", "Hana", "Sora", "Yuki", "Mio")


def test_a_saved_game_keeps_who_began(tamaya: Here, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    tamaya("play", "--first", "B", "--save", kept, stdin="q\n")
    assert decode(kept.read_text()).first == Seat(1)


def test_through_real_pipes_bytes_that_are_no_text_do_no_harm() -> None:
    ran = in_a_process("play", "--seed", "1", stdin=b"\xff\xfe\x00\nd\x80\nquit\n")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("I do not understand") == 2


def test_a_game_that_was_kept_is_not_lost(tamaya: Here, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("precious")
    ran = tamaya("play", "--save", kept, stdin="q\n")
    assert ran.status == 2
    assert "is there already; choose another name" in ran.complaint()
    assert kept.read_text() == "precious"


def test_a_game_is_saved_in_our_own_format(tamaya: Here, tmp_path: Path) -> None:
    ran = tamaya("play", "--save", tmp_path / "game.hanablive.json", stdin="q\n")
    assert ran.status == 2
    assert "`tamaya convert` makes other formats" in ran.complaint()
    assert tamaya("play", "--seed", "1", "--save", tmp_path / "game", stdin="q\n").status == 0
    assert decode((tmp_path / "game").read_text()).actions == ()


@pytest.mark.parametrize("again", ["", "table"])
def test_the_table_can_be_seen_again(tamaya: Here, again: str) -> None:
    out = tamaya("play", "--seed", "1", stdin=f"?\n{again}\nq\n").out
    assert out.count("Turn 1 | clue tokens 8/8") == 2


def test_a_capital_d_is_asked_about(tamaya: Here) -> None:
    ask = "D:1 tells D, d1 discards: which one?"
    assert ask in tamaya("play", "--seed", "1", "--players", "5", stdin="D 1\nq\n").out
    assert ask not in tamaya("play", "--seed", "1", "--players", "3", stdin="D 1\nq\n").out


def test_what_happened_stands_above_the_table(tamaya: Here) -> None:
    out = tamaya("play", "--seed", "1", stdin="B:1\nq\n").out
    assert out.index("You tell Hana") < out.index("Turn 4 |") < out.rindex("Your turn >")


def test_the_log_counts_turns(tamaya: Here) -> None:
    out = tamaya("play", "--seed", "1", stdin="B:1\nlog\nq\n").out
    log = out[out.rindex("> log") :]
    assert [line[:5] for line in log.splitlines()[1:4]] == ["  1  ", "  2  ", "  3  "]
