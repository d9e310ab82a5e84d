"""What several bots work out alike: possible faces, odds, needs of the fireworks, the endgame."""
