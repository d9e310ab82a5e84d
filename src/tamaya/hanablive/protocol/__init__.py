"""The wire protocol of hanab.live, as both a server and a client speak it."""
