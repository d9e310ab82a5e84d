"""`make check`: whoever could not look anything up does not say that all is well."""

import pytest

import audit


@pytest.mark.parametrize(
    ("asked", "skipped", "found", "words"),
    [
        (0, 166, 0, "NOTHING WAS CHECKED: no index of known holes is reachable from here"),
        (0, 0, 0, "NOTHING WAS CHECKED"),
        (160, 6, 0, "160 packages checked, 0 known holes; 6 NOT CHECKED"),
        (166, 0, 2, "166 packages checked, 2 known holes"),
    ],
)
def test_what_was_not_looked_up_is_said(asked: int, skipped: int, found: int, words: str) -> None:
    told = audit.summary(asked, skipped, found)
    assert told.startswith(words)
    assert ("NOT" in told) is (asked == 0 or skipped > 0)
