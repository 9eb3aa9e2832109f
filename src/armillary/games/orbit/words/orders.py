"""Plans as text, in one line.

    engines=2 laser=2 vent=1 rotate burn:medium+1 fire:laser@2,3
    engines+1 railgun-3 coast:scoop fire:railgun@2+compensate

Energy is written as targets (`engines=2`; `keep` for none) or as differences (`engines+1`, `railgun-3`). A plan that
names no movement coasts.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from armillary.core.errors import BadNotation
from armillary.core.prose import capitalised, find, listed, player
from armillary.games.orbit.model import (
    Burn,
    Coast,
    Energy,
    Intensity,
    Plan,
    Shot,
    Subsystem,
    View,
    Weapon,
    in_table_order,
)
from armillary.games.orbit.rules.board import differences

MAX_CHARACTERS = 1_000
STILL = "-"
"""No movement at all: the rules refuse it, but a plan without one can be written."""

_NUMBER = r"-?[0-9]{1,9}"
_ENERGY = re.compile(rf"([a-z]+)([=+-])({_NUMBER})")
_VENT = re.compile(rf"vent=({_NUMBER})")
_COAST = re.compile(r"coast(:scoop)?")
_BURN = re.compile(r"burn:([a-z]+)([+-][0-9]{1,9})?")
_FIRE = re.compile(rf"fire:([a-z]+)@({_NUMBER}(?:,{_NUMBER})*)?(\+compensate)?")

FIELDS = {"=": "targets", "+": "allocate", "-": "deallocate"}

ADJUSTED = {-1: " that arrives a sector earlier", 0: "", 1: " that arrives a sector later"}

HELP = """\
A plan is one line: energy, vent, rotate, a movement and shots, in any order. You coast unless you burn.
  engines=2 laser=2        give subsystems this much energy in total (keep: change none)
  engines+1 railgun-3      or say by how much: allocate with +, return with -
  vent=1                   let heat out; returned energy and vented heat share one limit per turn
  rotate                   turn round before moving (needs thrusters)
  coast  coast:scoop       stay on the ring; the scoop gathers reaction mass
  burn:light burn:heavy-1  leave for a ring 1 or 3 further out (in, if you face retrograde; medium: 2)
  burn:light+1             the same, arriving one sector later (-1: earlier)
  fire:laser@2,3           fire at players 2 and 3; railgun and missiles take one target each
  fire:railgun@2+compensate   spend reaction mass to cancel the recoil
