"""The planning phase in plain text: what a plan would come to, what matters most first."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.prose import listed, player
from armillary.games.orbit.model import Preview, Subsystem, View, Weapon
from armillary.games.orbit.words.sentences import FACINGS, energy_text, place


def forecast(preview: Preview, view: View) -> str:
    """What this plan would come to, one fact per line."""
    return "\n".join([*_shots(preview, view), *_ship(preview, view), _course(preview), *_energy(preview, view)])


def _shots(preview: Preview, view: View) -> Iterator[str]:
    for strike in preview.strikes:
        shields = f", {strike.absorbed} of it into the shields" if strike.absorbed else ""
        left = f"{strike.hull} hull left" if strike.hull else "destroyed"
        yield f"{player(strike.seat, view)} takes {strike.damage} damage{shields}: {left}."


def _ship(preview: Preview, view: View) -> Iterator[str]:
    most = view.setup.config.most_mass
    yield f"After the turn: hull {preview.hull}, heat {preview.heat}, mass {preview.mass} of {most}."
    if preview.heat_damage:
        yield f"Heat does {preview.heat_damage} damage to your hull."
    if preview.heat_made:
        yield f"Overclocking makes {preview.heat_made} heat."
    if preview.heat_taken:
        yield f"The closed ring gives you {preview.heat_taken} heat."


def _course(preview: Preview) -> str:
    arrival = f", and arrive at {place(preview.arrival)} next turn" if preview.arrival else ""
    facing = FACINGS[preview.facing]
    return f"You drift from {place(preview.now)} to {place(preview.after_orbit)}, facing {facing}{arrival}."


def _energy(preview: Preview, view: View) -> Iterator[str]:
    """Whom weapons reach, what has how much energy, and what is left of it."""
    config = view.setup.config
    for weapon in Weapon:
        if targets := listed([player(target, view) for target in preview.in_range[weapon]]):
            power = "" if Subsystem(weapon) in preview.powered else ", if it had power"
            yield f"In range of the {weapon}{power}: {targets}."
    yield f"Energy: {energy_text(preview.energy)}; {preview.reactor} free next turn."
    weak = [name for name, amount in preview.energy.items() if amount and name not in preview.powered]
    if weak:
        yield f"Not enough power: {listed([f'{name} (needs {config.subsystems[name].minimum})' for name in weak])}."
    yield f"{preview.returns_left} of {config.return_limit} returns left this turn, for energy and heat together."
