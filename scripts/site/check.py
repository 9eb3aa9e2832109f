"""What must hold for the built site: links lead somewhere, and nothing is asked of another host."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
RELATIONS = ("stylesheet", "icon", "preload", "modulepreload", "preconnect", "dns-prefetch", "manifest")


class Page(NamedTuple):
    """What matters of a page: its anchors, where it leads, what it loads, and scripts and styles written into it."""

    ids: set[str]
    links: list[str]
    loaded: list[str]
    inline: list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page(set(), [], [], [])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.page.ids.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and given.get("href"):
            self.page.links.append(given["href"])
        if tag == "link" and given.get("rel") in RELATIONS:
            self.page.loaded.append(given["href"])
        if LOADED.get(tag) in given:
            self.page.loaded.append(given[LOADED[tag]])
        self.page.inline.extend(name for name in given if name == "style" or name.startswith("on"))
        is_code = tag == "script" and "src" not in given and given.get("type", "") != "application/json"
        self.page.inline.extend([tag] if is_code or tag == "style" else [])


def read(html: str) -> Page:
    """A page of the site."""
    reader = _Reader()
    reader.feed(html)
    return reader.page


def faults(site: Path) -> list[str]:
    """Everything that is wrong with the built site, a line each."""
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pages = {name: read((site / name).read_text("utf-8")) for name in sorted(names) if name.endswith(".html")}
    return [fault for name in pages for fault in _page_faults(name, pages, names)]


def _page_faults(name: str, pages: dict[str, Page], names: set[str]) -> Iterator[str]:
    page = pages[name]
    for inline in page.inline:
        yield f"{name}: `{inline}` is written into the page, and the server's policy blocks it"
    for link in page.loaded:
        if urlsplit(link).scheme not in ("", "data") or urlsplit(link).netloc:
            yield f"{name}: loads {link} from another host"
    if name == "404.html":  # it is shown at any address, so its links begin at the top
        return
    for link in [*page.links, *page.loaded]:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = _file(name, unquote(parts.path))
        if target not in names:
            yield f"{name}: {link} leads nowhere"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].ids:
            yield f"{name}: {link} names an anchor that is not there"


def _file(page: str, path: str) -> str:
    """The file that a link on a page leads to."""
    if not path:
        return page
    target = normpath(join(page.rpartition("/")[0], path))
    return normpath(join(target, "index.html")) if path.endswith(("/", ".")) else target
