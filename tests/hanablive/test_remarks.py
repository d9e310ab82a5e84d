"""Every remark that can be made at a table has its words for bots and its button on the page."""

import re
from pathlib import Path
from typing import get_args

from tamaya.hanablive.server.table_session import REMARKS
from tamaya.server.room.log_rows import Remark

PAGE = Path(__file__).parents[2] / "web/src/lib/talk.ts"


def test_bots_read_every_remark_as_a_sentence() -> None:
    assert set(REMARKS) == set(get_args(Remark))


def test_the_page_has_a_button_for_every_remark() -> None:
    listed = re.search(r"REMARKS[^=]*= \[(.*?)\]", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed, "the list of remarks in talk.ts"
    assert sorted(re.findall(r"'([\w-]+)'", listed[1])) == sorted(get_args(Remark))
