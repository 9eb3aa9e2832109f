"""The API's document for programs, and a plain page made from it for people, with nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

from armillary.core import codec
from armillary.server.http.pages import Made

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{white-space:nowrap}"
)
LINK = '<link rel="stylesheet" href="/schema/style.css">'


def reference(document: dict[str, Any]) -> dict[str, Made]:
    """What is at the addresses below /schema. It never changes and is long, so it is written once, at the start."""
    return {
        "/schema": Made(".html", _page(document).encode()),
        "/schema/style.css": Made(".css", STYLE.encode()),
        "/schema/openapi.json": Made(".json", codec.encode(document)),
    }


def _page(document: dict[str, Any]) -> str:
    """Every route with a line about it, for people."""
    title = escape(f"{document['info']['title']} {document['info']['version']}")
    rows = "".join(
        _row(method.upper(), path, operation["summary"])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    sockets = "".join(_row("GET", socket["path"], socket["description"]) for socket in document["x-sockets"])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>{LINK}'
        f'<h1>{title}</h1><p>Every type is in <a href="/schema/openapi.json">openapi.json</a>.</p>'
        f"<table>{rows}</table><h2>Sockets</h2><table>{sockets}</table></html>"
    )


def _row(method: str, path: str, what: str) -> str:
    return f"<tr><td><code>{method} {escape(path)}</code><td>{escape(what)}"
