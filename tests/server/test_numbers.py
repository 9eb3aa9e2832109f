"""Numbers that are too long for Python itself: refused at the door, in every game, wherever they stand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.errors import BadData
from armillary.core.registry import slugs
from armillary.server.door.input import require_short_numbers
from tests.server.api import PATIENCE, Server, is_problem, meet

HUGE = [digit * count for digit, count in (("9", 101), ("9", 400), ("9", 4_300), ("9", 5_000))]
MARK = "♜"


def _with_huge(tree: Any) -> Iterator[Any]:
    """The tree with a mark at one place after another, and at all at once."""
    if isinstance(tree, dict | list):
        keys = list(tree) if isinstance(tree, dict) else range(min(3, len(tree)))
        for key in keys:
            for inner in _with_huge(tree[key]):
                copy: Any = tree.copy()
                copy[key] = inner
                yield copy
    elif not isinstance(tree, bool):
        yield MARK


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("slug", slugs())
def test_a_huge_number_is_refused_in_orders_drafts_and_configs(server: Server, slug: str, sign: str) -> None:
    match = meet(server, slug)
    (seat, *_) = match.table()["table"]["to_act"]
    before, person = match.table(seat), match.people[seat - 1]
    order = codec.tree(match.some_order(seat, FastDice(1)))
    config = person.get(match.common).json()["config"]
    bodies = [(f"{match.path}/{route}", {"order": each}) for each in _with_huge(order) for route in ("orders", "draft")]
    seats = [{"kind": "me"}, {"kind": "open"}]
    bodies += [(f"/api/{slug}/matches", {"seats": seats, "config": each}) for each in _with_huge(config)]
    bodies += [(f"{match.path}/orders", {"step": MARK})]
    for path, body in bodies[:60]:
        for number in HUGE:
            sent = json.dumps(body, ensure_ascii=False).replace(f'"{MARK}"', sign + number).encode()
            assert is_problem(person.post(path, sent), 400), (path, body)
    assert match.table(seat) == before
    with person.live(match.id) as table:
        table.recv(PATIENCE)
        for number in HUGE:
            for message in (f'{{"type":"order","order":{sign}{number}}}', f'{{"type":"order","step":{sign}{number}}}'):
                table.send(message)
                assert json.loads(table.recv(PATIENCE))["status"] == 400


def test_long_texts_of_digits_are_no_numbers() -> None:
    require_short_numbers(json.dumps({"notation": "9" * 300, "deep": [10**99, -(10**99)]}).encode(), "body")
    require_short_numbers(b"[" * 100_000 + b"9" * 300, "body")
    with pytest.raises(BadData, match="more than 100 digits"):
        require_short_numbers(b'{"deep": [1, {"deeper": 1%s}]}' % (b"0" * 100), "body")
