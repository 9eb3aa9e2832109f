"""What the maker of a match may change before its start: its seats and its terms. And what an invitation is for."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import Absent, Pace, SeatPlan, Spectators
from armillary.core import codec
from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.server.errors import Conflict, NotAllowed, NotFound
from armillary.server.limits.matches import Allowance
from armillary.server.limits.storage import Quota
from armillary.server.matches import plans
from armillary.server.matches.change import Change, Standing, change_to, with_seats
from armillary.server.matches.journal import game_of
from armillary.server.matches.naming import name_at
from armillary.server.matches.plans import terms_of
from armillary.server.matches.rows import MatchRow
from armillary.server.people.guests import Guests, digest
from armillary.server.play.hall import Hall
from armillary.server.play.lobby import Made, expect_open, seated
from armillary.server.play.room import Room
from armillary.server.play.trials import Trying


class Invited(msgspec.Struct, frozen=True):
    """What an invitation is for, and who sent it."""

    row: MatchRow
    seat: Seat
    by: str


class Hosting:
    """Setting a table anew until the match begins."""

    def __init__(self, hall: Hall, guests: Guests, allowance: Allowance, quota: Quota, trying: Trying) -> None:
        self._hall = hall
        self._allowance = allowance
        self._guests = guests
        self._quota = quota
        self._trying = trying

    async def set_seat(self, match_id: str, player: Player, seat: Seat, plan: SeatPlan) -> Made:
        """Fill a seat in another way, whoever sits there: an invitation is renewed, revoked, or made."""
        fresh, secret = plans.seat_row(plan, seat, player)

        def planner(on: Standing) -> Change | None:
            _expect_host(on, player)
            plans.check_plan(game_of(on.row), plan)
            _expect_seat(on.row, seat)
            others = (each for n, each in enumerate(on.row.seats, start=1) if n != seat and each.kind == "person")
            if plan.kind == "me" and any(each.player == player.id for each in others):
                raise Conflict("You already have a seat. Swap the two seats instead.")
            named = fresh
            if fresh.is_held:
                named = replace(fresh, name=name_at(game_of(on.row), on.row.seats, seat, fresh.name))
            if named == on.row.seats[seat - 1]:
                return None
            made = seated(on, {seat: named}, self._now(), ("seat", seat, codec.encode(named).decode(), None))
            return made.claiming(self._allowance.to_change(on.row, made.append.row))

        room, _ = await self._hall.change(match_id, planner)
        return Made(room.row, {} if secret is None else {str(seat): secret})

    async def swap(self, match_id: str, player: Player, first: Seat, second: Seat) -> Room:
        """Let two seats change places, with whoever sits there."""

        def planner(on: Standing) -> Change | None:
            _expect_host(on, player)
            for seat in (first, second):
                _expect_seat(on.row, seat)
            if first == second:
                return None
            moved = {first: on.row.seats[second - 1], second: on.row.seats[first - 1]}
            bodies = {seat: codec.encode(row).decode() for seat, row in moved.items()}
            row = with_seats(on.row, moved)
            now = self._now()
            return change_to(on, now, *(("seat", seat, body, None) for seat, body in bodies.items()), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def set_terms(
        self,
        match_id: str,
        player: Player,
        version: int,
        config: Any = None,
        preset: str | None = None,
        pace: Pace | None = None,
        spectators: Spectators | None = None,
        autostart: bool | None = None,
        absent: Absent | None = None,
    ) -> Room:
        """Change what is given and leave the rest; a config is of this version of the rules. Never begins a match."""

        spared = 0

        def planner(on: Standing) -> Change | None:
            nonlocal spared
            spared = 0
            _expect_host(on, player)
            game, row = game_of(on.row), on.row
            if config is not None and version != game.version:
                raise BadInput(f"this match is played by version {game.version} of the rules; the config is not")
            played: Any = codec.decode(row.config, game.config) if tried is None else tried
            row = replace(
                row,
                config=codec.encode(played).decode(),
                pace=row.pace if pace is None else plans.pace_from(pace, game, played),
                spectators=spectators or row.spectators,
                autostart=row.autostart if autostart is None else autostart,
                absent=absent or row.absent,
            )
            plans.check_policies(game, row.spectators, row.absent)
            if row == on.row:
                return None
            agreed = terms_of(row)
            if row.config == on.row.config:
                agreed = replace(agreed, config=None)
            else:
                spared = self._allowance.bytes_to_come(on.row) - self._allowance.bytes_to_come(row)
                bill.owe(len(row.config.encode()) + max(0, -spared))
            made = change_to(on, self._now(), ("terms", 0, codec.encode(agreed).decode(), None), row=row)
            return made.claiming(self._allowance.to_change(on.row, row))

        tried = None
        if config is not None or preset is not None:
            room = await self._hall.room(match_id)
            _expect_host(room.known, player)
            game, seats = game_of(room.row), len(room.row.seats)
            if version == game.version or config is None:
                self._quota.expect(len(codec.encode(config)))  # before it is tried, which may take long
                tried = await self._trying.config(game, seats, config, preset or "standard")
                self._allowance.expect_small(game, tried, seats)
        with self._quota.bill() as bill:
            room, _ = await self._hall.change(match_id, planner)
        self._quota.give_back(max(0, spared))
        return room

    async def invited(self, match_id: str, invite: str) -> Invited:
        """What an invitation is for, used or not; raises `NotFound` where there is no such invitation."""
        row = (await self._hall.room(match_id)).row
        wanted = digest(invite)
        seat = next((seat for seat, each in enumerate(row.seats, start=1) if each.invite == wanted), None)
        if seat is None:
            raise NotFound("There is no such invitation to this match. It may have been renewed or withdrawn.")
        return Invited(row, seat, await self._guests.name_of(row.created_by))

    def _now(self) -> int:
        return self._hall.clock.now()


def _expect_host(on: Standing, player: Player) -> None:
    if on.row.created_by != player.id:
        raise NotAllowed("Only the player who made the match can change its seats and terms.")
    expect_open(on.row, "The match has begun. Its seats and terms stay as they are.")


def _expect_seat(row: MatchRow, seat: Seat) -> None:
    if not 1 <= seat <= len(row.seats):
        raise NotFound(f"There is no seat {seat} at this table.")
