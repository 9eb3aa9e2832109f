"""The table in plain text: at a glance, as a whole, or one player or planet of it."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from armillary.core.layout import FIRM, aligned, filled
from armillary.core.prose import badge, capitalised, counted, find, listed, player
from armillary.core.values import Seat
from armillary.games.skirmish.model import Planet, PlanetAbility, PlanetAbilityType, View
from armillary.games.skirmish.words.labels import by_name, title, titles
from armillary.games.skirmish.words.sentences import ending


def ask(view: View) -> str:
    """What the seat is to do now, and what wins."""
    if view.end_reason is not None:
        return "The match is over."
    who = "Everybody plays" if view.seat is None else "Play"
    return f"{who} one card; the highest takes {_prize(view)}. Most VP wins."


def _prize(view: View) -> str:
    if not view.stake:
        return "nothing, for the deck is empty"
    stake = _printed(view.stake, view)
    worth = f"{_worth(stake)} VP"
    if len(stake) == 1:
        return f"{stake[0].name}, {worth}" if stake[0].name else title(stake[0])
    return f"the pot: {counted(len(view.stake), 'planet')}, {worth}"


def _printed(planet_ids: tuple[str, ...], view: View) -> tuple[Planet, ...]:
    known = view.planets
    return tuple(known[planet_id] for planet_id in planet_ids)


def _worth(planets: tuple[Planet, ...]) -> int:
    return sum(planet.victory_points for planet in planets)


# -- at a glance -------------------------------------------------------------------------------------------


def overview(view: View, width: int) -> str:
    """What is at stake, everybody's points and ships, the reader's first, and what is still face down."""
    own = [] if view.seat is None else [view.seat]
    seats = [*own, *(seat for seat in range(1, len(view.hands) + 1) if seat != view.seat)]
    worths = sorted(Counter(planet.victory_points for planet in _printed(view.undealt, view)).items(), reverse=True)
    left = listed([f"{number} of {points} VP" for points, number in worths]) or "no planets"
    head = _heading(view) if view.end_reason is not None else f"{_heading(view)} {_stake(view)}"
    rows = [_row(seat, view) for seat in seats]
    players = [line.replace(FIRM, " ") for line in aligned(rows, "<" * len(rows[0]), gap=2)]
    if max(map(len, players)) > width:
        players = [line for row in rows for line in _below_each_other(row, width)]
    return "\n".join([*filled(head, width, hang=0), "", *players, "", *filled(f"Face down: {left}.", width)])


def _row(seat: Seat, view: View) -> tuple[str, ...]:
    ships = " ".join(map(str, sorted(view.hands[seat - 1]))) or "none"
    claimed = ", ".join(_claimed(seat, view)) or "nothing"
    return f"{badge(seat)} {player(seat, view)}", f"{view.scores[seat - 1]} VP", f"ships {ships}", f"claimed {claimed}"


def _claimed(seat: Seat, view: View) -> list[str]:
    """The planets of a seat; each name stays on one line."""
    ids = tuple(planet.id for planet in view.claimed_planets[seat - 1])
    return [name.replace(" ", FIRM) for name in titles(ids, view)]


def _below_each_other(row: tuple[str, ...], width: int) -> list[str]:
    """A player's name and points, then ships and planets in lines of their own."""
    name, points, *belongings = row
    return [f"{name}  {points}", *(line for each in belongings for line in filled(each, width, indent=2))]


# -- in full -----------------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Players, and planets by their names, or by their ids where names do not tell them apart."""
    players = [f"Player {seat}" for seat in range(1, len(view.hands) + 1)]
    return tuple(dict.fromkeys((*players, *by_name(view))))


def _planets(view: View) -> dict[str, Planet]:
    """Every planet of the deck by its id; claimed ones as they are worth now."""
    known = view.planets
    for claim in (claim for claimed in view.claimed_planets for claim in claimed):
        known[claim.id] = replace(known[claim.id], victory_points=claim.victory_points)
    return known


def describe(view: View, part: str | None = None) -> str:
    """The battle, what is at stake, every player, and what is still face down; or one player or planet."""
    if part is None:
        everybody = [_player_line(seat, view) for seat in range(1, len(view.hands) + 1)]
        left = f"Face down: {counted(len(view.undealt), 'planet')}, {_worth(_printed(view.undealt, view))} VP."
        return "\n".join([_heading(view), _stake(view), *everybody, left])
    planets = _planets(view)
    ids = {**{planet_id: planet_id for planet_id in planets}, **by_name(view)}
    name = find(part, tuple(dict.fromkeys((*names(view), *planets))), "player or planet")
    if name in (f"Player {seat}" for seat in range(1, len(view.hands) + 1)):
        seat = int(name.removeprefix("Player "))
        claims = view.claimed_planets[seat - 1]
        return "\n".join([_player_line(seat, view), *(f"  {_planet(planets[claim.id])}" for claim in claims)])
    return f"{capitalised(_planet(planets[ids[name]]))}: {_place(ids[name], view)}."


def _place(planet_id: str, view: View) -> str:
    """Where a planet is."""
    if planet_id in view.stake:
        return "at stake now"
    for seat, claimed in enumerate(view.claimed_planets, start=1):
        if any(claim.id == planet_id for claim in claimed):
            return f"claimed by {player(seat, view)}"
    return "still face down"


def _heading(view: View) -> str:
    if view.end_reason is not None:
        return f"Final position: {ending(view.end_reason, view)}"
    return f"Battle {view.battle}."


def _stake(view: View) -> str:
    planets = _printed(view.stake, view)
    stake = ", ".join(map(_planet, planets)) or "nothing"
    return f"At stake: {stake}" + (f" ({_worth(planets)} VP in total)." if len(planets) > 1 else ".")


def _player_line(seat: Seat, view: View) -> str:
    ships = " ".join(str(card) for card in sorted(view.hands[seat - 1])) or "none"
    won = ", ".join(titles(tuple(planet.id for planet in view.claimed_planets[seat - 1]), view)) or "nothing yet"
    return f"{player(seat, view)}: {view.scores[seat - 1]} VP. Ships: {ships}. Claimed: {won}."


def _planet(planet: Planet) -> str:
    details = [f"{planet.victory_points} VP"] if planet.name else []
    if planet.planet_class:
        details.append(planet.planet_class.replace("_", " "))
    details += [_ability(ability) for ability in planet.abilities]
    return f"{title(planet)} ({'; '.join(details)})" if details else title(planet)


def _ability(ability: PlanetAbility) -> str:
    params = ability.params
    if ability.type is PlanetAbilityType.CLASS_SET_BONUS:
        kind = str(params.get("class", "?")).replace("_", " ")
        return f"{params.get('bonus', 0)} VP for every {params.get('size', '?')} of class {kind}"
    times = params.get("multiplier", 1)
    return "brings the next planet" if times == 1 else f"brings the next planet at {times} times its VP"
