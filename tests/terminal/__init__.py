"""The command line: every command, the play loop, and what happens when the input is bad."""
