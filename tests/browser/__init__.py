"""The browser client in a real browser, at a real server."""
