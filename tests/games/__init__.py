"""What each game must do: shared runners here, one folder per game."""
