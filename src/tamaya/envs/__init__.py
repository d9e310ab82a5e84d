"""Research environments: PettingZoo, Gymnasium and the Hanabi Learning Environment's API."""
