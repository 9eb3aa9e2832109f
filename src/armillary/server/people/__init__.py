"""Who plays: guests with cookies, programs with tokens, and how much each may ask for."""
