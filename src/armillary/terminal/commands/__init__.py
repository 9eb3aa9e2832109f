"""The commands, a module each, imported when asked for; each module's `command` is the command."""
