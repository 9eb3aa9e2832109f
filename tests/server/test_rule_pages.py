"""The rules over HTTP: the page and every rule on it, as text and as HTML that is safe to show."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from armillary.core import rulebook
from armillary.core.registry import game, slugs
from armillary.server.http.rulepages import as_html
from tests.server.api import Server, is_problem

SAFE = {
    *[
        "a",
        "blockquote",
        "code",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "hr",
        "img",
        "li",
        "ol",
        "p",
        "pre",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
        "br",
    ]
}


class Seen(HTMLParser):
    """Every tag and attribute of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: dict[str, list[str]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, []).append(value or "")


@pytest.mark.parametrize("slug", slugs())
def test_the_page_has_every_rule_under_its_id(server: Server, slug: str) -> None:
    page = server.nobody().get(f"/api/games/{slug}/rules").json()
    assert page["text"] == rulebook.rule_page(game(slug))
    assert page["ids"] == list(rulebook.rules_by_id([game(slug)]))
    seen = Seen(page["html"])
    assert set(page["ids"]) <= set(seen.attributes["id"])
    assert set(seen.tags) <= SAFE
    assert set(seen.attributes) <= {"id", "href", "src", "alt", "class", "start"}
    for source in seen.attributes.get("src", ()):
        assert source.startswith("data:image/svg+xml;base64,"), "nothing is fetched from elsewhere"
    for link in seen.attributes.get("href", ()):
        assert re.match(r"https?://|#", link)


def test_a_rule_is_asked_for_by_its_id(server: Server) -> None:
    nobody = server.nobody()
    rule = nobody.get("/api/games/skirmish/rules/SS-6").json()
    assert rule["text"].startswith("### SS-6")
    assert 'id="SS-6"' in rule["html"]
    assert is_problem(nobody.get("/api/games/skirmish/rules/SS-999"), 404, "NotFound")
    assert is_problem(nobody.get("/api/games/skirmish/rules/%2e%2e%2f"), 404)
    assert is_problem(nobody.get("/api/games/nonsense/rules"), 404, "NotFound")


HOSTILE = """# Page

<script>alert(1)</script> <img src=x onerror=alert(1)> <b>bold</b>

[run](javascript:alert(1)) [file](../../etc/passwd) [out](https://example.org/) ![x](../../../secret.svg)
![y](https://example.org/track.svg) ![<b>z</b>](../images/none.svg)

### XX-1 <i>tag</i>
"""


def test_markup_and_links_in_a_page_do_no_harm() -> None:
    html = as_html(HOSTILE, game("skirmish"))
    seen = Seen(html)
    assert set(seen.tags) <= {"h1", "h3", "p", "a"}
    assert seen.attributes == {"href": ["https://example.org/"], "id": ["XX-1"]}
    assert "&lt;script&gt;" in html
