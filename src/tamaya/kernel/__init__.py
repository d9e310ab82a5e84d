"""The same game over flat integer arrays, for millions of moves a second."""
