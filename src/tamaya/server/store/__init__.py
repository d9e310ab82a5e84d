"""The database: logs of all tables, records of finished games, snapshots; SQLite or PostgreSQL."""
