"""Every rule of the five boxes: plain, immutable, without I/O and without chance.

`start` a game from options and a deal, ask for a seat's `view` and its `legal_actions`,
`apply` one of them, and look at the table's `outcome` and `score`.
"""

from tamaya.rules.actions import (
    FIRST_SEAT,
    Action,
    CardId,
    Clue,
    ColourClue,
    Discard,
    Forgo,
    Play,
    Seat,
    Take,
    ValueClue,
)
from tamaya.rules.clue_knowledge import (
    ClueKnowledge,
    knowledge_from_clues,
    possible_faces,
    possible_suits,
    possible_values,
)
from tamaya.rules.engine import apply, stop
from tamaya.rules.errors import DealError, IllegalAction, OptionsError, Reason, RulesError
from tamaya.rules.events import Event
from tamaya.rules.legality import legal_actions, points_at, refusal, touched
from tamaya.rules.notation import OPTION_SETS, PRESETS, format_options, parse_options
from tamaya.rules.options import Options
from tamaya.rules.scoring import (
    Band,
    band,
    dead_fireworks,
    indispensable,
    max_score,
    mention,
    points_on_table,
    reachable,
    result,
    score,
)
from tamaya.rules.state import Deal, State, start
from tamaya.rules.suits import Colour, Face, Suit
from tamaya.rules.table import EndReason, Outcome, Result, Table, Tile
from tamaya.rules.views import View, view

__all__ = [
    "FIRST_SEAT",
    "OPTION_SETS",
    "PRESETS",
    "Action",
    "Band",
    "CardId",
    "Clue",
    "ClueKnowledge",
    "Colour",
    "ColourClue",
    "Deal",
    "DealError",
    "Discard",
    "EndReason",
    "Event",
    "Face",
    "Forgo",
    "IllegalAction",
    "Options",
    "OptionsError",
    "Outcome",
    "Play",
    "Reason",
    "Result",
    "RulesError",
    "Seat",
    "State",
    "Suit",
    "Table",
    "Take",
    "Tile",
    "ValueClue",
    "View",
    "apply",
    "band",
    "dead_fireworks",
    "format_options",
    "indispensable",
    "knowledge_from_clues",
    "legal_actions",
    "max_score",
    "mention",
    "parse_options",
    "points_at",
    "points_on_table",
    "possible_faces",
    "possible_suits",
    "possible_values",
    "reachable",
    "refusal",
    "result",
    "score",
    "start",
    "stop",
    "touched",
    "view",
]
