"""Hypothesis strategies for any game: matches in the middle of play, arbitrary values, texts with mistakes in them.

They need the package's `testing` extra.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.core.values import Path

GARBAGE: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([2**31, -(2**63) - 1, 10**400])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["\ud800", "\x1b[31m", "-", "1", "x" * 300]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=4) | st.integers(-1, 3) | st.sampled_from(["1", "2"]), inner, max_size=3)
    ),
    max_leaves=6,
)
"""What a hostile or broken sender might put anywhere in a tree."""

_MISSING = object()


@st.composite
def matches(
    draw: st.DrawFn, game: AnyGame, configs: st.SearchStrategy[Any] | None = None, most_turns: int = 20
) -> AnyMatch:
    """A match of random orders, anywhere between its opening and its end; smaller means fewer turns."""
    seats = draw(st.integers(*game.seats))
    config = game.presets["standard"](seats) if configs is None else draw(configs)
    match: AnyMatch = Match.begin(game, seats=seats, config=config, seed=seed_from(draw(st.integers(0, 10_000))))
    dice = FastDice(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, most_turns))):
        for seat in match.to_act:
            match = match.submit(seat, game.hints.random_order(match.state, seat, dice))
    return match


@st.composite
def spoilt_trees(draw: st.DrawFn, trees: st.SearchStrategy[Any]) -> Any:
    """A tree of plain values in which one place holds garbage or is missing."""
    tree = draw(trees)
    path = draw(st.sampled_from(_places(tree)))
    return _changed(tree, path, draw(GARBAGE | st.just(_MISSING)) if path else draw(GARBAGE))


@st.composite
def spoilt_texts(draw: st.DrawFn, texts: st.SearchStrategy[str], alphabet: str) -> str:
    """A text with a few characters cut out, put in or exchanged."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        text = text[:start] + draw(st.text(alphabet, max_size=3)) + text[end:]
    return text


def _places(tree: Any, path: Path = ()) -> list[Path]:
    """The paths of all branches and leaves."""
    inside: list[Any] = []
    if isinstance(tree, dict):
        inside = list(tree.items())
    elif isinstance(tree, list):
        inside = list(enumerate(tree))
    return [path, *(place for key, branch in inside for place in _places(branch, (*path, key)))]


def _changed(tree: Any, path: Path, value: Any) -> Any:
    """A copy of the tree with the value at this path, or with nothing there."""
    if not path:
        return value
    kept: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    first, rest = path[0], path[1:]
    if not rest and value is _MISSING:
        del kept[first]
    else:
        kept[first] = _changed(kept[first], rest, value)
    return kept
