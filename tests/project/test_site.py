"""The documentation site: everything is in it, every link leads somewhere, and it asks no other host for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from armillary.core.registry import game, slugs
from armillary.server.app import create_app
from armillary.server.http.schemas import REF
from armillary.server.settings import Settings
from scripts.site import games as game_pages
from scripts.site.check import faults
from scripts.site.gather import gather
from scripts.site.types import Types, as_json
from tests.project.tree import ROOT, SITE

DOCUMENT: dict[str, Any] = create_app(Settings()).state.document
NAV = set(re.findall(r"(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
ROUTES = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
}


def _built(page: str) -> Path:
    """Where a page of Markdown is on the site."""
    name = re.sub(r"(^|/)(index|README)$", r"\1", page.removesuffix(".md"))
    return SITE / name / "index.html"


def _sections(page: Path) -> Iterator[tuple[str, str]]:
    """The text below each heading with an id."""
    parts = re.split(r'<h[1-4] id="([^"]+)"', page.read_text("utf-8"))
    return zip(parts[1::2], parts[2::2], strict=True)


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def test_the_site_has_no_faults() -> None:
    assert (SITE / "index.html").is_file(), "run `make docs-site`"
    assert faults(SITE) == []


def test_every_page_of_the_menu_is_there_and_every_guide_is_in_the_menu() -> None:
    assert [page for page in NAV if not _built(page).is_file()] == []
    written = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    own = {path.relative_to(ROOT / "site").as_posix() for path in (ROOT / "site").rglob("*.md")}
    assert {page for page in written | own if not page.startswith("decisions/")} - NAV == set()


@pytest.mark.parametrize("slug", slugs())
def test_every_field_of_a_game_is_on_its_page_with_its_meaning(slug: str) -> None:
    sections = dict(_sections(_built(f"games/{slug}.md")))
    types = game_pages.schemas_of(game(slug)).components
    own = {name: schema for name, schema in types.items() if name.startswith(f"{slug}.")}
    assert {f"{slug}.{name}" for name in ("Config", "View", "Preview", "State")} <= set(own)
    for name, schema in own.items():
        section = _text(sections[name])
        for field, told in schema.get("properties", {}).items():
            assert re.search(rf"\b{field}\b", section), f"{name}.{field}"
            meaning = re.sub(r"\s+", " ", told.get("description", "")).replace("`", "")
            assert meaning in section, f"{name}.{field}"


def test_every_route_is_told_with_its_parameters_its_types_and_an_example() -> None:
    sockets = _built("routes/sockets.md")
    pages = set((SITE / "routes").rglob("index.html")) - {sockets}
    sections = {name: section for page in pages for name, section in _sections(page)}
    for name, (method, path, operation) in ROUTES.items():
        section = _text(sections[name])
        assert f"{method} {path}" in section
        assert operation["summary"].replace("`", "") in section
        assert "curl -" in section
        for parameter in operation.get("parameters", ()):
            assert parameter["name"] in section, (name, parameter["name"])
            assert parameter["description"] in section.replace("`", "") or "`" in parameter["description"]
    assert {"order", "draft", "table", "waiting", "news"} <= {name for name, _ in _sections(sockets)}


def test_no_example_is_a_refusal_but_where_nothing_else_is_possible() -> None:
    """In games played in turn an order takes effect at once, so none can be withdrawn."""
    refused = {
        name
        for page in (SITE / "routes").rglob("index.html")
        for name, section in _sections(page)
        if "Not possible in this match" in section
    }
    assert refused == {f"{slug}_withdraw" for slug in slugs() if not game(slug).simultaneous}


def test_rule_pages_are_as_they_stand() -> None:
    for slug in slugs():
        title = (ROOT / "docs" / "rules" / f"{slug}.md").read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert title in _text(_built(f"rules/{slug}.md").read_text("utf-8"))


# -- what fails the build ----------------------------------------------------------------------------------


def _site(folder: Path, body: str) -> Path:
    (folder / "other").mkdir()
    (folder / "other" / "index.html").write_text('<h1 id="here">Other</h1>', "utf-8")
    (folder / "main.css").touch()
    (folder / "index.html").write_text(body, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="nowhere/">', "nowhere/ leads nowhere"),
        ('<a href="other/#there">', "other/#there names an anchor that is not there"),
        ('<a href="#there">', "#there names an anchor that is not there"),
        ('<img src="none.png">', "none.png leads nowhere"),
        ('<img src="//cdn.example/a.png">', "loads //cdn.example/a.png from another host"),
        ('<script src="https://cdn.example/a.js"></script>', "loads https://cdn.example/a.js from another host"),
        ('<link rel="stylesheet" href="https://fonts.example/f">', "loads https://fonts.example/f from another host"),
        ("<script>alert(1)</script>", "`script` is written into the page"),
        ('<p style="color: red">', "`style` is written into the page"),
        ('<p onclick="go()">', "`onclick` is written into the page"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, body: str, fault: str) -> None:
    (found,) = faults(_site(tmp_path, body))
    assert fault in found


def test_what_is_right_is_no_fault(tmp_path: Path) -> None:
    body = (
        '<link rel="stylesheet" href="main.css"><p id="top"><a href="other/#here"><a href="#top"><a href="other/">'
        '<a href="https://example.org/"><script type="application/json">{}</script>'
    )
    assert faults(_site(tmp_path, body)) == []


def _tree(root: Path, link: str) -> None:
    (root / "docs" / "deep").mkdir(parents=True)
    (root / "site").mkdir()
    (root / "examples").mkdir()
    (root / "examples" / "bot.py").write_text("print('a bot')\n", "utf-8")
    (root / "docs" / "deep" / "page.md").write_text(f"See [it]({link}) and [top](../top.md#a).", "utf-8")


def test_a_file_outside_the_documentation_gets_a_page_of_its_own(tmp_path: Path) -> None:
    _tree(tmp_path, "../../examples/bot.py")
    gather(tmp_path, tmp_path / "made")
    page = (tmp_path / "made" / "deep" / "page.md").read_text("utf-8")
    assert page == "See [it](../files/examples/bot-py.md) and [top](../top.md#a)."
    assert "print('a bot')" in (tmp_path / "made" / "files" / "examples" / "bot-py.md").read_text("utf-8")


@pytest.mark.parametrize("link", ["../../examples/none.py", "../../examples", "../../../secret.txt"])
def test_a_link_out_of_the_documentation_to_no_file_fails(tmp_path: Path, link: str) -> None:
    root = tmp_path / "root"
    _tree(root, link)
    (tmp_path / "secret.txt").touch()
    with pytest.raises(FileNotFoundError, match=r"deep/page\.md links to"):
        gather(root, root / "made")


# -- types in plain words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "integer", "minimum": 1, "maximum": 1000}, "whole number from 1 to 1,000"),
        ({"type": "integer", "minimum": -(10**15), "maximum": 10**15}, "whole number"),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, "list of lists of whole numbers"),
        ({"anyOf": [{"type": "null"}, {"type": "string", "maxLength": 9}]}, "text (at most 9 characters) or null"),
        ({"enum": ["a", "b", "c"], "type": "string"}, "`a`, `b` or `c`"),
        ({"type": "object", "additionalProperties": {"$ref": f"{REF}Ship"}}, "mapping from text to [Ship](#Ship)"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "list of 2: whole number, text"),
        ({}, "anything"),
    ],
)  # fmt: skip
def test_a_type_is_told_in_plain_words(schema: dict[str, Any], words: str) -> None:
    assert Types({}, {"Ship": "page.md"}).words(schema, "page.md") == words


def test_a_long_answer_is_shortened_where_it_says_so() -> None:
    shown = as_json({"list": [{"name": "x" * 60}] * 9, "text": "y" * 200})
    assert shown.count("…") == 2
    assert shown.count("x" * 60) == 3
