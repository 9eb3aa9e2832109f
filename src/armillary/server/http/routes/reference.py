"""The API's document for programs, and a plain page made from it for people, with nothing fetched from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec
from litestar import MediaType, Request, get

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "td{padding:.2rem 1rem .2rem 0;vertical-align:top}code{white-space:nowrap}"
)
LINK = '<link rel="stylesheet" href="/schema/style.css">'


@get("/schema/style.css", media_type=MediaType.CSS, include_in_schema=False)
async def style() -> str:
    """How plain pages look: a file of its own, so that no page needs styles in it."""
    return STYLE


@get("/schema/openapi.json", include_in_schema=False)
async def openapi(request: Request[Any, Any, Any]) -> msgspec.Raw:
    """Every route, type and message, for programs; written once, since it is long."""
    found: msgspec.Raw = request.app.state.written_document
    return found


@get("/schema", media_type=MediaType.HTML, include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> str:
    """Every route with a line about it, for people."""
    document = request.app.state.document
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


ROUTES = (style, openapi, page)
