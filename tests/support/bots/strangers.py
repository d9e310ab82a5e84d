"""Teammates that know no agreement."""

from tamaya.bots import Move
from tamaya.rules import Discard, Play, View, legal_actions


class SilentBot:
    """Never says a word, if it has a choice."""

    def act(self, view: View) -> Move:
        quiet = (one for one in legal_actions(view) if isinstance(one, Discard | Play))
        return Move(next(quiet, legal_actions(view)[0]))
