"""What a message says when a package is missing: the command that installs it, in a clone and elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import armillary
from armillary.core import extras
from tests.project.tree import ROOT


@pytest.mark.parametrize("extra", ["solve", "ray", "postgresql", "redis"])
def test_in_a_clone_it_is_a_group_that_make_installs(extra: str) -> None:
    group = extras.how_to_install(extra).removeprefix("Run: make install GROUP=").removesuffix(".")
    assert (ROOT / "locks" / f"{group}.txt").is_file()


def test_elsewhere_it_is_an_extra_of_the_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "CLONE", tmp_path)
    wheel = f"armillary-{armillary.__version__}-py3-none-any.whl"
    assert extras.how_to_install("ray").endswith(f": pip install '{wheel}[ray]'.")
