"""Blueprints and belief networks of random numbers, for any option set."""

import torch

from support.search.twin_games import mix_of
from tamaya.kernel.observe.features import features_length
from tamaya.kernel.observe.packing import WORD_SIZE, words_for_bits
from tamaya.kernel.own_hands import number_of_faces
from tamaya.learn.network import ActorCritic
from tamaya.rules import Options
from tamaya.search.belief_network import BeliefNetwork, BeliefSizes
from tamaya.search.blueprint import Blueprint

DEPTH, WIDTH, LAYERS = 4, 24, 2


def random_blueprint(options: Options, seed: int = 1, spread: float = 2.0) -> Blueprint:
    """A policy whose choice depends on all that it sees; `spread`: of its logits."""
    torch.manual_seed(seed)
    mix = mix_of(options, DEPTH)
    inputs = WORD_SIZE * words_for_bits(len(mix.feature_space.inputs))
    network = ActorCritic(inputs, len(mix.feature_space.actions), WIDTH, LAYERS, torch.float32)
    torch.nn.init.normal_(network.head.weight, std=spread / WIDTH**0.5)
    return Blueprint(mix, network.eval())


def random_beliefs(options: Options, seed: int = 1, spread: float = 2.0) -> BeliefNetwork:
    """A belief network that has learned nothing; with a spread of 0 it counts copies alone."""
    torch.manual_seed(seed)
    length = features_length(options, DEPTH)
    faces = number_of_faces(options)
    sizes = BeliefSizes(length, options.hand_size, faces, WIDTH, LAYERS)
    network = BeliefNetwork(sizes, torch.float32)
    torch.nn.init.normal_(network.head.weight, std=spread / WIDTH**0.5)
    network.eval()
    return network
