"""What keeps the project in shape: run through the Makefile, not shipped."""
