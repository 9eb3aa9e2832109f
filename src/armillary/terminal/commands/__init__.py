"""The commands: one module each, imported only when it is used; its `command` is the command."""
