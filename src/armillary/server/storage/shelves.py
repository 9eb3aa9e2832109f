"""Shelves: where lists find other people's matches, whatever their number.

Every match that others may find stands on one shelf, by what can be done with it and by its pace, in the order of its
last change as far as others may know of it. So a page is read off the fronts of a few shelves, and nothing that does
not belong on it is looked at. Both the shelf and the time stand in the match's row, written with every change.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from armillary.api.terms import Correspondence, Live, NoClock, Status
from armillary.server.matches.rows import MatchRow

PaceKind: TypeAlias = Literal["none", "live", "correspondence"]

NOWHERE = ""
"""The shelf of matches that only those find whose they are."""


class Shelf(NamedTuple):
    """What can be done with the matches of a shelf."""

    status: Status
    to_join: bool = False
    to_watch: bool = False


SHELVES = {
    "open": Shelf("open", to_join=True),
    "free": Shelf("playing", to_join=True),
    "both": Shelf("playing", to_join=True, to_watch=True),
    "shown": Shelf("playing", to_watch=True),
    "over": Shelf("over"),
}
PACES: dict[type, PaceKind] = {NoClock: "none", Live: "live", Correspondence: "correspondence"}


def shelf_of(row: MatchRow) -> str:
    """The shelf of a match; of those that are over, only what was played at a table here is shown to others."""
    goes_on, is_private = row.status in ("open", "playing"), row.spectators.policy == "none"
    is_past = row.status == "over" and row.origin == "table" and not is_private
    to_join = goes_on and any(seat.kind == "open" for seat in row.seats)
    to_watch = row.status == "playing" and not is_private
    if not (is_past or to_join or to_watch):
        return NOWHERE
    wanted = Shelf(row.status, to_join, to_watch)
    name = next(name for name, shelf in SHELVES.items() if shelf == wanted)
    return f"{name} {PACES[type(row.pace)]}"


def seen_at(row: MatchRow) -> int:
    """When a match changed last, as far as others may know: of one that they see only later, if at all, when it was
    made."""
    is_late = row.status == "playing" and row.spectators.policy != "public"
    return row.created_at if is_late else row.changed_at


def shelves_for(status: Status | None, pace: PaceKind | None, *, to_join: bool, to_watch: bool) -> list[str]:
    """The shelves of matches like this; what is None or False does not matter."""
    return [
        f"{name} {each}"
        for name, shelf in SHELVES.items()
        if status in (None, shelf.status) and shelf.to_join >= to_join and shelf.to_watch >= to_watch
        for each in PACES.values()
        if pace in (None, each)
    ]


PAST = shelves_for("over", None, to_join=False, to_watch=False)
"""The shelves on which a match has the same place for everybody, also for those who sat there."""
