"""The server's side: bots written for hanab.live log in and play at the tables of this server."""
