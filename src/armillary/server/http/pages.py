"""Files served from memory: the browser client as `npm run build` left it, and files made at start-up.

The client's page is at every address of one of its screens. No request reaches the disk, whatever its path says.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Awaitable
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, TypeAlias

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from armillary.server.http.responses import understands

FOLDER = Path(__file__).parents[1] / "web"
"""Where the build goes; not there when the client has not been built."""

PAGE = "/index.html"
SCREENS = re.compile(r"/(?:(?:replay|settings)/?|(?:new|learn|rules|m|join)/[^/.]+/?)?")
"""The addresses of the client's screens, as its `page/route.ts` reads them. What it is about may still not be there."""

HASHED = re.compile(r"/assets/|/docs/assets/.*[.][0-9a-f]{8}[.]min[.](css|js)$")
"""Files whose name says what is in them: another content has another name."""

SIBLINGS = {"br": ".br", "gzip": ".gz"}
"""Codings, the smaller first, and what the name of a file compressed that way ends in."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}

PLAIN = ""
"""The coding of a file that is not compressed."""

Headers: TypeAlias = list[tuple[bytes, bytes]]


class Made(NamedTuple):
    """A file made at start-up; `ending` gives its content type."""

    ending: str
    body: bytes


class Form(NamedTuple):
    """A file in one coding, ready to be sent."""

    body: bytes
    tag: str
    always: Headers
    """Headers that are sent even with a 304."""
    described: Headers


File: TypeAlias = dict[str, Form]
"""Its forms by coding."""


def with_pages(app: ASGIApp, folder: Path, made: dict[str, Made]) -> ASGIApp:
    """Serve the files made at start-up and the client, its page at every screen; `app` answers everything else."""
    files = read_files(folder) | {address: compressed(address, *each) for address, each in made.items()}

    def find(path: str) -> File | None:
        if path.rstrip("/") in made:
            return files[path.rstrip("/")]
        if path in files:
            return files[path]
        return files.get(PAGE) if SCREENS.fullmatch(path) else None

    def layer(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope.get("method") not in ("GET", "HEAD"):
            return app(scope, receive, send)
        if found := find(scope["path"]):
            return send_file(found, scope, send)
        if PAGE in files and wants_page(scope):
            return app(scope, receive, _page_instead(files[PAGE], scope, send))
        return app(scope, receive, send)

    return layer


def wants_page(scope: Scope) -> bool:
    """Does a browser ask for a page to show?"""
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


def _page_instead(page: File, scope: Scope, send: Send) -> Send:
    """A browser gets the client's page, which says that nothing is here; programs get the problem."""
    is_missing = False

    async def answer(message: Message) -> None:
        nonlocal is_missing
        if message["type"] == "http.response.start" and message["status"] == HTTPStatus.NOT_FOUND:
            is_missing = True
            await send_file(page, scope, send, HTTPStatus.NOT_FOUND)
        elif not is_missing:
            await send(message)

    return answer


def read_files(folder: Path, top: str = "") -> dict[str, File]:
    """Every file by its address below `top`; links are left out, since they may lead anywhere."""
    paths = {
        f"{top}/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if _is_ours(path, folder)
    }
    files: dict[str, File] = {}
    for address, path in paths.items():
        if path.suffix in SIBLINGS.values() and address.removesuffix(path.suffix) in paths:
            continue
        forms = {PLAIN: path}
        forms |= {coding: paths[address + end] for coding, end in SIBLINGS.items() if address + end in paths}
        files[address] = {
            coding: _form(address, path.suffix, coding, form.read_bytes()) for coding, form in forms.items()
        }
    return files


def compressed(address: str, ending: str, body: bytes) -> File:
    """A file with its compressed form."""
    forms = {PLAIN: body, "gzip": gzip.compress(body, mtime=0)}
    return {coding: _form(address, ending, coding, each) for coding, each in forms.items()}


def _is_ours(path: Path, folder: Path) -> bool:
    return path.is_file() and path.resolve() == folder.resolve() / path.relative_to(folder)


def _form(address: str, ending: str, coding: str, body: bytes) -> Form:
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    caching = "public, max-age=31536000, immutable" if HASHED.match(address) else "no-cache"
    kind = TYPES.get(ending, "application/octet-stream")
    described = {"content-type": kind, "content-length": str(len(body))}
    if coding:
        described["content-encoding"] = coding
    return Form(
        body, tag, _encoded({"cache-control": caching, "etag": tag, "vary": "accept-encoding"}), _encoded(described)
    )


def _encoded(headers: dict[str, str]) -> Headers:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


async def send_file(file: File, scope: Scope, send: Send, usual: HTTPStatus = HTTPStatus.OK) -> None:
    """Send the smallest form that the client understands, unless it has it."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    accepted = headers.get(b"accept-encoding", "")
    form = file[next((coding for coding in SIBLINGS if coding in file and understands(accepted, coding)), PLAIN)]
    known = {tag.strip().removeprefix("W/") for tag in headers.get(b"if-none-match", "").split(",")}
    has_it = usual is HTTPStatus.OK and not known.isdisjoint({form.tag, "*"})
    status = HTTPStatus.NOT_MODIFIED if has_it else usual
    body = b"" if has_it or scope.get("method") == "HEAD" else form.body
    sent = form.always if has_it else [*form.always, *form.described]
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body, "more_body": False})
