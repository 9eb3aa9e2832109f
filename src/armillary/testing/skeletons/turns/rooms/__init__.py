"""Stone Pile: players take stones in turn; whoever takes the last one wins."""
