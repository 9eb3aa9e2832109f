"""The games, each in a folder of its own with the same rooms. They import the core and never each other."""
