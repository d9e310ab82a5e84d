"""Our bots as programs that speak hanab.live's protocol, with any server that does."""
