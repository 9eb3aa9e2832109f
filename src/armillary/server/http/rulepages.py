"""Rule pages as HTML, made from the Markdown everybody else reads."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from armillary.api.catalogue import RulePage, RuleText
from armillary.core import registry, rulebook
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.server.errors import NotFound


def rule_page(game: AnyGame) -> RulePage:
    """The whole page; raises `NotFound` for a game without one."""
    return _book(game.slug, game.version)[0]


def rule(game: AnyGame, rule_id: str) -> RuleText:
    """One rule by its id; raises `NotFound` where there is none."""
    found = _book(game.slug, game.version)[1].get(rule_id)
    if found is None:
        raise NotFound(f"{game.title} has no rule {rule_id[:40]!r}.")
    return found


@lru_cache
def _book(slug: str, version: int) -> tuple[RulePage, dict[str, RuleText]]:
    """The page of a game, and every rule on it."""
    game = registry.game(slug, version)
    try:
        text, rules = rulebook.rule_page(game), rulebook.rules_by_id([game])
    except BadInput as error:
        raise NotFound(f"{game.title} has no rule page.") from error
    page = RulePage(html=as_html(text, game), text=text, title=game.title, ids=tuple(rules))
    return page, {name: RuleText(as_html(rule, game), rule) for name, rule in rules.items()}


def as_html(text: str, game: AnyGame) -> str:
    """Markdown as HTML. Markup in it is shown as text, links to elsewhere are kept, pictures stand in the page."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and (named := rulebook.RULE_ID.match(tokens[place + 1].content)):
            token.attrs["id"] = named[0]
        if "style" in token.attrs:  # a column's side; no style stands in a page of ours
            token.attrs["class"] = str(token.attrs.pop("style")).rpartition(":")[2]
        for part in token.children or ():
            _anchor(part, game)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def _anchor(part: Token, game: AnyGame) -> None:
    """Links between our own files lead nowhere from here; pictures are put where they are shown."""
    if part.type == "link_open" and not re.match(r"https?://|#", str(part.attrs["href"])):
        part.attrs = {}
    if part.type == "image":
        found = rulebook.picture(game, str(part.attrs["src"]))
        if found is None:
            part.type, part.content, part.children = "text", escape(part.content), None
        else:
            part.attrs["src"] = f"data:image/svg+xml;base64,{b64encode(found).decode()}"
