"""The game in the terminal: what is shown, what is typed, and what is said about a game."""
