"""The match server, tried from outside and from inside."""
