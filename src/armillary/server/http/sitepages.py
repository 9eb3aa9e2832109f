"""The documentation, as `make docs-site` left it: at /docs, from memory like the browser client."""

from __future__ import annotations

from collections.abc import Awaitable
from http import HTTPStatus
from pathlib import Path

from litestar.types import ASGIApp, Receive, Scope, Send

from armillary.server.http.pages import read_files, send_file, wants_page
from armillary.server.http.plain import made_page

SITE = Path(__file__).parents[1] / "site"
"""Where the build goes; not there when the documentation has not been built."""

TOP = "/docs"
API = f"{TOP}/routes/"
MOVED = {"/schema": API, "/schema/": API}
"""Addresses of before there was a site."""

NOT_BUILT = made_page(
    "Documentation",
    "<p>The documentation is not built here. In a checkout, <code>make docs-site</code> builds it; then start the "
    'server again. The routes of the API are in <a href="/schema/openapi.json">openapi.json</a>, for programs.</p>',
)


def with_site(app: ASGIApp, folder: Path) -> ASGIApp:
    """Serve the documentation from this folder; `app` answers everything else."""
    files = read_files(folder, TOP)

    def layer(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        path = scope["path"]
        if scope.get("method") not in ("GET", "HEAD"):
            return app(scope, receive, send)
        if path in MOVED:
            return _redirect(MOVED[path], scope, send)
        if path != TOP and not path.startswith(f"{TOP}/"):
            return app(scope, receive, send)
        if not files:
            return send_file(NOT_BUILT, scope, send, HTTPStatus.NOT_FOUND)
        if found := files.get(f"{path}index.html" if path.endswith("/") else path):
            return send_file(found, scope, send)
        if f"{path}/index.html" in files:
            return _redirect(f"{path}/", scope, send)
        if wants_page(scope) and (lost := files.get(f"{TOP}/404.html")):
            return send_file(lost, scope, send, HTTPStatus.NOT_FOUND)
        return app(scope, receive, send)

    return layer


async def _redirect(to: str, scope: Scope, send: Send) -> None:
    """Links in a page are relative to its folder, so its address ends in a slash."""
    query = scope.get("query_string", b"")
    location = to.encode() + (b"?" + query if query else b"")
    headers = [(b"location", location), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": HTTPStatus.TEMPORARY_REDIRECT, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})
