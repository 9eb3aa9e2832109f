"""Bad guests: what others notice while somebody attacks a server."""
