"""Long proofs, and checks that need other programs; each is run by its name in the Makefile."""
