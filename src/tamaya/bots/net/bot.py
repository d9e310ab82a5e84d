"""The net bot: encodes its view, runs the network, makes the legal move with the best score."""

from collections.abc import Callable

from tamaya.bots.api import Move
from tamaya.bots.net.policy_network import PolicyNetwork
from tamaya.formats.nets import NetError
from tamaya.kernel.from_view import ViewEncoder
from tamaya.kernel.game.actions import action_number
from tamaya.kernel.observe.feature_names import action_names
from tamaya.kernel.observe.features import features_length
from tamaya.rules import Action, Clue, Options, View, format_options, legal_actions, touched


class NetBot:
    """Plays the network that is right for the game."""

    def __init__(self, net_for: Callable[[Options], PolicyNetwork]) -> None:
        self._net_for = net_for
        self._player: _NetPlayer | None = None

    def act(self, view: View) -> Move:
        """Make the legal move with the best score."""
        options = view.table.options
        if self._player is None or self._player.options != options:
            self._player = _NetPlayer(options, self._net_for(options))
        return Move(self._player.best_action(view))


class _NetPlayer:
    """A network with the encoder and the actions of one game."""

    def __init__(self, options: Options, network: PolicyNetwork) -> None:
        actions = action_names(options).values()
        game = (options.players, features_length(options, network.depth), len(actions))
        if (network.players, network.inputs, network.actions) != game:
            trained = f"{network.variant} with {network.players} players"
            asked = f"{format_options(options)} with {options.players}"
            raise NetError(f"this net was trained for {trained}, not for {asked}")
        self.options, self.network = options, network
        self.encoder = ViewEncoder(options, network.depth)
        self.outputs = {number: output for output, number in enumerate(actions)}

    def best_action(self, view: View) -> Action:
        """The action with the best score; a play is announced where that is no mistake."""
        scores = self.network.action_scores(self.encoder.encode(view))
        legal = {action_number(view.table, action): action for action in self._choices(view)}
        number = max(legal.keys() & self.outputs, key=lambda one: float(scores[self.outputs[one]]))
        return legal[self.encoder.announce(number)]

    def _choices(self, view: View) -> tuple[Action, ...]:
        """The legal actions; without empty clues if the network does not know them.

        There may be nothing else: when a tile asks for a colour and the others hold only black.
        """
        legal = legal_actions(view)
        if self.network.empty_clues:
            return legal
        return tuple(action for action in legal if not _is_empty(view, action)) or legal


def _is_empty(view: View, action: Action) -> bool:
    return isinstance(action, Clue) and not touched(view, action)
