"""hanab.live's two formats: the JSON replay file and the link that holds a whole game."""
