"""Every registered game keeps the contract."""

from __future__ import annotations

import subprocess
import sys

import pytest

from armillary.core.registry import game, slugs, versions
from armillary.testing import check_game
from tests.core.nim import GAME as NIM
from tests.core.nim import Config

SYMMETRIC = {"skirmish"}
"""In the others, homes on a map or the sequence of turns tell the seats apart."""


@pytest.mark.parametrize(("slug", "version"), [(slug, version) for slug in slugs() for version in versions(slug)])
def test_every_registered_version_of_every_game_keeps_the_contract(slug: str, version: int) -> None:
    check_game(game(slug, version), symmetric=slug in SYMMETRIC)


def test_the_suite_takes_a_game_in_turn_that_is_not_registered() -> None:
    check_game(NIM, locator="tests.core.nim:GAME")


def test_a_game_without_a_service_of_its_own_is_estimated_by_its_config() -> None:
    small, large = NIM.service.size(Config(1), 2), NIM.service.size(Config(1000), 2)
    assert 0 < small < large < NIM.service.size(Config(1000), 3)
    assert NIM.service.hours(Config(1)) is None


def test_the_suite_is_imported_without_the_server() -> None:
    loaded = "import sys, armillary.testing; print('sqlalchemy' in sys.modules or 'armillary.server' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
