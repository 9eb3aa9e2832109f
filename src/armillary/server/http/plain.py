"""Plain pages, where nothing better was built: one style, and nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape

from armillary.server.http.pages import File, Made, compressed

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
)
STYLE_ADDRESS = "/plain.css"
STYLES = {STYLE_ADDRESS: Made(".css", STYLE.encode())}


def page(title: str, body: str) -> str:
    """A page with this heading; the body is HTML."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{STYLE_ADDRESS}">'
        f"<h1>{escape(title)}</h1>{body}</html>"
    )


def made_page(title: str, body: str) -> File:
    """The same, ready to be sent."""
    return compressed(title, ".html", page(title, body).encode())
