"""The server under load: a generator in a process of its own, on loopback."""
