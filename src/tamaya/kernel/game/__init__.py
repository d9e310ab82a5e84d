"""One game: its layout in memory, chance, what is legal, and one step at a time."""
