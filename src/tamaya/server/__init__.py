"""The server: tables that people and bots play at, kept in a log and served to browsers."""
