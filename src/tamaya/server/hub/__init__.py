"""Live tables: who is connected, bots at work, several processes over one database."""
