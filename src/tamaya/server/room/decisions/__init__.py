"""Decisions: what a visitor's message adds to the log of a table, or the refusal that says why not.

Everything here is pure. The caller commits the rows before anybody is shown them.
"""

from tamaya.server.room.decisions.dispatch import decide
from tamaya.server.room.decisions.games import deal_row, decide_action
from tamaya.server.room.decisions.inputs import NO_VISITORS, Randomness, Rows
from tamaya.server.room.decisions.seats import checked_bot, checked_name, may_come_back
from tamaya.server.room.decisions.settings import open_table
from tamaya.server.room.decisions.take_back import take_back_refusal

__all__ = [
    "NO_VISITORS",
    "Randomness",
    "Rows",
    "checked_bot",
    "checked_name",
    "deal_row",
    "decide",
    "decide_action",
    "may_come_back",
    "open_table",
    "take_back_refusal",
]
