"""The command `armillary`: play, watch, check and simulate in a terminal. Names no game."""
