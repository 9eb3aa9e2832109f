"""Stone Pile: the skeleton of a game in which players act one after the other."""
