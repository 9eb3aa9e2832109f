"""Matches: the journal, rooms in memory, what people do, what they may see, and the proof that all is well."""
