"""The contract suite on every registered game, and tests of the suite itself."""
