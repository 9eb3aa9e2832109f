"""The only SQL of the server: tables, statements, the writer, and the store that answers questions."""
