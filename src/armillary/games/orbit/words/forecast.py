"""The planning phase in plain text: what a plan would come to."""

from __future__ import annotations

from armillary.games.orbit.model import Preview, View
from armillary.games.orbit.words.describe import aims_text
from armillary.games.orbit.words.sentences import energy_text, place


def forecast(preview: Preview, view: View) -> str:
    """What this plan would come to, line by line."""
    config = view.setup.config
    course = f"{place(preview.now)} -> {place(preview.after_orbit)}"
    if preview.arrival:
        course += f", arriving next turn at {place(preview.arrival)}"
    lines = [
        f"Energy   {energy_text(preview.energy)}; reactor {preview.reactor} free next turn",
        f"Powered  {', '.join(preview.powered) or 'nothing'}",
        f"Returns  {preview.returns_left} of {config.return_limit} left this turn, for energy and heat together",
        f"Course   {course}, facing {preview.facing}",
        f"Range    {aims_text(preview.in_range, preview.powered)}",
    ]
    for strike in preview.strikes:
        shields = f", shields take {strike.absorbed}" if strike.absorbed else ""
        left = f"hull {strike.hull} left" if strike.hull else "destroyed"
        lines.append(f"Strike   Player {strike.seat}: {strike.damage} damage{shields}, {left}")
    hurts = f"{preview.heat_damage} damage to the hull" if preview.heat_damage else "no damage"
    new = preview.heat_made + preview.heat_taken
    made = f"{new} new, hurting from next turn" if new else "none new"
    closed = f" ({preview.heat_taken} of it from the closed ring)" if preview.heat_taken else ""
    lines.append(f"Heat     {hurts}; {made}{closed}")
    lines.append(f"After    hull {preview.hull}, mass {preview.mass} of {config.most_mass}, heat {preview.heat}")
    return "\n".join(lines)
