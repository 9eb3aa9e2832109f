"""What the server does by itself: deadlines, bots, metrics."""
