"""The table of limits for operators says what the code does: settings, numbers, statuses and codes."""

from __future__ import annotations

import re

import pytest

from armillary.api.problems import Problem
from armillary.core.errors import BadData, BadRecord
from armillary.core.values import MAX_DIGITS
from armillary.server.door.problems import STATUS, status_of
from armillary.server.http import protocol
from armillary.server.http.responses import CODES
from armillary.server.http.routes.rematch import RECORD_BYTES
from armillary.server.limits import connections
from armillary.server.limits.limits import MAX_LISTS_AT_ONCE, MAX_RENAMES_PER_HOUR
from armillary.server.live.wire import MAX_REFUSALS_IN_A_ROW
from armillary.server.matches.uploads import MAX_POSITIONS_BYTES, MAX_RECORD_STEPS
from armillary.server.people.tokens import MAX_TOKENS_PER_PLAYER
from armillary.server.settings import PREFIX, Settings
from armillary.server.work.pool import ANALYSIS, DRAFT, KINDS, PAST, UPLOAD
from tests.project.tree import ROOT

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.partition("## Limits")[2].partition("\n## ")[0].splitlines()
    if line.startswith("| ")
][1:]


def test_the_page_begins_with_the_five_settings_one_touches() -> None:
    first = re.findall(r"^\| `ARMILLARY_(\w+)`", PAGE.partition("\n## ")[0], re.MULTILINE)
    assert len(first) == 5
    assert {name.lower() for name in first} <= set(Settings.__struct_fields__)


NUMBERS = [
    ("requests waiting on a connection", "connection", (protocol.MAX_REQUESTS_WAITING,)),
    ("address of a request", "request", (protocol.MAX_LINE_BYTES,)),
    ("headers", "request", (protocol.MAX_HEADERS, protocol.MAX_LINE_BYTES, protocol.MAX_HEAD_BYTES)),
    ("body", "request", (RECORD_BYTES,)),
    ("message on a socket", "message", (protocol.MAX_FRAMES_PER_MESSAGE,)),
    ("digits of a number", "request, message", (MAX_DIGITS,)),
    ("refused messages in a row", "socket", (MAX_REFUSALS_IN_A_ROW,)),
    ("frames", "socket", (protocol.FEWEST_FRAMES,)),
    ("renames", "identity", (MAX_RENAMES_PER_HOUR,)),
    ("tokens", "identity", (MAX_TOKENS_PER_PLAYER,)),
    ("lists read at the same time", "address", (MAX_LISTS_AT_ONCE,)),
    ("an uploaded record", "record", (MAX_RECORD_STEPS, MAX_POSITIONS_BYTES)),
    ("workers", "process", (len(KINDS),)),
    ("time for work in a worker", "piece of work", (DRAFT.seconds, PAST.seconds, ANALYSIS.seconds)),
    ("work that waits or is done, by kind", "identity, or address without one", (PAST.per_account, UPLOAD.per_account)),
    ("work that waits or is done, by kind", "process", (PAST.waiting, UPLOAD.waiting)),
]


STATUSES = {
    **{error.__name__: status for error, status in STATUS},
    **{type(error).__name__: status_of(error) for error in (BadData(""), BadRecord(""))},
    **{
        each.code: each.status
        for part in (protocol, connections)
        for each in vars(part).values()
        if isinstance(each, Problem)
    },
    **{code: status for status, code in CODES.items()},
}


def test_every_setting_it_names_is_there() -> None:
    named = set(re.findall(rf"{PREFIX}([A-Z_]+)\b", PAGE))
    assert named >= {"CONNECTIONS", "WORKER_PROCESSES"}
    assert named == {name.upper() for name in Settings.__struct_fields__}


@pytest.mark.parametrize(("what", "counted_by", "numbers"), NUMBERS)
def test_fixed_limits_are_told_as_they_are(what: str, counted_by: str, numbers: tuple[float, ...]) -> None:
    (limit,) = (row[2] for row in ROWS if row[:2] == [what, counted_by])
    told = re.findall(r"[\d,]*\d", limit)
    assert [number for number in numbers if f"{number:,.0f}" not in told] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[:2]))
def test_what_happens_at_a_limit_is_told_as_it_is(row: list[str]) -> None:
    assert len(row) == 5
    for status, code in re.findall(r"`(\d{3})` `(\w+)`", row[4]):
        assert STATUSES[code] == int(status)
