"""The types of the API: what the server and its clients say to each other. No behaviour, no I/O."""
