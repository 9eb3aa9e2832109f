"""Territory's sentences, above all with texts nobody would want to read."""

from __future__ import annotations

import unicodedata

import pytest

from armillary.core.match import AnyMatch, Match
from armillary.core.seeds import seed_from
from armillary.games.territory import rules
from armillary.games.territory.game import GAME
from armillary.games.territory.model import Declare
from armillary.games.territory.words.sentences import clean
from tests.games.territory.strategies import HOSTILE, declared


@pytest.mark.rule("TR-4")
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_declaration_is_stored_cut_and_shown_harmlessly(text: str) -> None:
    match = declared(text)
    assert match.state.plans[0][0] == text[:200]
    for seat in (None, 1, 2):
        view = GAME.sight.view(match.state, seat)
        for shown in (
            GAME.words.describe(view),
            *(GAME.words.tell(event, view) for event in match.recent[-1].events),
            *(GAME.words.explain(fate, view) for fate in match.recent[-1].fates),
        ):
            assert all(
                unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in shown if char != "\n"
            )
            assert "\nPlayer 2: I surrender" not in shown


@pytest.mark.rule("TR-4")
def test_half_a_character_is_refused() -> None:
    match: AnyMatch = Match.begin(GAME, seats=3, seed=seed_from("words"))
    (fault,) = rules.check(match.state, 1, Declare("\ud83d"))
    assert (fault.code, fault.weight) == ("not_unicode", "refused")


def test_quotes_cannot_be_broken_out_of() -> None:
    assert clean('say "no" \\') == '"say \\"no\\" \\\\"'
    assert clean("a\x1b\u202e") == '"a\\u{1b}\\u{202e}"'
