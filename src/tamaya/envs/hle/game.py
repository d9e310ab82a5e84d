"""A game, and its states."""

import secrets
from collections.abc import Mapping
from typing import Any

from tamaya.envs.hle import chance, settings
from tamaya.envs.hle.board import Board
from tamaya.envs.hle.cards import HanabiCard
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove, HanabiMoveType
from tamaya.envs.hle.observation import HanabiObservation
from tamaya.envs.hle.position import HanabiEndOfGameType, Position
from tamaya.envs.hle.settings import AgentObservationType, whole
from tamaya.envs.hle.text import describe


class HanabiGame:
    """A game's settings. All its states draw their cards from one generator."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self._settings = settings.read({} if params is None else params)
        self._seed = self._settings.seed
        if self._seed == settings.ANY_SEED:
            self._seed = secrets.randbits(31)
        self._generator = chance.twister(self._seed)
        self.board = Board(self._settings.options(), self.observation_type())

    def new_initial_state(self) -> "HanabiState":
        """A new state: nothing is dealt yet."""
        return HanabiState(self)

    def parameter_string(self) -> str:
        """All settings, a line for each."""
        told = self._settings
        shown = {
            "random_start_player": str(told.random_start_player).lower(),
            "seed": self._seed,
            "max_life_tokens": told.max_life_tokens,
            "max_information_tokens": told.max_information_tokens,
            "hand_size": self.hand_size(),
            "ranks": told.ranks,
            "colors": told.colors,
            "observation_type": int(told.observation_type),
            "players": told.players,
        }
        return "".join(f"{name}={value}\n" for name, value in shown.items())

    def num_players(self) -> int:
        """How many players there are."""
        return self._settings.players

    def num_colors(self) -> int:
        """How many colours the cards have."""
        return self._settings.colors

    def num_ranks(self) -> int:
        """How many ranks."""
        return self._settings.ranks

    def hand_size(self) -> int:
        """How many cards a full hand has."""
        return self.board.options.hand_size

    def max_information_tokens(self) -> int:
        """How many information tokens there are, all of them available at first."""
        return self._settings.max_information_tokens

    def max_life_tokens(self) -> int:
        """How many life tokens there are at first."""
        return self._settings.max_life_tokens

    def observation_type(self) -> AgentObservationType:
        """How much players see."""
        return AgentObservationType(self._settings.observation_type)

    def max_moves(self) -> int:
        """How many moves there are, legal or not."""
        return len(self.board.moves)

    def num_cards(self, color: int, rank: int) -> int:
        """How many such cards the deck has at first."""
        face = self.board.face(color, rank)
        return 0 if face is None else self.board.copies[face]

    def get_move_uid(self, move: HanabiMove) -> int:
        """The number of a move; -1 if players have no such move."""
        return self.board.uids.get(move, -1)

    def get_move(self, move_uid: int) -> HanabiMove:
        """The move with a number."""
        uid = whole(move_uid, "a move's number")
        if not 0 <= uid < self.max_moves():
            raise ValueError(f"moves have the numbers 0 to {self.max_moves() - 1}, not {uid}")
        return self.board.moves[uid]

    def first_player(self) -> int:
        """Who begins the next game."""
        if not self._settings.random_start_player:
            return 0
        return chance.some_player(self._generator, self.num_players())

    def next_card(self, copies: tuple[int, ...]) -> int:
        """A card of a deck that has so many copies of each."""
        return chance.some_card(self._generator, copies)


class HanabiState:
    """A game that is being played. Chance moves too: it deals the cards."""

    def __init__(self, game: HanabiGame, position: Position | None = None) -> None:
        self._game = game
        self._position = position or Position.first(game.board, game.first_player())

    def copy(self) -> "HanabiState":
        """Another state that goes on from here."""
        return HanabiState(self._game, self._position)

    def observation(self, player: int) -> HanabiObservation:
        """What a player sees."""
        seat = whole(player, "player")
        if not 0 <= seat < self.num_players():
            raise ValueError(f"players have the numbers 0 to {self.num_players() - 1}, not {seat}")
        return HanabiObservation(self._position, seat)

    # moves

    def cur_player(self) -> int:
        """Who moves; CHANCE_PLAYER_ID if a card is to be dealt."""
        return self._position.player

    def apply_move(self, move: HanabiMove) -> None:
        """The player to move, or chance, makes a move."""
        if self.is_terminal() and self.cur_player() != CHANCE_PLAYER_ID:
            raise ValueError("the game is over; begin a new one")
        after = self._after(move)
        if after is None:
            mover = self.cur_player()
            who = "chance" if mover == CHANCE_PLAYER_ID else f"player {mover}"
            raise ValueError(f"{move} is not a legal move of {who}")
        self._position = after

    def deal_random_card(self) -> None:
        """Chance deals a card."""
        if self.cur_player() != CHANCE_PLAYER_ID:
            raise ValueError(f"no card is to be dealt: player {self.cur_player()} is to move")
        self._position = self._position.dealt(self._game.next_card(self._position.deck))

    def legal_moves(self) -> list[HanabiMove]:
        """What the player to move may do. After the end it is what could be done otherwise."""
        if self.cur_player() == CHANCE_PLAYER_ID:
            raise ValueError("a card is to be dealt first; see deal_random_card")
        return [self._game.board.moves[uid] for uid in self._position.legal]

    def move_is_legal(self, move: HanabiMove) -> bool:
        """Whether the player to move, or chance, may do this."""
        return self._after(move) is not None

    def _after(self, move: HanabiMove) -> Position | None:
        if not isinstance(move, HanabiMove):
            raise ValueError(f"a move is a HanabiMove, not {move!r}")  # noqa: TRY004 - one error
        chance_moves = self.cur_player() == CHANCE_PLAYER_ID
        if move.type() == HanabiMoveType.DEAL:
            face = self._game.board.face(move.color(), move.rank())
            if not chance_moves or face is None or not self._position.deck[face]:
                return None
            return self._position.dealt(face)
        uid = self._game.get_move_uid(move)
        return None if chance_moves or uid < 0 else self._position.moved(uid)

    # what is seen

    def num_players(self) -> int:
        """How many players there are."""
        return self._game.num_players()

    def player_hands(self) -> list[list[HanabiCard]]:
        """All hands, the oldest card of each first."""
        return [list(hand) for hand in self._position.hands]

    def deck_size(self) -> int:
        """How many cards are left in the deck."""
        return self._position.deck_size

    def discard_pile(self) -> list[HanabiCard]:
        """The discarded cards, in their order."""
        return list(self._position.discards)

    def fireworks(self) -> list[int]:
        """The height of each firework."""
        return self._position.fireworks

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Whether such a card would score now."""
        return self._position.fits(color, rank)

    def information_tokens(self) -> int:
        """How many information tokens are left."""
        return self._position.tokens

    def life_tokens(self) -> int:
        """How many life tokens are left."""
        return self._position.lives

    def end_of_game_status(self) -> HanabiEndOfGameType:
        """Whether the game is over, and why."""
        return self._position.end

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.end != HanabiEndOfGameType.NOT_FINISHED

    def score(self) -> int:
        """The cards on fireworks; none once the last life token is lost."""
        return self._position.score

    def move_history(self) -> list[HanabiHistoryItem]:
        """All moves so far, those of chance included."""
        return list(self._position.history)

    def __str__(self) -> str:
        position = self._position
        return describe(position, position.hands, position.known, position.player)

    __repr__ = __str__
