"""Search at play time: sampled hands, rollouts with a trained net, and the choice among actions."""
