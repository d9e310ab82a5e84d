"""A door for programs that speak hanab.live's protocol, and our bots as such programs."""