Subsystems: engines thrusters scoop laser railgun missiles shields.
For example: engines=2 thrusters=1 shields=2 rotate burn:medium+1"""


def notation() -> str:
    """How plans are typed."""
    return HELP


# -- writing -----------------------------------------------------------------------------------------------


def format_order(order: Plan, view: View) -> str:
    """The plan as one line."""
    words = [f"{name}+{amount}" for name, amount in in_table_order(order.allocate).items()]
    words += [f"{name}-{amount}" for name, amount in in_table_order(order.deallocate).items()]
    if order.targets is not None:
        words += [f"{name}={amount}" for name, amount in in_table_order(order.targets).items()] or ["keep"]
    if order.vent:
        words.append(f"vent={order.vent}")
    if order.rotate:
        words.append("rotate")
    words.append(_movement_word(order.move))
    for shot in order.shots:
        compensate = "+compensate" if shot.compensate else ""
        words.append(f"fire:{shot.weapon}@{','.join(map(str, shot.targets))}{compensate}")
    return " ".join(words)


def tell_order(order: Plan, view: View) -> str:
    """`turn round, make a medium burn, fire the laser at Player 2 and put 2 energy into the shields`."""
    ship = view.ships[(view.seat or view.active) - 1]
    more, less = differences(ship.energy if ship else {}, order)
    parts = ["turn round"] if order.rotate else []
    match order.move:
        case Coast(scoop=scoop):
            parts.append("coast and scoop" if scoop else "coast")
        case Burn(intensity=intensity, adjust=adjust):
            parts.append(f"make a {intensity} burn{ADJUSTED.get(adjust, '')}")
    parts += [_shot_told(shot, view) for shot in order.shots]
    if order.vent:
        parts.append(f"vent {order.vent} heat")
    for verb, way, changes in (("put", "into", more), ("take", "from", less)):
        if named := [f"{amount} {way} the {name}" for name, amount in in_table_order(changes).items() if amount]:
            parts.append(f"{verb} {listed(named).replace(f' {way}', f' energy {way}', 1)}")
    return listed(parts) or "do nothing"


def _shot_told(shot: Shot, view: View) -> str:
    targets = listed([player(target, view) for target in shot.targets])
    return f"fire the {shot.weapon} at {targets}{' without recoil' * shot.compensate}"


def _movement_word(movement: Coast | Burn | None) -> str:
    match movement:
        case Coast(scoop=scoop):
            return "coast:scoop" if scoop else "coast"
        case Burn(intensity=intensity, adjust=adjust):
            return f"burn:{intensity}{adjust:+d}" if adjust else f"burn:{intensity}"
    return STILL


# -- reading -----------------------------------------------------------------------------------------------


def parse_order(text: str, view: View, draft: Plan | None = None) -> Plan:
    """The plan that such a line means, or the draft with the line added to it; raises `BadNotation`."""
    if len(text) > MAX_CHARACTERS:
        raise BadNotation(f"A plan of {len(text)} characters is too long; {MAX_CHARACTERS} is the most.")
    words = text.lower().split()
    if not words:
        raise BadNotation("Nothing is written; a plan looks like 'engines=2 burn:medium' or just 'coast'.")
    parts: dict[str, Any] = {}
    for word in words:
        _read(word, parts)
    return Plan(**{"move": Coast(), **parts}) if draft is None else _added(draft, parts, view)


def _added(draft: Plan, parts: dict[str, Any], view: View) -> Plan:
    """The draft with what a line says; the last word about a subsystem, a weapon or anything else counts."""
    energy: dict[str, Energy] = {field: parts.pop(field) for field in FIELDS.values() if field in parts}
    if energy:
        drafted = _drafted_energy(draft, view, in_targets="targets" in energy)
        named = {name for changes in energy.values() for name in changes}
        for field, changes in drafted.items():
            kept = {name: amount for name, amount in changes.items() if name not in named}
            parts[field] = {**kept, **energy.get(field, {})}
        parts = {"targets": None, **parts}
    if shots := parts.get("shots"):
        fired = {shot.weapon for shot in shots}
        parts["shots"] = (*(shot for shot in draft.shots if shot.weapon not in fired), *shots)
    return msgspec.structs.replace(draft, **parts)


def _drafted_energy(draft: Plan, view: View, *, in_targets: bool) -> dict[str, Energy]:
    """A draft's changes of energy in the form that the next line is written in."""
    ship = view.ships[(view.seat or view.active) - 1]
    now = ship.energy if ship else {}
    more, less = differences(now, draft)
    if not in_targets:
        return {"allocate": more, "deallocate": less}
    targets = {name: now.get(name, 0) + more.get(name, 0) - less.get(name, 0) for name in (*more, *less)}
    return {"allocate": {}, "deallocate": {}, "targets": {**targets, **(draft.targets or {})}}


def _read(word: str, parts: dict[str, Any]) -> None:
    if word == STILL:
        _once(parts, "move", None, "a movement")
    elif word == "keep":
        parts.setdefault("targets", {})
    elif word == "rotate":
        _once(parts, "rotate", True, word)
    elif found := _VENT.fullmatch(word):
        _once(parts, "vent", int(found[1]), "vent")
    elif found := _ENERGY.fullmatch(word):
        subsystem = find(found[1], list(Subsystem), "subsystem")
        _once(parts.setdefault(FIELDS[found[2]], {}), Subsystem(subsystem), int(found[3]), subsystem)
    elif found := _COAST.fullmatch(word):
        _once(parts, "move", Coast(scoop=found[1] is not None), "a movement")
    elif found := _BURN.fullmatch(word):
        intensity = Intensity(find(found[1], list(Intensity), "burn"))
        _once(parts, "move", Burn(intensity, int(found[2] or 0)), "a movement")
    elif found := _FIRE.fullmatch(word):
        weapon = Weapon(find(found[1], list(Weapon), "weapon"))
        targets = tuple(map(int, found[2].split(","))) if found[2] else ()
        parts["shots"] = (*parts.get("shots", ()), Shot(weapon, targets, compensate=found[3] is not None))
    else:
        raise BadNotation(f"{word[:40]!r} is not understood; a plan looks like 'engines=2 burn:medium'.")


def _once(parts: dict[str, Any], name: str, value: object, what: str) -> None:
    if name in parts:
        raise BadNotation(f"{capitalised(what)} appears twice.")
    parts[name] = value
