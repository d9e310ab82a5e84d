"""Talk at a table, by its rule, and the lines that tell what happened beside the game."""

import pytest

from support.server.rooms import (
    GUEST,
    HOST,
    STRANGER,
    acts,
    after,
    folded,
    game_of,
    new_room,
    playing,
    refused,
    sent,
)
from tamaya.server.room import log_rows, wire
from tamaya.server.room.messages import Act, Change, End, FromClient, Say, Sit, Stand
from tamaya.server.room.refusals import LONGEST_TEXT, RefusalReason
from tamaya.server.room.room import MOST_LINES, Room

TEXT, REMARK = Say("mind the fives"), Say(remark="well-done")


def last_line(now: Room) -> dict[str, object]:
    line: dict[str, object] = sent(now, HOST)["lines"][-1]
    return line


def test_what_is_said_is_heard_by_all() -> None:
    now = after(playing(talk="chat"), (HOST, TEXT), (GUEST, REMARK))
    for who in (HOST, GUEST, STRANGER):
        said = sent(now, who)["lines"][-2:]
        assert said == [
            {"kind": "said", "seat": 0, "name": "Ada", "game": 1, "event": 0, "text": TEXT.text},
            {
                "kind": "said",
                "seat": 1,
                "name": "Bo",
                "game": 1,
                "event": 0,
                "remark": "well-done",
            },
        ]


@pytest.mark.parametrize(
    ("talk", "message", "allowed"),
    [
        ("clues", TEXT, False),
        ("clues", REMARK, False),
        ("remarks", TEXT, False),
        ("remarks", REMARK, True),
        ("chat", TEXT, True),
        ("chat", REMARK, True),
    ],
)
def test_the_rule_of_the_table_holds_during_a_game(
    talk: str, message: FromClient, allowed: bool
) -> None:
    now = playing(talk=talk)
    if allowed:
        assert last_line(after(now, (GUEST, message)))["kind"] == "said"
    else:
        assert refused(now, GUEST, message) == RefusalReason.NO_TALK
    over = after(now, (HOST, End(now.version)))
    assert last_line(after(over, (GUEST, message)))["kind"] == "said", "the game is over"
    early = after(new_room(talk=talk), (GUEST, Sit(1, "Bo")))
    assert last_line(after(early, (GUEST, message)))["name"] == "Bo", "and had not begun"


def test_hush_leaves_the_word_to_the_player_to_move() -> None:
    now = playing(talk="chat", hush=True)
    assert refused(now, GUEST, TEXT) == RefusalReason.HUSH
    now = acts(after(now, (HOST, TEXT)), HOST, wire.GiveValueClue(1, 1))
    assert refused(now, HOST, REMARK) == RefusalReason.HUSH
    assert last_line(after(now, (GUEST, REMARK)))["seat"] == 1
    calm = after(now, (HOST, Change(log_rows.Settings("base", 2, 0, talk="chat"))))
    assert last_line(after(calm, (HOST, TEXT)))["seat"] == 0
    over = after(now, (HOST, End(now.version)))
    assert last_line(after(over, (HOST, TEXT)))["seat"] == 0


@pytest.mark.parametrize(
    "message",
    [
        Say(),
        Say("  "),
        Say("both", remark="thanks"),
        Say("x" * (LONGEST_TEXT + 1)),
        Say("a\nb"),
        Say("\u202eevil"),
    ],
)
def test_what_cannot_be_said(message: Say) -> None:
    assert refused(playing(talk="chat"), HOST, message) == RefusalReason.BAD_TEXT


def test_onlookers_do_not_talk() -> None:
    assert refused(playing(talk="chat"), STRANGER, TEXT) == RefusalReason.NOT_SEATED


def test_text_is_kept_as_it_was_typed_but_for_blanks_around_it() -> None:
    now = after(playing(talk="chat"), (HOST, Say(" <b>hi</b> & 花火 ")))
    assert last_line(now)["text"] == "<b>hi</b> & 花火"
    assert last_line(after(now, (HOST, Say("x" * LONGEST_TEXT))))["text"] == "x" * LONGEST_TEXT


def test_talk_makes_no_action_stale() -> None:
    now = playing(talk="chat")
    later = after(
        now, (GUEST, TEXT), (GUEST, REMARK), (HOST, Act(now.version, wire.GiveValueClue(1, 1)))
    )
    assert game_of(later).table.clue_tokens == 7


# lines


def test_lines_tell_who_came_and_went_and_when() -> None:
    now = after(new_room(players=2), (HOST, Sit(0, "Ada")), (GUEST, Sit(1, "Bo")), (GUEST, Stand()))
    assert [(line.kind, line.seat, line.name) for line in now.lines] == [
        ("seated", 0, "Ada"),
        ("seated", 1, "Bo"),
        ("left", 1, "Bo"),
    ]
    now = acts(playing(talk="chat"), HOST, wire.GiveValueClue(1, 1))
    told = last_line(after(now, (HOST, TEXT)))
    assert (told["game"], told["event"]) == (1, len(game_of(now).history))


def test_lines_continue_where_the_viewer_is() -> None:
    now = after(playing(talk="chat"), *[(HOST, Say(f"{n}")) for n in range(5)])
    everything = sent(now, GUEST)
    assert everything["lines_from"] == 0
    assert len(everything["lines"]) == 7
    rest = sent(now, GUEST, lines_from=5)
    assert (rest["lines_from"], rest["lines"]) == (5, everything["lines"][5:])
    assert sent(now, GUEST, lines_from=7)["lines"] == []


def test_old_lines_are_forgotten_and_the_others_keep_their_numbers() -> None:
    now, before = playing(talk="chat"), 2
    now = folded(now, [log_rows.Said(0, f"{n}") for n in range(MOST_LINES - before)])
    assert (now.first_line, len(now.lines)) == (0, MOST_LINES)
    now = folded(now, [log_rows.Said(0, "new"), log_rows.Said(1, "newer")])
    assert (now.first_line, len(now.lines)) == (2, MOST_LINES)
    assert now.lines[0].text == "0"
    for asked in (0, 1, 2):
        told = sent(now, GUEST, lines_from=asked)
        assert (told["lines_from"], len(told["lines"])) == (2, MOST_LINES)
    told = sent(now, GUEST, lines_from=MOST_LINES)
    assert told["lines_from"] == MOST_LINES
    assert [line["text"] for line in told["lines"]] == ["new", "newer"]
