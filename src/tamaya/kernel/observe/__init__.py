"""What a seat sees of a game, as bits."""
