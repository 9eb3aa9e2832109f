"""What a game wants measured besides what is measured for all: `<slug>.py` with `lines(unit)`."""
