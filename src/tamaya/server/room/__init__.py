"""One table: its log rows, the room they fold into, what visitors may do, and what each may see.

Everything here is pure: no sockets, no clock, no database and no randomness of its own.
"""
