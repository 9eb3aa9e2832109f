"""The whole board in plain text: the rings unrolled, then every ship."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from armillary.core.prose import listed, player
from armillary.core.values import Seat
from armillary.games.orbit.model import Aim, Setup, Ship, Subsystem, View, Weapon
from armillary.games.orbit.rules.ends import end_reason, living
from armillary.games.orbit.words.sentences import ending, energy_text, place

WIDTH = 80
MAP_WIDTH = 72
"""Columns for a whole circle: ring 1's six sectors get twelve each."""

LEGEND = "    Prograde is to the right; the right end meets the left."


def describe(view: View) -> str:
    """The whole board in plain text: the rings unrolled, then every ship."""
    lines = [_heading(view), "", *_map(view), LEGEND, ""]
    for seat, ship in enumerate(view.ships, start=1):
        lines += [f"{player(seat, view)}: destroyed."] if ship is None else _ship_lines(seat, ship, view)
    return "\n".join(lines)


def _heading(view: View) -> str:
    if view.over:
        reason = end_reason(Setup(len(view.ships), view.config), view.round, living(view.ships))
        assert reason is not None
        return f"Final position: {ending(reason, view)}"
    return f"Round {view.round} of {view.config.max_rounds}. {player(view.active, view)} plans."


def _map(view: View) -> list[str]:
    """One line per ring, outermost first."""
    return [f"R{ring:<2} {_ring_line(ring, view)}" for ring in range(len(view.config.rings), 0, -1)]


def _ring_line(ring: int, view: View) -> str:
    sectors = view.config.rings[ring - 1].sectors
    columns = ["."] * MAP_WIDTH
    if sectors * 3 <= MAP_WIDTH:
        for sector in range(sectors):
            columns[_column(sector, sectors)] = "|"
    for seat, ship in enumerate(view.ships, start=1):
        if ship is not None and ship.ring == ring:
            _put(columns, _column(2 * ship.sector + 1, 2 * sectors), str(seat))
    return "".join(columns)


def _column(part: int, parts: int) -> int:
    return part * MAP_WIDTH // parts


def _put(columns: list[str], at: int, mark: str) -> None:
    """Ships that would cover each other stand side by side."""
    while columns[at] not in ".|":
        at = (at + 1) % MAP_WIDTH
    columns[at] = mark


def _ship_lines(seat: Seat, ship: Ship, view: View) -> list[str]:
    bound = f", bound for {place(ship.transfer)}" if ship.transfer else ""
    has = f"hull {ship.hull}, heat {ship.heat}, mass {ship.mass}"
    lines = [
        f"{player(seat, view)}: {place(ship)} {ship.facing}{bound}; {has}",
        f"  energy: {view.reactor[seat - 1]} free; {energy_text(ship.energy)} allocated",
    ]
    if not view.over:
        lines.append(f"  in range when coasting: {aims_text(view.in_range[seat - 1], _powered(ship, view))}")
    return wrapped(lines, "    ")


def _powered(ship: Ship, view: View) -> list[Subsystem]:
    specs = view.config.subsystems
    return [name for name, amount in ship.energy.items() if amount >= specs[name].minimum]


def aims_text(aims: Aim, powered: Iterable[Subsystem]) -> str:
    """Who is in range of what; weapons without power say so."""
    ready = {str(name) for name in powered}
    texts = []
    for weapon in Weapon:
        targets = listed([str(target) for target in aims[weapon]])
        who = f"player{'s' * (len(aims[weapon]) > 1)} {targets}" if targets else "nobody"
        texts.append(f"{weapon}: {who}" + (" if powered" if targets and weapon not in ready else ""))
    return "; ".join(texts)


def wrapped(lines: Iterable[str], indent: str) -> list[str]:
    return [part for line in lines for part in wrap(line, WIDTH, subsequent_indent=indent)]
