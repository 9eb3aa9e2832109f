"""What a card could do, in plain text."""

from __future__ import annotations

from armillary.core.prose import counted, player
from armillary.games.skirmish.model import Preview, View


def forecast(preview: Preview, view: View) -> str:
    """What is at stake, and who could beat or tie the card."""
    stake = preview.stake_victory_points
    lines = [f"{stake} VP {'is' if stake == 1 else 'are'} at stake."]
    for seat, (above, equal) in enumerate(zip(preview.beaten_by, preview.tied_by, strict=True), start=1):
        if seat != view.seat:
            cards = counted(len(view.hands[seat - 1]), "card")
            lines.append(f"{player(seat, view)} holds {cards}: {above} higher than yours, {equal} equal to it.")
    lines.append(f"You would keep: {' '.join(str(card) for card in sorted(preview.hand_after)) or 'nothing'}.")
    return "\n".join(lines)
