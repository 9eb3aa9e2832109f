"""The tests: core, contract, games, terminal, and the project's own habits."""
