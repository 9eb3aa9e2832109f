"""Named ways to set up Stellar Skirmish, each for any number of seats."""

from __future__ import annotations

from collections.abc import Mapping

from armillary.core.contract import Preset
from armillary.games.skirmish.model import Config, Planet, PlanetAbility, PlanetAbilityType, PlanetClass


def deck(*points: int) -> tuple[Planet, ...]:
    """Planets worth so many points, called as those of the standard deck are."""
    return tuple(Planet(f"P{n}", worth, f"Planet {n}") for n, worth in enumerate(points, start=1))


def fleet(cards: int) -> tuple[int, ...]:
    """One ship card of every strength up to this one."""
    return tuple(range(1, cards + 1))


GATE = PlanetAbility(PlanetAbilityType.DOUBLE_NEXT_PLANET_NO_COMBAT, {"multiplier": 2})
GUILD = PlanetAbility(PlanetAbilityType.CLASS_SET_BONUS, {"class": PlanetClass.MINING_COLONY, "size": 2, "bonus": 3})

WORLDS = (
    Planet("gate", 1, "Star Gate", PlanetClass.STATION, (GATE,)),
    Planet("harbour", 1, "Free Harbour", PlanetClass.TRADE_POST_COLONY, (GATE,)),
    Planet("guild", 2, "Guild Hall", PlanetClass.INDUSTRIAL_WORLD, (GUILD,)),
    *(Planet(f"mine{n}", 1, f"Mine {n}", PlanetClass.MINING_COLONY) for n in range(1, 5)),
    *(Planet(f"lab{n}", 2, f"Laboratory {n}", PlanetClass.RESEARCH_COLONY) for n in range(1, 4)),
    *(Planet(f"tribe{n}", 1, f"Tribe {n}", PlanetClass.TRIBAL_WORLD) for n in range(1, 3)),
    *(Planet(f"capital{n}", 3, f"Capital {n}", PlanetClass.SPACE_FARING_WORLD) for n in range(1, 4)),
)
"""Fifteen planets, some of which do something for whoever claims them (SS-11, SS-12)."""


PRESETS: Mapping[str, Preset[Config]] = {
    "standard": Preset(lambda seats: Config(), "Fifteen planets of 1 to 3 points, and ships of strength 1 to 15."),
    "quick": Preset(
        lambda seats: Config(deck(1, 1, 1, 2, 2, 2, 3, 3), fleet(8)),
        "Half a match: eight planets, eight ships each.",
    ),
    "worlds": Preset(
        lambda seats: Config(WORLDS),
        "Fifteen planets with classes; gates double the next planet, and the guild pays for mines.",
    ),
    "lesson": Preset(
        lambda seats: Config(deck(1, 1, 2, 2, 3), fleet(5)),
        "A first match: five planets, five ships each, over in five battles.",
    ),
}
