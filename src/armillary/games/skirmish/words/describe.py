"""The whole table in plain text."""

from __future__ import annotations

from armillary.core.prose import counted, player
from armillary.games.skirmish.model import Planet, PlanetAbility, PlanetAbilityType, View
from armillary.games.skirmish.words.sentences import ending


def describe(view: View) -> str:
    """The battle, what is at stake, every player, and what is still face down."""
    head = f"Battle {view.battle}."
    if view.end_reason is not None:
        head = f"Final position: {ending(view.end_reason, view)}"
    lines = [head]
    stake = ", ".join(_planet(planet) for planet in view.stake) or "nothing"
    total = sum(planet.victory_points for planet in view.stake)
    lines.append(f"At stake: {stake}" + (f" ({total} VP in total)." if len(view.stake) > 1 else "."))
    for seat, (hand, claimed, score) in enumerate(zip(view.hands, view.claimed_planets, view.scores, strict=True), 1):
        ships = " ".join(str(card) for card in sorted(hand)) or "none"
        won = ", ".join(planet.id for planet in claimed) or "nothing yet"
        lines.append(f"{player(seat, view)}: {score} VP. Ships: {ships}. Claimed: {won}.")
    left = sum(planet.victory_points for planet in view.undealt)
    lines.append(f"Face down: {counted(len(view.undealt), 'planet')}, {left} VP.")
    return "\n".join(lines)


def _planet(planet: Planet) -> str:
    details = [f"{planet.victory_points} VP"]
    if planet.planet_class:
        details.append(planet.planet_class.replace("_", " "))
    details += [_ability(ability) for ability in planet.abilities]
    name = planet.id if planet.name is None else f"{planet.name} [{planet.id}]"
    return f"{name} ({'; '.join(details)})"


def _ability(ability: PlanetAbility) -> str:
    params = ability.params
    if ability.type is PlanetAbilityType.CLASS_SET_BONUS:
        kind = str(params.get("class", "?")).replace("_", " ")
        return f"{params.get('bonus', 0)} VP for every {params.get('size', '?')} of class {kind}"
    times = params.get("multiplier", 1)
    return "brings the next planet" if times == 1 else f"brings the next planet at {times} times its VP"
