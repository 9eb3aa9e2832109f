"""Orders in a player's words: places and numbers, as advice and analyses say them."""

from __future__ import annotations

from typing import Any

import pytest

from armillary import Match


@pytest.mark.parametrize(
    ("game", "notation", "words"),
    [
        ("kepler", "2 Vega-Lyra, 1a-Sheliak", "send fleets from Vega (1 to Sheliak, 2 to Lyra)"),
        ("kepler", "hold", "hold"),
        (
            "orbit",
            "engines+1 shields+2 vent=1 rotate burn:light+1",
            (
                "turn round, make a light burn that arrives a sector later, vent 1 heat "
                "and put 1 energy into the engines and 2 into the shields"
            ),
        ),
        (
            "orbit",
            "railgun-3 coast:scoop fire:laser@2",
            "coast and scoop, fire the laser at Player 2 and take 3 energy from the railgun",
        ),
        ("orbit", "coast fire:railgun@2+compensate", "coast and fire the railgun at Player 2 without recoil"),
        ("risky_stars", "end", "end the turn"),
        ("risky_stars", "ally 2", "propose an alliance to Player 2"),
        ("skirmish", "7", "play the 7"),
        ("territory", "say I go north.", 'declare "I go north."'),
        ("territory", "say", "declare nothing"),
        ("territory", "0,0,D,3; 4,1,l,1", "send 3 units down from (0,0) and 1 unit left from (4,1)"),
        ("territory", "stay", "stay"),
    ],
)
def test_an_order_is_told_in_places_and_numbers(game: Any, notation: str, words: str) -> None:
    match = Match.begin(game, seed="told")
    view = match.table(1).view
    order = match.game.words.parse_order(notation, view)
    assert match.game.words.tell_order(order, view).startswith(words)
