"""What a card could do, in plain text."""

from __future__ import annotations

from armillary.core.prose import player
from armillary.games.skirmish.model import Preview, View


def forecast(preview: Preview, view: View) -> str:
    """What is at stake, and who could still answer."""
    lines = [f"{preview.stake_victory_points} VP are at stake."]
    for seat, (above, equal) in enumerate(zip(preview.beaten_by, preview.tied_by, strict=True), start=1):
        if seat != view.seat:
            lines.append(f"{player(seat, view)} holds {above} higher and {equal} equal of {len(view.hands[seat - 1])}.")
    lines.append(f"You would keep: {' '.join(str(card) for card in sorted(preview.hand_after)) or 'nothing'}.")
    return "\n".join(lines)
