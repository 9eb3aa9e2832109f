"""Before the first order: matches are made, seats are taken and left, and the match begins or is called off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import Absent, NoClock, Pace, SeatPlan, Spectators
from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.values import Seat
from armillary.server.errors import Conflict, NotAllowed
from armillary.server.limits.matches import Allowance
from armillary.server.limits.storage import Quota
from armillary.server.matches import giving_up, journal, plans
from armillary.server.matches.change import Change, Input, Standing, called_off, change_to, with_seats
from armillary.server.matches.naming import name_at, told_apart_at
from armillary.server.matches.rows import MatchRow, SeatRow
from armillary.server.people.guests import digest, new_id
from armillary.server.play.hall import Hall
from armillary.server.play.room import Room
from armillary.server.play.trials import Trying
from armillary.server.storage.counts import patiently


class Made(msgspec.Struct, frozen=True):
    """A new match, and the secrets of its invitations, shown this once."""

    row: MatchRow
    invites: dict[str, str]


class Lobby:
    """Making, joining, leaving, starting and calling off matches."""

    def __init__(self, hall: Hall, allowance: Allowance, quota: Quota, trying: Trying) -> None:
        self._hall = hall
        self._allowance = allowance
        self._quota = quota
        self._trying = trying

    async def make(
        self,
        game: AnyGame,
        player: Player,
        seats: Sequence[SeatPlan],
        config: Any = None,
        preset: str = "standard",
        pace: Pace | None = None,
        spectators: Spectators | None = None,
        autostart: bool = True,
        absent: Absent | None = None,
    ) -> Made:
        """A new match; it begins at once when nobody is missing."""
        plans.check_seats(game, seats)
        self._quota.expect(len(codec.encode(config)))  # before it is tried, which may take long
        config = await self._trying.config(game, len(seats), config, preset)
        spectators, absent = spectators or Spectators(), absent or Absent()
        plans.check_policies(game, spectators, absent)
        rows = [plans.seat_row(plan, seat, player) for seat, plan in enumerate(seats, start=1)]
        now = self._hall.clock.now()
        row = MatchRow(
            id=new_id(),
            game=game.slug,
            rules_version=game.version,
            config=codec.encode(config).decode(),
            seed=seeds.new_seed(),
            pace=plans.pace_from(pace or NoClock(), game, config),
            spectators=spectators,
            autostart=autostart,
            created_by=player.id,
            created_at=now,
            status="open",
            seats=told_apart_at(game, [seat for seat, _ in rows]),
            deadline=None,
            outcome=None,
            changed_at=now,
            seq=0,
            absent=absent,
        )
        invites = {str(seat): secret for seat, (_, secret) in enumerate(rows, start=1) if secret is not None}
        return Made(await self.open_table(row, player), invites)

    async def open_table(self, row: MatchRow, player: Player) -> MatchRow:
        """Make a new match durable, and begin it when nobody is missing; raises where its maker may have no more."""
        self._allowance.expect_row(row)
        begins = row.autostart and is_full(row)
        most = self._allowance.for_new(row, begins)
        with self._quota.bill() as bill:
            bill.owe(self._allowance.bytes_of(row))
            (await patiently(lambda: self._hall.store.create(row, most))).expect_below(most)
        if begins:
            return (await self.start(row.id, player)).row
        await self._hall.announce(row.id)
        return row

    async def expect_allowed(self, row: MatchRow) -> None:
        """Raise what `open_table` would, before anything is changed for the new match."""
        self._allowance.expect_row(row)
        most = self._allowance.for_new(row, row.autostart and is_full(row))
        (await self._hall.store.count_matches(row.created_by)).expect_below(most)
        self._quota.expect(self._allowance.bytes_of(row))

    async def join(self, match_id: str, player: Player, seat: Seat | None = None, invite: str | None = None) -> Room:
        """Take an open seat, or the one that an invitation is for; once the match is played, one that was given up."""

        def planner(on: Standing) -> Change:
            begun = on.row.status == "playing"
            if not (begun and any(each.is_empty for each in on.row.seats)):
                expect_open(on.row)
            if on.sits(player.id):
                raise Conflict("You already sit at this table.")
            place = _free_seat(on, player, seat, invite)
            name = name_at(journal.game_of(on.row), on.row.seats, place, player.name)
            taken = SeatRow("person", name, player=player.id, invite=on.row.seats[place - 1].invite)
            claim, now = self._allowance.to_join(on.row, player.id), self._hall.clock.now()
            if begun:
                return giving_up.take_over(on, place, taken, now).claiming(claim)
            body = codec.encode((name, player.id)).decode()
            return seated(on, {place: taken}, now, ("join", place, body, None)).claiming(claim)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def leave(self, match_id: str, player: Player, named: Seat | None = None) -> Room:
        """Give a seat back before the start, or decline one: to whoever was invited to it, or to anybody."""

        def planner(on: Standing) -> Change:
            expect_open(on.row, "The match has begun. You can resign instead.")
            kept = on.kept_for(player.id)
            place = kept if kept is not None and named in (None, kept) else on.own_seat(player.id, named)
            row = with_seats(on.row, {place: plans.left(on.row.seats[place - 1])})
            return change_to(on, self._hall.clock.now(), ("leave", place, "null", None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def start(self, match_id: str, player: Player) -> Room:
        """Begin, once all seats are taken; only the maker of the match may."""

        def planner(on: Standing) -> Change:
            if on.row.created_by != player.id:
                raise NotAllowed("Only the player who made the match can start it.")
            expect_open(on.row)
            if not is_full(on.row):
                raise Conflict("Not all seats are taken yet.")
            return _begin(on, on.row, self._hall.clock.now())

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def cancel(self, match_id: str, player: Player) -> Room:
        """Call a match off before its start; only its maker may, and doing so again changes nothing."""

        def planner(on: Standing) -> Change | None:
            if on.row.created_by != player.id:
                raise NotAllowed("Only the player who made the match can call it off.")
            if on.row.status == "cancelled":
                return None
            expect_open(on.row, "The match has begun. You can resign instead.")
            return change_to(on, self._hall.clock.now(), ("cancel", 0, "null", None), row=called_off(on.row))

        room, change = await self._hall.change(match_id, planner)
        if change is not None:
            self._quota.give_back(self._allowance.bytes_to_come(room.row))
        return room


def expect_open(row: MatchRow, begun: str = "The match has begun.") -> None:
    """Raise `Conflict` unless the match waits for its start."""
    if row.status != "open":
        raise Conflict("The match was called off." if row.status == "cancelled" else begun)


def is_full(row: MatchRow) -> bool:
    """Does somebody sit on every seat?"""
    return all(seat.is_taken for seat in row.seats)


def seated(on: Standing, seats: dict[Seat, SeatRow], now: int, *inputs: Input) -> Change:
    """The change that fills these seats; a match that starts by itself begins with the last one."""
    row = with_seats(on.row, seats)
    if row.autostart and is_full(row):
        return _begin(on, row, now, *inputs)
    return change_to(on, now, *inputs, row=row)


def _begin(on: Standing, row: MatchRow, now: int, *before: Input) -> Change:
    row = replace(row, status="playing", players=row.names)
    names = codec.encode(row.names).decode()
    return change_to(on, now, *before, ("start", 0, names, None), match=journal.begin(row), row=row)


def _free_seat(on: Standing, player: Player, seat: Seat | None, invite: str | None) -> Seat:
    """The seat invited to, or the one asked for; else the one kept for the player, or the first open one."""
    seats = list(enumerate(on.row.seats, start=1))
    if invite is not None:
        wanted = [n for n, each in seats if each.kind == "invite" and each.invite == digest(invite)]
    else:
        free = (on.kept_for(player.id), *(n for n, each in seats if each.kind == "open"))
        wanted = [n for n in free if n is not None and seat in (None, n)]
    if not wanted:
        raise Conflict(
            "This invitation has been used, or is not for this match." if invite else "No such seat is open."
        )
    return wanted[0]
