"""The shapes of hanab.live's frames, written down a second time: names, order and types."""

import re
from collections.abc import Iterator
from typing import Any

OPTIONS = """{numPlayers int, startingPlayer int, variantID int, variantName str, timed bool,
    timeBase int, timePerTurn int, speedrun bool, cardCycle bool, deckPlays bool, emptyClues bool,
    oneExtraCard bool, oneLessCard bool, allOrNothing bool, detrimentalCharacters bool,
    tableName str, maxPlayers int}"""
SPECTATOR = "{name str, shadowingPlayerIndex int, shadowingPlayerUsername str}"
USER = "{userID int, name str, status int, tableID int, hyphenated bool, inactive bool}"
TABLE = f"""{{id int, name str, passwordProtected bool, joined bool, numPlayers int, ownerID int,
    running bool, variant str, options {OPTIONS}, timed bool, timeBase int, timePerTurn int,
    sharedReplay bool, progress int, players [str], spectators [{SPECTATOR}], maxPlayers int}}"""
CHAT = """{msg str, who str, discord bool, server bool, datetime str, room str, recipient str}"""
PLAYER = "{index int, name str, you bool, present bool, stats {}}"

FRAMES = {
    "welcome": """{userID int, username str, totalGames int, muted bool, firstTimeUser bool,
        settings {}, friends [str], playingAtTables [int], disconSpectatingTable int,
        disconShadowingSeat int, randomTableName str, shuttingDown bool,
        datetimeShutdownInit str, maintenanceMode bool}""",
    "user": USER,
    "userList": f"[{USER}]",
    "userLeft": "{userID int}",
    "table": TABLE,
    "tableList": f"[{TABLE}]",
    "tableGone": "{tableID int}",
    "tableProgress": "{tableID int, progress int}",
    "chat": CHAT,
    "chatList": f"{{list [{CHAT}], unread int}}",
    "gameHistory": "[{}]",
    "warning": "{warning str}",
    "error": "{error str}",
    "joined": "{tableID int}",
    "left": "{tableID int}",
    "spectators": f"{{tableID int, spectators [{SPECTATOR}]}}",
    "game": f"""{{tableID int, name str, owner int, players [{PLAYER}], options {OPTIONS},
        passwordProtected bool, maxPlayers int}}""",
    "tableStart": "{tableID int, replay bool}",
    "init": f"""{{tableID int, playerNames [str], ourPlayerIndex int, spectating bool,
        shadowing bool, replay bool, databaseID int, hasCustomSeed bool, seed str,
        datetimeStarted str, datetimeFinished str, options {OPTIONS},
        characterAssignments [int], characterMetadata [int], sharedReplay bool,
        sharedReplayLeader str, sharedReplaySegment int, sharedReplayEffMod int, paused bool,
        pausePlayerIndex int, pauseQueued bool}}""",
    "gameActionList": "{tableID int, list [action]}",
    "gameAction": "{tableID int, action action}",
    "connected": "{tableID int, list [bool]}",
    "clock": "{tableID int, times [int], activePlayerIndex int, timeTaken int}",
    "noteListPlayer": "{tableID int, notes [str]}",
    "voteChange": "{vote bool}",
    "finishOngoingGame": "{tableID int, databaseID int, sharedReplayLeader str}",
    "cardIdentities": "{tableID int, cardIdentities [{suitIndex int, rank int}]}",
    "databaseID": "{tableID int, databaseID int}",
}
WHICH = "{playerIndex int, order int, suitIndex int, rank int}"
ACTIONS = {
    "draw": "{type str, playerIndex int, order int, suitIndex int, rank int}",
    "play": f"{{type str, playerIndex int, order int, suitIndex int, rank int, which {WHICH}}}",
    "discard": f"""{{type str, playerIndex int, order int, suitIndex int, rank int, failed bool,
        which {WHICH}}}""",
    "clue": """{type str, clue {type int, value int}, giver int, list [int], target int,
        turn int}""",
    "strike": "{type str, num int, turn int, order int}",
    "status": "{type str, clues int, score int, maxScore int}",
    "turn": "{type str, num int, currentPlayerIndex int}",
    "gameOver": "{type str, endCondition int, playerIndex int, votes none}",
}
KINDS: dict[str, type] = {"int": int, "str": str, "bool": bool, "none": type(None)}


def check(command: str, body: Any) -> None:
    """Fail if a frame has another shape."""
    assert command in FRAMES, command
    words = iter(re.findall(r"\w+|[][{}]", FRAMES[command]))
    _check(body, _parsed(next(words), words), command)


def _parsed(word: str, words: Iterator[str]) -> Any:
    if word == "[":
        inside = _parsed(next(words), words)
        assert next(words) == "]"
        return [inside]
    if word == "{":
        fields = {}
        while (name := next(words)) != "}":
            fields[name] = _parsed(next(words), words)
        return fields
    return word


def _check(body: Any, shape: Any, where: str) -> None:
    if shape == "action":
        words = iter(re.findall(r"\w+|[][{}]", ACTIONS[body["type"]]))
        _check(body, _parsed(next(words), words), f"{where}.{body['type']}")
    elif isinstance(shape, list):
        assert isinstance(body, list), where
        for one in body:
            _check(one, shape[0], f"{where}[]")
    elif isinstance(shape, dict):
        assert isinstance(body, dict), where
        assert not shape or list(body) == list(shape), where
        for name, inside in shape.items():
            _check(body[name], inside, f"{where}.{name}")
    else:
        assert type(body) is KINDS[shape], (where, body)
