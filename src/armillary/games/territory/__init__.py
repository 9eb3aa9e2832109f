"""Territory: declare your plans, then march in secret; the largest force keeps the square."""
