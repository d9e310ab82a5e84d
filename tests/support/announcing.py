"""Announcing as the rules have it, beside the kernel: where it makes no mistake of what fits."""

from dataclasses import replace

from tamaya.bots.inference.face_sets import deck_faces
from tamaya.bots.inference.knowledge import copies_unseen
from tamaya.rules import Action, Play, View, knowledge_from_clues, possible_faces
from tamaya.rules.table import fits


def silent(action: Action) -> Action:
    """The same, not announced."""
    return replace(action, announced=None) if isinstance(action, Play) else action


def announced(view: View, action: Action) -> Action:
    """A play announced, if all faces with which the card would fit are of one suit."""
    table = view.table
    if not (isinstance(action, Play) and table.options.announce):
        return action
    said = knowledge_from_clues(table, view.history)[action.card]
    left, number = copies_unseen(view, view.seat), deck_faces(table.options).number
    faces = (face for face in possible_faces(table.options, said) if left[number[face]] > 0)
    suits = {face.suit for face in faces if fits(table, face)}
    return replace(action, announced=suits.pop()) if len(suits) == 1 else action
