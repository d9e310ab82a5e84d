"""One table: its log of rows, the room that they fold to, what visitors may do, what each may see.

Pure: no socket, no clock, no database, no randomness of its own.
"""
