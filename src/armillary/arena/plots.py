"""Plots as SVG, drawn by hand: they stand in a page without anything else. Colours come from the page's classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH = 720
LABELS = 230
"""The most that names beside a plot take."""
LETTER = 8
ROW = 30
TOP = 8
AXIS = 34
HEIGHT = 220
MAX_LETTERS = 28
MAX_COLUMNS = 40
MAX_POINTS = 240
TONES = 8
"""With more bots than colours, some share one. Names are always written beside."""


class Estimate(NamedTuple):
    """A value with the interval it lies in."""

    label: str
    value: float
    low: float
    high: float


def estimates(
    about: str,
    rows: Sequence[Estimate],
    written: Callable[[float], str] = lambda value: str(round(value)),
    fair: float | None = None,
) -> str:
    """One line per row: the value as a dot, its interval as a bar, and what would be fair as a line across."""
    known = [edge for row in rows for edge in (row.low, row.high)] + ([] if fair is None else [fair])
    ticks = _ticks(min(known), max(known))
    left = _room(row.label for row in rows)
    scale = _Scale(ticks[0], ticks[-1], left, WIDTH - 70)
    height = TOP + ROW * len(rows)
    parts = _grid(scale, ticks, height, written)
    if fair is not None:
        parts.append(f'<line class="fair" x1="{scale(fair)}" x2="{scale(fair)}" y1="{TOP}" y2="{height}"/>')
    for at, row in enumerate(rows):
        y = TOP + ROW * at + ROW / 2
        parts += [
            _text(left - 12, y, row.label, "end"),
            f'<line class="reach" x1="{scale(row.low)}" x2="{scale(row.high)}" y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{scale(row.value)}" cy="{y}" r="5"/>',
            _text(WIDTH - 4, y, written(row.value), "end"),
        ]
    return _svg(about, height + AXIS, parts)


def bars(about: str, counts: Mapping[str, int]) -> str:
    """One bar per name, with its number."""
    left = _room(counts)
    scale = _Scale(0, max(counts.values()), left, WIDTH - 70)
    parts = []
    for at, (label, count) in enumerate(counts.items()):
        y = TOP + ROW * at + ROW / 2
        parts += [
            _text(left - 12, y, label, "end"),
            f'<rect class="bar" x="{left}" y="{y - 9}" width="{_round(scale(count) - left)}" height="18" rx="2"/>',
            _text(scale(count) + 8, y, f"{count:,}"),
        ]
    return _svg(about, TOP * 2 + ROW * len(counts), parts)


def columns(about: str, values: Sequence[int], unit: str) -> str:
    """How often each number occurs; where there are many numbers, neighbours stand together."""
    low, high = min(values), max(values)
    width = ceil((high - low + 1) / MAX_COLUMNS)
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1
    ticks = _ticks(0, max(counts), whole=True)
    scale = _Scale(ticks[0], ticks[-1], HEIGHT, TOP)
    step = (WIDTH - 60) / len(counts)
    parts = _levels(scale, ticks, "{:,.0f}".format)
    shown = ceil(len(counts) / 14)
    for at, count in enumerate(counts):
        x = 50 + at * step
        parts.append(
            f'<rect class="bar" x="{_round(x + 1)}" y="{scale(count)}" width="{_round(max(step - 2, 1))}"'
            f' height="{_round(HEIGHT - scale(count))}"/>'
        )
        if at % shown == 0:
            parts.append(_text(x + step / 2, HEIGHT + 16, str(low + at * width), "middle"))
    parts.append(_text(WIDTH / 2, HEIGHT + 36, unit, "middle"))
    return _svg(about, HEIGHT + 46, parts)


def lines(about: str, courses: Mapping[str, Sequence[float]], unit: str, fair: float | None = None) -> str:
    """Shares from 0 to 1 as they went on; each line has its name at its end."""
    most = max(len(course) for course in courses.values())
    end = WIDTH - _room(f"100% {label}" for label in courses)
    across = _Scale(1, max(most, 2), 50, end)
    up = _Scale(0, 1, HEIGHT, TOP)
    parts = _levels(up, [0, 0.25, 0.5, 0.75, 1], "{:.0%}".format, end)
    if fair is not None:
        parts.append(f'<line class="fair" x1="50" x2="{end}" y1="{up(fair)}" y2="{up(fair)}"/>')
    ends = _apart([up(course[-1]) for course in courses.values()])
    for at, (label, course) in enumerate(courses.items()):
        every = ceil(len(course) / MAX_POINTS)
        points = [(number, share) for number, share in enumerate(course, start=1) if number % every == 0]
        points.append((len(course), course[-1]))
        drawn = " ".join(f"{across(number)},{up(share)}" for number, share in points)
        parts += [
            f'<polyline class="line tone-{at % TONES + 1}" points="{drawn}"/>',
            f'<circle class="end tone-{at % TONES + 1}" cx="{across(len(course))}" cy="{up(course[-1])}" r="4"/>',
            _text(end + 12, ends[at], f"{course[-1]:.0%} {label}"),
        ]
    for tick in _ticks(1, max(most, 2), whole=True)[1:]:
        if tick <= most:
            parts.append(_text(across(tick), HEIGHT + 16, f"{tick:,.0f}", "middle"))
    parts.append(_text((end) / 2, HEIGHT + 36, unit, "middle"))
    return _svg(about, HEIGHT + 46, parts)


class _Scale(NamedTuple):
    """From values to places."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return _round(self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start))


def _ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Round numbers from below the least to above the most, about five of them; whole ones for counts."""
    high = high if high > low else low + 1
    rough = max((high - low) / 4, 1 if whole else 0)
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in ((1, 2, 5, 10) if whole else (1, 2, 2.5, 5, 10)) if power * each >= rough)
    return [number * step for number in range(floor(low / step), ceil(high / step) + 1)]


def _apart(places: list[float], least: float = 18) -> list[float]:
    """The same places, moved so far that names do not cover each other."""
    moved = dict[int, float]()
    last = TOP - least / 2
    for at in sorted(range(len(places)), key=places.__getitem__):
        last = moved[at] = max(places[at], last + least)
    return [moved[at] for at in range(len(places))]


def _grid(scale: _Scale, ticks: list[float], height: float, written: Callable[[float], str]) -> list[str]:
    found = []
    for tick in ticks:
        found.append(f'<line class="grid" x1="{scale(tick)}" x2="{scale(tick)}" y1="{TOP}" y2="{height}"/>')
        found.append(_text(scale(tick), height + 18, written(tick), "middle"))
    return found


def _levels(scale: _Scale, ticks: list[float], written: Callable[[float], str], end: float = WIDTH - 10) -> list[str]:
    found = []
    for tick in ticks:
        found.append(f'<line class="grid" x1="50" x2="{end}" y1="{scale(tick)}" y2="{scale(tick)}"/>')
        found.append(_text(44, scale(tick), written(tick), "end"))
    return found


def _room(labels: Iterable[str]) -> float:
    """What these names take beside a plot."""
    return min(LABELS, max(len(label) for label in labels) * LETTER + 20)


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{_round(x)}" y="{_round(y)}" text-anchor="{anchor}">{escape(_short(text))}</text>'


def _short(text: str) -> str:
    return text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 1]}…"


def _round(number: float) -> float:
    return round(number, 1)


def _svg(about: str, height: float, parts: Sequence[str]) -> str:
    start = f'<svg viewBox="0 0 {WIDTH} {_round(height)}" role="img" aria-label="{escape(about)}">'
    return f'<div class="wide" tabindex="0">{start}<title>{escape(about)}</title>{"".join(parts)}</svg></div>'
