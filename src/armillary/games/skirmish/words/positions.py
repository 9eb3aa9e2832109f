"""Positions as text: what cases, bug reports and the command line are written in.

    battle 3; deck P7:2 P3:1 | P12:3 P1:1; pot P3; hands 2..15 / 1..5,7; claimed P7 / -

The planets after the bar are still face down. A planet is `id:victory points`, with `="name"` after the id (`=-` for
none; `P7` alone is called Planet 7), `@class` and `!ability{params}` after the points. A claimed planet whose points
were multiplied shows them: `P9:6`. Ids that are not plain words are written as JSON strings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from armillary.core import notation
from armillary.core.errors import BadNotation
from armillary.games.skirmish.model import MAX_CARDS, Planet, Setup, State
from armillary.games.skirmish.rules import end_reason

SECTIONS = ("battle", "deck", "pot", "hands", "claimed")
_STRING = r'"(?:[^"\\]|\\.)*"'
_ID = rf"(?:[A-Za-z0-9_-]+|{_STRING})"
_NUMBER = r"-?[0-9]{1,16}"
_PLANET = re.compile(
    rf"(?P<id>{_ID})(?:=(?P<name>{_STRING}|-))?(?::(?P<points>{_NUMBER}))?"
    rf"(?:@(?P<kind>[a-z_]+))?(?P<abilities>(?:![a-z_]+(?:\{{(?:[^{{}}\"]|{_STRING})*\}})?)*)"
)
_ABILITY = re.compile(rf"!([a-z_]+)(\{{(?:[^{{}}\"]|{_STRING})*\}})?")
_TOKEN = re.compile(rf"\s*((?:[^\s/|\"{{]|{_STRING}|\{{(?:[^{{}}\"]|{_STRING})*\}})+|[/|])\s*")
_PLAIN_ID = re.compile(r"(?!-$)[A-Za-z0-9_-]+")
_NUMBERED = re.compile(r"P([0-9]+)")
_RUN = re.compile(rf"({_NUMBER})(?:\.\.({_NUMBER}))?")


# -- writing -----------------------------------------------------------------------------------------------


def format_state(state: State) -> str:
    """The position as one line."""
    deck, index = state.setup.planet_deck, state.current_planet_index
    printed = {planet.id: planet.victory_points for planet in deck}
    dealt = [_planet_text(planet) for planet in deck[:index]]
    undealt = [_planet_text(planet) for planet in deck[index:]]
    claimed = [[_claimed_text(planet, printed[planet.id]) for planet in planets] for planets in state.claimed_planets]
    return "; ".join(
        (
            f"battle {state.battle}",
            " ".join(("deck", *dealt, "|", *undealt)),
            f"pot {_words([_id_text(planet.id) for planet in state.planet_pot])}",
            f"hands {' / '.join(_hand_text(hand) for hand in state.hands)}",
            f"claimed {' / '.join(_words(planets) for planets in claimed)}",
        )
    )


def _planet_text(planet: Planet) -> str:
    written = "-" if planet.name is None else notation.to_json(planet.name)
    name = "" if planet.name == _usual_name(planet.id) else f"={written}"
    kind = f"@{planet.planet_class}" if planet.planet_class else ""
    abilities = "".join(f"!{a.type}{notation.to_json(a.params) if a.params else ''}" for a in planet.abilities)
    return f"{_id_text(planet.id)}{name}:{planet.victory_points}{kind}{abilities}"


def _claimed_text(planet: Planet, printed: int) -> str:
    points = "" if planet.victory_points == printed else f":{planet.victory_points}"
    return _id_text(planet.id) + points


def _id_text(planet_id: str) -> str:
    return planet_id if _PLAIN_ID.fullmatch(planet_id) else notation.to_json(planet_id)


def _hand_text(hand: Sequence[int]) -> str:
    """Cards in their order, ascending runs of three or more as `first..last`."""
    parts: list[str] = []
    at = 0
    while at < len(hand):
        end = at
        while end + 1 < len(hand) and hand[end + 1] == hand[end] + 1:
            end += 1
        if end - at >= 2:
            parts.append(f"{hand[at]}..{hand[end]}")
        else:
            parts += [str(card) for card in hand[at : end + 1]]
        at = end + 1
    return ",".join(parts) or "-"


def _words(words: Sequence[str]) -> str:
    return " ".join(words) or "-"


def _usual_name(planet_id: str) -> str | None:
    numbered = _NUMBERED.fullmatch(planet_id)
    return f"Planet {numbered[1]}" if numbered else None


# -- reading -----------------------------------------------------------------------------------------------


def parse_state(text: str) -> State:
    """The position that such a line means; raises `BadNotation`."""
    parts = {name: _tokens(section) for name, section in notation.sections(text, SECTIONS, SECTIONS).items()}
    if parts["deck"].count("|") != 1:
        raise BadNotation("The deck needs one bar '|', in front of the planets still to come.")
    index = parts["deck"].index("|")
    deck = tuple(_planet(word) for word in parts["deck"] if word != "|")
    by_id = {planet.id: planet for planet in deck}
    hands = tuple(_hand(words) for words in _by_seat(parts["hands"]))
    claimed = tuple(_claims(words, by_id) for words in _by_seat(parts["claimed"]))
    pot = _claims(parts["pot"], by_id)
    return State(
        setup=Setup(len(hands), deck),
        battle=notation.number(" ".join(parts["battle"]), "the battle"),
        hands=hands,
        current_planet_index=index,
        planet_pot=pot,
        claimed_planets=claimed,
        end_reason=end_reason(hands, bool(pot) or index < len(deck)),
    )


def _tokens(text: str) -> list[str]:
    words, at = [], 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise BadNotation(f"The position is not understood from {text[at : at + 20]!r}.")
        words.append(found[1])
        at = found.end()
    return words


def _by_seat(words: list[str]) -> list[list[str]]:
    seats: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            seats.append([])
        else:
            seats[-1].append(word)
    return seats


def _hand(words: list[str]) -> tuple[int, ...]:
    text = "".join(words)
    if text == "-":
        return ()
    cards: list[int] = []
    for part in text.split(","):
        run = _RUN.fullmatch(part)
        if run is None:
            raise BadNotation(f"A hand is cards and runs like 1..15,20, not {part[:40]!r}.")
        first, last = int(run[1]), int(run[2] or run[1])
        if not first <= last < first + 1000:
            raise BadNotation(f"A run ascends, by less than 1000, not {part[:40]!r}.")
        cards += range(first, last + 1)
        if len(cards) > MAX_CARDS:
            raise BadNotation(f"A hand has at most {MAX_CARDS} cards.")
    return tuple(cards)


def _planet(word: str) -> Planet:
    found = _PLANET.fullmatch(word)
    if found is None or found["points"] is None:
        raise BadNotation(f"A planet is written P7:2, not {word[:40]!r}.")
    planet_id = _unquote(found["id"])
    name = (
        _usual_name(planet_id) if found["name"] is None else None if found["name"] == "-" else _unquote(found["name"])
    )
    plain = {
        "id": planet_id,
        "victory_points": int(found["points"]),
        "name": name,
        "class": found["kind"],
        "abilities": [
            {"type": kind, "params": notation.from_json(params or "{}", Any, "parameters")}
            for kind, params in _ABILITY.findall(found["abilities"])
        ],
    }
    return notation.from_tree(plain, Planet, "planet")


def _claims(words: list[str], by_id: dict[str, Planet]) -> tuple[Planet, ...]:
    return () if words == ["-"] else tuple(_claim(word, by_id) for word in words)


def _claim(word: str, by_id: dict[str, Planet]) -> Planet:
    found = _PLANET.fullmatch(word)
    if found is None or found["name"] or found["kind"] or found["abilities"]:
        raise BadNotation(f"A planet of the deck is written P7 or P7:4, not {word[:40]!r}.")
    planet = by_id.get(_unquote(found["id"]))
    if planet is None:
        raise BadNotation(f"{word[:40]} is not in the deck.")
    if found["points"] is None:
        return planet
    return msgspec.structs.replace(planet, victory_points=int(found["points"]))


def _unquote(text: str) -> str:
    return notation.from_json(text, str, "text") if text.startswith('"') else text
