"""Finished matches looked at afterwards, over the API: only then, by whoever may see them, one at a time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from armillary.bots.analysis import analyse_within
from armillary.core import record
from armillary.core.match import AnyMatch
from armillary.core.registry import slugs
from armillary.server.play import past
from tests.bots.test_analysis import played
from tests.server.api import Server, is_problem, meet
from tests.server.halls import processes

MINUS = "\N{MINUS SIGN}"

MISTAKE: dict[str, Any] = {
    "config": {
        "planets": [{"id": "A", "victory_points": 9}, {"id": "B", "victory_points": 1}],
        "fleet_values": [1, 9],
        "shuffle": False,
    }
}
"""With cards 1 and 9 and a planet worth much on top, the 1 is a mistake."""


def test_a_finished_match_is_analysed_with_sentences_and_the_same_for_everybody(server: Server) -> None:
    match = meet(server, **MISTAKE)
    assert is_problem(match.people[0].get(f"{match.common}/analysis"), 409, "Conflict")
    for orders in ((1, 9), (9, 1)):
        for seat, card in enumerate(orders, start=1):
            match.order(seat, {"card": card})
    found = match.people[0].get(f"{match.common}/analysis").json()
    assert [each["step"] for each in found["steps"]] == [0, 1, 2]
    assert [len(each["worth"]) for each in found["steps"]] == [2, 2, 2]
    (missed,) = found["steps"][1]["better"]
    assert (missed["seat"], missed["given"]["order"], missed["better"]["order"]) == (1, {"card": 1}, {"card": 9})
    assert re.fullmatch(
        rf"Player 1 chose to play the 1 \({MINUS}\d+\)\. It was better to play the 9 \(\+\d+\)\.",
        missed["text"],
    )
    assert set(missed["given"]["only"]).isdisjoint(missed["better"]["only"])
    assert missed["better"]["only"]
    assert missed["better"]["preview"] != missed["given"]["preview"]
    assert found["turning_points"][0]["step"] == 1
    marked = server.nobody().get(f"{match.common}/analysis?marks=true").json()
    assert marked["steps"][1]["better"][0]["text"].startswith("⟦1⟧ chose to")
    assert "⟦" in marked["turning_points"][0]["text"]
    assert [each["worth"] for each in marked["steps"]] == [each["worth"] for each in found["steps"]]


def test_a_match_that_is_none_or_has_not_begun_is_refused(server: Server) -> None:
    assert is_problem(server.nobody().get("/api/matches/nothing/analysis"), 404)
    made = server.person().post("/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]}).json()
    assert is_problem(server.nobody().get(f"/api/matches/{made['match']['id']}/analysis"), 404)


@pytest.mark.parametrize("slug", slugs())
async def test_every_game_is_analysed_and_the_same_each_time(
    slug: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "MAX_ORDERS_ANALYSED", 2)
    async with processes(f"sqlite:///{tmp_path}/test.db") as (only,):
        room = await only.match(slug)
        for _ in range(3):
            await only.default(room.row.id, *room.playing.waiting_for)
        for seat in room.playing.seats[1:]:
            await only.moves.resign(room.row.id, seat)
        shown = await only.views.show(room, None)
        found = await only.views.analysis(room, shown)
        assert [each.step for each in found.steps] == list(range(room.playing.step + 1))
        assert found == await only.views.analysis(room, shown)


def test_better_orders_are_looked_for_within_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, looked = record.export(played("skirmish")), list[int]()

    def count(before: AnyMatch, *_: object) -> tuple[()]:
        looked.append(before.step)
        return ()

    monkeypatch.setattr("armillary.bots.analysis._better", count)
    for most, expected in ((0, 0), (1, 0), (2, 1), (5, 2), (1000, len(kept.log))):
        looked.clear()
        analyse_within(kept, most)
        assert len(looked) == expected, "both orders of a turn count"
    monkeypatch.setattr("armillary.bots.analysis.LARGE", 10)
    looked.clear()
    analyse_within(kept, 5)
    assert not looked, "in a large position an order counts for many"
