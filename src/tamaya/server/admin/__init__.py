"""Maintenance of a whole database: backups, checks, deletion, and forgetting people."""
