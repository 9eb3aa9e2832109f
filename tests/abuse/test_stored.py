"""Nobody fills the disk: not with one guest, and not with many at one address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from armillary.server.limits.places import ADDRESS_FACTOR
from tests.abuse.attacks.stored import heavy_config
from tests.server.api import Person, Server, running

MOST = 0.6
"""Megabytes per hour: two matches with huge configs."""
BYTES = MOST * 2**20


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, stored_megabytes_per_hour=MOST) as listening:
        yield listening


def _disk(folder: Path) -> int:
    """Bytes of the database, and of its log: there, everything stands once more."""
    return sum(file.stat().st_size for file in folder.glob("test.db*"))


def _made_and_called_off(who: Person, times: int = 4) -> int:
    """How many of so many matches with huge configs were made."""
    asked = {"seats": [{"kind": "open"}] * 2, "config": heavy_config()}
    made = [who.post("/api/kepler/matches", asked) for _ in range(times)]
    for answer in made:
        assert answer.status_code in (201, 429), answer.text
        if answer.status_code == 201:
            who.delete(f"/api/matches/{answer.json()['match']['id']}")
    return sum(answer.status_code == 201 for answer in made)


def test_matches_made_and_called_off_stop_growing_the_database(narrow: Server, tmp_path: Path) -> None:
    guest = narrow.person()
    before = _disk(tmp_path)
    assert _made_and_called_off(guest, 20) == 2
    assert _disk(tmp_path) < before + 3 * BYTES
    assert guest.post("/api/skirmish/matches", {"seats": [{"kind": "open"}] * 2}).status_code == 201, "small ones are"


def test_configs_changed_again_and_again_stop_growing_the_database(narrow: Server, tmp_path: Path) -> None:
    guest = narrow.person()
    seats = [{"kind": "open"}] * 2
    match = guest.post("/api/kepler/matches", {"seats": seats}).json()["match"]["id"]
    before = _disk(tmp_path)
    asked = [guest.ask("PATCH", f"/api/kepler/matches/{match}", {"config": heavy_config(n)}) for n in range(20)]
    assert [answer.status_code for answer in asked].count(200) == 2
    assert _disk(tmp_path) < before + 3 * BYTES


def test_many_guests_of_one_address_get_no_further(narrow: Server) -> None:
    made = sum(_made_and_called_off(narrow.person(), 3) for _ in range(2 * ADDRESS_FACTOR))
    assert 2 * ADDRESS_FACTOR <= made <= 3.5 * ADDRESS_FACTOR
    asked = {"seats": [{"kind": "open"}] * 2, "config": heavy_config()}
    elsewhere = narrow.person().post("/api/kepler/matches", asked, x_forwarded_for="203.0.113.9")
    assert elsewhere.status_code == 201, "another address is another's"
