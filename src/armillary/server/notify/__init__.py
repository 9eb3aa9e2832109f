"""Who hears of what: people at tables, people elsewhere, other server processes."""
