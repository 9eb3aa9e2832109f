"""What one guest may have: matches with bots are counted, and a match has a size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from armillary.core.registry import game, slugs
from armillary.server.limits.matches import Allowance
from armillary.server.settings import Settings
from tests.server.api import Person, Server, is_problem, running

MOST = 3
BOT = {"kind": "bot", "level": "random"}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("narrow"), bot_matches_per_player=MOST, match_size=20_000) as listening:
        yield listening


def _make(who: Person, *seats: dict[str, Any], slug: str = "skirmish", **terms: Any) -> httpx2.Response:
    return who.post(f"/api/{slug}/matches", {"seats": [{"kind": "me"}, *seats], **terms})


def _fill(who: Person) -> list[str]:
    return [_make(who, BOT).json()["match"]["id"] for _ in range(MOST)]


def _is_refused(answer: httpx2.Response) -> bool:
    assert is_problem(answer, 429, "TooMany")
    return bool(answer.json()["detail"] == "You have 3 unfinished matches with bots. Finish one or resign first.")


def test_matches_with_bots_are_counted_while_they_are_played(narrow: Server) -> None:
    guest = narrow.person()
    first, *_ = _fill(guest)
    assert _is_refused(_make(guest, BOT))
    assert _make(guest, {"kind": "open"}).status_code == 201, "people are welcome"
    assert _make(narrow.person(), BOT).status_code == 201
    guest.post(f"/api/matches/{first}/resign")
    assert _make(guest, BOT).status_code == 201


def test_bots_that_come_later_count_as_well(narrow: Server) -> None:
    guest = narrow.person()
    _fill(guest)
    local = {"kind": "local"}
    assert _is_refused(_make(guest, local, absent={"then": "bot", "bot": "random"})), (
        "they would sit down for absent people"
    )
    made = _make(guest, {"kind": "open"}).json()["match"]["id"]
    assert _is_refused(guest.put(f"/api/matches/{made}/seats/2", BOT))
    absent = {"absent": {"then": "bot", "bot": "random"}}
    assert _is_refused(guest.ask("PATCH", f"/api/skirmish/matches/{made}", absent))


def test_a_rematch_says_why_not_and_can_be_asked_for_later(narrow: Server) -> None:
    guest = narrow.person()
    over, *running_ones = _fill(guest)
    guest.post(f"/api/matches/{over}/resign")
    assert _make(guest, BOT).status_code == 201
    assert _is_refused(guest.post(f"/api/matches/{over}/rematch"))
    assert guest.get(f"/api/matches/{over}").json()["rematch"] is None, "nobody waits for a match that was not made"
    guest.post(f"/api/matches/{running_ones[0]}/resign")
    assert guest.post(f"/api/matches/{over}/rematch").status_code == 200


def test_a_match_that_is_too_big_is_refused_clearly(narrow: Server) -> None:
    guest = narrow.person()
    config = {"max_rounds": 1000, "map_size": 26}
    seats = [{"kind": "open"}] * 2
    refused = _make(guest, *seats, slug="territory", config=config)
    assert is_problem(refused, 400, "BadInput")
    assert refused.json()["detail"] == (
        "This match would be too big for this server: its size is 2,178,000, and 20,000 is allowed."
        " Choose a smaller map, fewer players or fewer rounds."
    )
    (told,) = guest.post("/api/territory/check", {"seats": 3, "config": config}).json()["violations"]
    assert (told["code"], told["text"]) == ("too_big", refused.json()["detail"])
    made = _make(guest, *seats, slug="territory").json()["match"]["id"]
    changed = guest.ask("PATCH", f"/api/territory/matches/{made}", {"config": config})
    assert is_problem(changed, 400, "BadInput")


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_is_far_from_too_big(slug: str) -> None:
    played = game(slug)
    most = Settings().match_size
    assert most == Allowance().most_size
    for preset in played.presets.values():
        assert played.service.size(preset(played.seats[1]), played.seats[1]) * 5 < most
