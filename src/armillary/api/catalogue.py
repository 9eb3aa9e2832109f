"""The catalogue: which games there are, how they are set up, and their rules."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from armillary.api.matches import EveryConfig
from armillary.core.contract import TalkKind


class PresetInfo(msgspec.Struct, frozen=True):
    """A named way to set a game up."""

    name: str
    """What requests call it: `standard`."""
    about: str
    """What it is like, as a sentence."""


class BotListed(msgspec.Struct, frozen=True):
    """A bot to play against; `strength` is 1 (easy to beat) to 5 (plays perfectly)."""

    name: str
    """What requests call it: the `level` of a bot's seat."""
    title: str
    """What players call it."""
    strength: int
    """From 1 (easy to beat) to 5 (plays perfectly)."""
    about: str
    """What it is like, as a sentence."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    """What addresses and requests call the game."""
    title: str
    """What players call the game."""
    summary: str
    """What the game is about, as a sentence."""
    version: int
    """The version of the rules that new matches use."""
    seats: tuple[int, int]
    """The fewest and the most seats."""
    minutes: tuple[int, int]
    """How long a match takes, from and to."""
    hidden: bool
    """Is anything secret besides orders that are not revealed yet?"""
    simultaneous: bool
    """Do seats choose at the same time, or in turn?"""
    turn: Literal["plan", "series"]
    """Is one order the whole turn, or is a turn a series of orders, each of which takes effect at once?"""
    talk: TalkKind
    """How its players talk, unless a table agrees on something else: in public, or also in private."""
    presets: tuple[PresetInfo, ...]
    """Named ways to set it up."""
    bots: tuple[BotListed, ...]
    """The bots that play it."""
    notation: str
    """How orders are typed, in Markdown."""


class GameDetail(msgspec.Struct, frozen=True):
    """A game with the shape of its config, and its presets at one number of seats."""

    game: GameInfo
    """The game as the catalogue lists it."""
    config_schema: dict[str, Any]
    """JSON Schema: every setting with its meaning, its default and its bounds."""
    seats: int
    """The number of seats that the presets are for."""
    presets: dict[str, EveryConfig]
    """The config of every preset, by its name."""


class RuleText(msgspec.Struct, frozen=True):
    """A rule, or a whole page of them: as HTML to be shown, and as the Markdown it is made from."""

    html: str
    """The text as HTML, ready to be shown."""
    text: str
    """The text as Markdown."""


class RulePage(RuleText, frozen=True, kw_only=True):
    """All rules of a game; in the HTML the heading of a rule has its id as its `id`."""

    title: str
    """What the page is called."""
    ids: tuple[str, ...]
    """The id of every rule, in the order of the page."""
