"""Functions that go through many games; devices compile and run them."""
