"""hanab.live's bot protocol: a server for other people's bots, and a client for ours."""
