"""The game as researchers know it: fronts for PettingZoo, Gymnasium and older environments."""
