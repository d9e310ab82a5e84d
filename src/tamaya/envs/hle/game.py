"""A game's parameters, and its states."""

import secrets
from collections.abc import Mapping
from typing import Any

from tamaya.envs.hle import chance, config
from tamaya.envs.hle.cards import HanabiCard
from tamaya.envs.hle.config import AgentObservationType, require_integer
from tamaya.envs.hle.game_spec import GameSpec
from tamaya.envs.hle.moves import CHANCE_PLAYER_ID, HanabiHistoryItem, HanabiMove, HanabiMoveType
from tamaya.envs.hle.observation import HanabiObservation
from tamaya.envs.hle.position import HanabiEndOfGameType, Position
from tamaya.envs.hle.text import position_text


class HanabiGame:
    """A game's parameters. All its states draw their cards from one generator."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self._config = config.parse_config({} if params is None else params)
        self._seed = self._config.seed
        if self._seed == config.RANDOM_SEED:
            self._seed = secrets.randbits(31)
        self._generator = chance.mersenne_twister(self._seed)
        self.spec = GameSpec(self._config.options(), self.observation_type())

    def new_initial_state(self) -> "HanabiState":
        """Return a new state, before anything is dealt."""
        return HanabiState(self)

    def parameter_string(self) -> str:
        """Return all parameters, one on each line."""
        config = self._config
        shown = {
            "random_start_player": str(config.random_start_player).lower(),
            "seed": self._seed,
            "max_life_tokens": config.max_life_tokens,
            "max_information_tokens": config.max_information_tokens,
            "hand_size": self.hand_size(),
            "ranks": config.ranks,
            "colors": config.colors,
            "observation_type": int(config.observation_type),
            "players": config.players,
        }
        return "".join(f"{name}={value}\n" for name, value in shown.items())

    def num_players(self) -> int:
        """Return the number of players."""
        return self._config.players

    def num_colors(self) -> int:
        """Return the number of colours."""
        return self._config.colors

    def num_ranks(self) -> int:
        """Return the number of ranks."""
        return self._config.ranks

    def hand_size(self) -> int:
        """Return the number of cards in a full hand."""
        return self.spec.options.hand_size

    def max_information_tokens(self) -> int:
        """Return the number of information tokens at the start."""
        return self._config.max_information_tokens

    def max_life_tokens(self) -> int:
        """Return the number of life tokens at the start."""
        return self._config.max_life_tokens

    def observation_type(self) -> AgentObservationType:
        """Return what players observe."""
        return AgentObservationType(self._config.observation_type)

    def max_moves(self) -> int:
        """Return the number of moves, legal or not."""
        return len(self.spec.moves)

    def num_cards(self, color: int, rank: int) -> int:
        """Return the number of copies of a card in the full deck."""
        face = self.spec.face(color, rank)
        return 0 if face is None else self.spec.copies[face]

    def get_move_uid(self, move: HanabiMove) -> int:
        """Return the uid of a move; -1 if players have no such move."""
        return self.spec.uids.get(move, -1)

    def get_move(self, move_uid: int) -> HanabiMove:
        """Return the move with this uid."""
        uid = require_integer(move_uid, "a move's number")
        if not 0 <= uid < self.max_moves():
            raise ValueError(f"moves have the numbers 0 to {self.max_moves() - 1}, not {uid}")
        return self.spec.moves[uid]

    def first_player(self) -> int:
        """Return who begins the next game."""
        if not self._config.random_start_player:
            return 0
        return chance.draw_player(self._generator, self.num_players())

    def next_card(self, copies: tuple[int, ...]) -> int:
        """Draw a card from a deck with these numbers of copies."""
        return chance.draw_card(self._generator, copies)


class HanabiState:
    """A game in progress. Cards are dealt by chance moves."""

    def __init__(self, game: HanabiGame, position: Position | None = None) -> None:
        self._game = game
        self._position = position or Position.first(game.spec, game.first_player())

    def copy(self) -> "HanabiState":
        """Return an independent copy."""
        return HanabiState(self._game, self._position)

    def observation(self, player: int) -> HanabiObservation:
        """Return what a player sees."""
        seat = require_integer(player, "player")
        if not 0 <= seat < self.num_players():
            raise ValueError(f"players have the numbers 0 to {self.num_players() - 1}, not {seat}")
        return HanabiObservation(self._position, seat)

    # moves

    def cur_player(self) -> int:
        """Return who is to move; CHANCE_PLAYER_ID if a card is to be dealt."""
        return self._position.player

    def apply_move(self, move: HanabiMove) -> None:
        """Apply a move of the player to move, or of chance."""
        if self.is_terminal() and self.cur_player() != CHANCE_PLAYER_ID:
            raise ValueError("the game is over; begin a new one")
        after = self._after(move)
        if after is None:
            mover = self.cur_player()
            who = "chance" if mover == CHANCE_PLAYER_ID else f"player {mover}"
            raise ValueError(f"{move} is not a legal move of {who}")
        self._position = after

    def deal_random_card(self) -> None:
        """Deal a random card."""
        if self.cur_player() != CHANCE_PLAYER_ID:
            raise ValueError(f"no card is to be dealt: player {self.cur_player()} is to move")
        self._position = self._position.dealt(self._game.next_card(self._position.deck))

    def legal_moves(self) -> list[HanabiMove]:
        """Return the legal moves; after the end, as HLE does, those that would be legal."""
        if self.cur_player() == CHANCE_PLAYER_ID:
            raise ValueError("a card is to be dealt first; see deal_random_card")
        return [self._game.spec.moves[uid] for uid in self._position.legal]

    def move_is_legal(self, move: HanabiMove) -> bool:
        """Return whether a move of the player to move, or of chance, is legal."""
        return self._after(move) is not None

    def _after(self, move: HanabiMove) -> Position | None:
        if not isinstance(move, HanabiMove):
            raise ValueError(f"a move is a HanabiMove, not {move!r}")  # noqa: TRY004 - one error
        chance_moves = self.cur_player() == CHANCE_PLAYER_ID
        if move.type() == HanabiMoveType.DEAL:
            face = self._game.spec.face(move.color(), move.rank())
            if not chance_moves or face is None or not self._position.deck[face]:
                return None
            return self._position.dealt(face)
        uid = self._game.get_move_uid(move)
        return None if chance_moves or uid < 0 else self._position.moved(uid)

    # the position

    def num_players(self) -> int:
        """Return the number of players."""
        return self._game.num_players()

    def player_hands(self) -> list[list[HanabiCard]]:
        """Return all hands, the oldest card of each first."""
        return [list(hand) for hand in self._position.hands]

    def deck_size(self) -> int:
        """Return the number of cards in the deck."""
        return self._position.deck_size

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discarded cards, in order."""
        return list(self._position.discards)

    def fireworks(self) -> list[int]:
        """Return the height of each firework."""
        return self._position.fireworks

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        """Return whether such a card could be played now."""
        return self._position.fits(color, rank)

    def information_tokens(self) -> int:
        """Return the number of information tokens left."""
        return self._position.tokens

    def life_tokens(self) -> int:
        """Return the number of life tokens left."""
        return self._position.lives

    def end_of_game_status(self) -> HanabiEndOfGameType:
        """Return whether and how the game has ended."""
        return self._position.end

    def is_terminal(self) -> bool:
        """Return whether the game has ended."""
        return self._position.end != HanabiEndOfGameType.NOT_FINISHED

    def score(self) -> int:
        """Return the number of cards on the fireworks; 0 once all life tokens are lost."""
        return self._position.score

    def move_history(self) -> list[HanabiHistoryItem]:
        """Return all moves so far, including chance moves."""
        return list(self._position.history)

    def __str__(self) -> str:
        position = self._position
        return position_text(position, position.hands, position.known, position.player)

    __repr__ = __str__
