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
from tamaya.rules.engine import apply, stop
from tamaya.rules.errors import DealError, IllegalAction, OptionsError, Reason, RulesError
from tamaya.rules.events import Event
from tamaya.rules.legality import legal_actions, points_at, refusal, touched
from tamaya.rules.options import Options
from tamaya.rules.presets import OPTION_SETS, PRESETS, notation, options
from tamaya.rules.score import (
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
from tamaya.rules.secret import Deal, State, start
from tamaya.rules.suits import Colour, Face, Suit
from tamaya.rules.table import EndReason, Outcome, Result, Table, Tile
from tamaya.rules.told import Told, possible_faces, possible_suits, possible_values, told
from tamaya.rules.view import View, view

__all__ = [
    "FIRST_SEAT",
    "OPTION_SETS",
    "PRESETS",
    "Action",
    "Band",
    "CardId",
    "Clue",
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
    "Told",
    "ValueClue",
    "View",
    "apply",
    "band",
    "dead_fireworks",
    "indispensable",
    "legal_actions",
    "max_score",
    "mention",
    "notation",
    "options",
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
    "told",
    "touched",
    "view",
]
