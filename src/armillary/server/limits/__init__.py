"""Everything that says "not so much": how often, how many, how big."""
