"""The client's side: our bots play on any server that speaks hanab.live's protocol."""
