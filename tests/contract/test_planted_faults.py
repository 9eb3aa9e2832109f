"""Tests of the tests: every planted fault is caught, and by the law it breaks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from armillary.core.match import AnyMatch, Match, Table
from armillary.games.skirmish.game import GAME
from armillary.testing import ContractBroken, check_game, play
from tests.contract.faults import FAULTS


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, law = FAULTS[fault]
    monkeypatch.setattr(play, "MAX_STEPS", 200)
    with pytest.raises(ContractBroken, match=law):
        check_game(game, seats=(2, 3), locator="tests.contract.faults:HASH_ORDERED")


def test_a_table_that_shows_pending_orders_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.table

    def leaky(match: AnyMatch, seat: int | None) -> Table[Any, Any]:
        return msgspec.structs.replace(honest(match, seat), pending=list(match.pending.items()))

    monkeypatch.setattr(Match, "table", leaky)
    with pytest.raises(ContractBroken, match="hides the others' pending orders"):
        check_game(GAME, seats=(2,))
