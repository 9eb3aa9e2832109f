"""What an order would do, in plain text."""

from __future__ import annotations

from armillary.core.prose import counted
from armillary.games.risky_stars.model import Preview, View
from armillary.games.risky_stars.words.sentences import stock_text


def forecast(preview: Preview, view: View) -> str:
    """What changes for the player, and how a fight could go."""
    lines = [
        line
        for line in (
            _change("Stock", *map(stock_text, preview.stock)),
            _change("Income per round", *map(stock_text, preview.income)),
            _change("Regions", *map(str, preview.regions)),
            _change("Units", *map(str, preview.units)),
            _change("Units you can buy", *map(str, preview.affordable)),
        )
        if line
    ]
    if odds := preview.odds:
        at_once, later = (100 * taken // odds.tries for taken in (odds.taken, odds.taken_later))
        lines.append(
            f"{odds.attacking} against {odds.defending}: in {counted(odds.tries, 'trial')} the place falls at once in "
            f"{at_once}%, and by the end of the round in {later}% if nobody else joins in. In the first exchange "
            f"you lose {_spread(odds.attack_lost, odds.tries)}, they lose {_spread(odds.defence_lost, odds.tries)}."
        )
    return "\n".join(lines) or "Your stock, income, regions and units stay as they are."


def _change(what: str, before: str, after: str) -> str:
    return "" if before == after else f"{what}: {before}, then {after}"


def _spread(losses: tuple[tuple[int, int], ...], tries: int) -> str:
    """The median of the losses, and the range they are in nine times out of ten."""
    low, middle, high = (_quantile(losses, tries * part) for part in (5, 50, 95))
    return f"{middle} (mostly {low} to {high})" if low != high else str(middle)


def _quantile(losses: tuple[tuple[int, int], ...], hundredths: int) -> int:
    seen = 0
    for lost, times in losses:
        seen += 100 * times
        if seen >= hundredths:
            return lost
    return losses[-1][0]
