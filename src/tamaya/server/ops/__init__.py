"""What a running server reports about itself: metrics and logs."""
