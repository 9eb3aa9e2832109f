"""The client, against real servers and against bad ones."""
