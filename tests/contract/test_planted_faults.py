"""Tests of the tests: every planted fault is caught, and by the law it breaks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from armillary.core.match import AnyMatch, Match
from armillary.core.table import Table
from armillary.games.skirmish.game import GAME
from armillary.testing import ContractBroken, check_game, play
from tests.contract.faults import FAULTS, FIRST_SEAT_IS_FAVOURED


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, law = FAULTS[fault]
    monkeypatch.setattr(play, "MAX_STEPS", 200)
    with pytest.raises(ContractBroken, match=law):
        check_game(game, seats=(2, 3), locator="tests.contract.faults:HASH_ORDERED")


def test_a_failure_ends_with_the_name_of_its_law() -> None:
    game, _ = FAULTS["fates_left_out"]
    with pytest.raises(ContractBroken, match=r"\n  Law: every_part_of_an_order_learns_its_fate$"):
        check_game(game, seats=(2,))


def test_a_seat_with_an_advantage_is_caught_where_seats_are_alike() -> None:
    check_game(FIRST_SEAT_IS_FAVOURED, seats=(2,), locator="tests.contract.faults:FIRST_SEAT_IS_FAVOURED")
    with pytest.raises(ContractBroken, match=r"exchanging seats exchanges results(.|\n)*Law: seats_are_alike$"):
        check_game(FIRST_SEAT_IS_FAVOURED, symmetric=True, locator="tests.contract.faults:FIRST_SEAT_IS_FAVOURED")


def test_a_table_that_shows_pending_orders_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Match.table

    def leaky(match: AnyMatch, seat: int | None) -> Table[Any, Any]:
        return msgspec.structs.replace(honest(match, seat), pending=list(match.pending.items()))

    monkeypatch.setattr(Match, "table", leaky)
    with pytest.raises(ContractBroken, match="hides the others' pending orders"):
        check_game(GAME, seats=(2,))
