"""The catalogue: which games there are, how they are set up, and their rules."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from armillary.api.matches import EveryConfig


class PresetInfo(msgspec.Struct, frozen=True):
    """A named way to set a game up."""

    name: str
    about: str


class BotListed(msgspec.Struct, frozen=True):
    """A bot to play against; `strength` is 1 (easy to beat) to 5 (plays perfectly)."""

    name: str
    title: str
    strength: int
    about: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    title: str
    summary: str
    version: int
    seats: tuple[int, int]
    minutes: tuple[int, int]
    hidden: bool
    simultaneous: bool
    turn: Literal["plan", "series"]
    """Is one order the whole turn, or is a turn a series of orders, each of which takes effect at once?"""
    presets: tuple[PresetInfo, ...]
    bots: tuple[BotListed, ...]
    notation: str


class GameDetail(msgspec.Struct, frozen=True):
    """A game with the shape of its config, and its presets at one number of seats."""

    game: GameInfo
    config_schema: dict[str, Any]
    """JSON Schema: every setting with its meaning, its default and its bounds."""
    seats: int
    presets: dict[str, EveryConfig]


class RuleText(msgspec.Struct, frozen=True):
    """A rule, or a whole page of them: as HTML to be shown, and as the Markdown it is made from."""

    html: str
    text: str


class RulePage(RuleText, frozen=True, kw_only=True):
    """All rules of a game; in the HTML the heading of a rule has its id as its `id`."""

    title: str
    ids: tuple[str, ...]
