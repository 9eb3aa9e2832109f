"""The client's page tells the truth: its examples run as they stand, and it names everything there is."""

from __future__ import annotations

import re

import pytest

from armillary import client
from armillary.client.asking import Verb, Walk
from armillary.client.http import Api
from armillary.client.sockets import AtTable
from tests.project.tree import ROOT
from tests.server.api import Server

PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")


def test_the_examples_run_as_they_stand(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(block.replace("http://127.0.0.1:8400", server.address), names)
    said = capsys.readouterr().out
    for expected in ("winners (", "You do not hold the card 99", "1 ResignationSeen", "(1, 2, 3, 4,"):
        assert expected in said


def test_everything_is_named() -> None:
    verbs = {name for api in (Api, AtTable) for name, each in vars(api).items() if isinstance(each, Verb | Walk)}
    assert {name for name in verbs if f"`{name}`" not in PAGE} == set()
    assert {name for name in client.__all__ if not re.search(rf"\b{name}\b", PAGE)} == set()
