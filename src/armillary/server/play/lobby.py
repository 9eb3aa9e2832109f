"""Before the first order: matches are made and set up, seats are taken and left, and they begin or are cancelled."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import Absent, NoClock, Pace, SeatPlan, Spectators, Talk
from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.values import Seat
from armillary.server.errors import Conflict, NotAllowed, NotFound
from armillary.server.limits.addresses import Addresses
from armillary.server.limits.matches import Allowance
from armillary.server.limits.storage import Quota
from armillary.server.matches import giving_up, journal, terms
from armillary.server.matches.change import Change, Input, Standing, cancelling, change_to
from armillary.server.matches.journal import game_of
from armillary.server.matches.rows import MatchRow, SeatRow
from armillary.server.matches.seats import (
    is_full,
    is_practice,
    left,
    name_at,
    person_row,
    require_bots,
    require_plan,
    require_seats,
    seat_kept_for,
    seat_row,
    sits,
    told_apart_at,
    with_seats,
)
from armillary.server.matches.visibility import acting_seat, is_known_to_be_free, is_open_to_spectators
from armillary.server.people.ids import digest, new_id
from armillary.server.play.hall import Hall
from armillary.server.play.room import Room
from armillary.server.play.trials import Trials
from armillary.server.storage.counts import patiently


class Made(msgspec.Struct, frozen=True):
    """A new match, and the secrets of its invitations, shown this once."""

    row: MatchRow
    invites: dict[str, str]


class Invited(msgspec.Struct, frozen=True):
    """What an invitation is for."""

    row: MatchRow
    seat: Seat


class Naming(Protocol):
    """How people are called who sit down: `Names`."""

    async def of(self, player: Player) -> Player:
        """Somebody by the name that is to be written on a seat now."""

    async def settle(self, *written: Player) -> None:
        """See to it that those whose names were written on seats are called so still."""


class Lobby:
    """Matches that have not begun, or are about to."""

    def __init__(
        self,
        hall: Hall,
        allowance: Allowance,
        quota: Quota,
        trials: Trials,
        names: Naming,
        addresses: Addresses,
    ) -> None:
        self._hall = hall
        self._addresses = addresses
        self._allowance = allowance
        self._quota = quota
        self._trials = trials
        self._names = names

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
        talk: Talk | None = None,
    ) -> Made:
        """A new match; it begins at once when nobody is missing."""
        require_seats(game, seats)
        self._quota.require(len(codec.encode(config)))  # before it is tried, which may take long
        config = await self._trials.config(game, len(seats), config, preset)
        spectators, absent = spectators or terms.spectators_by_default(seats), absent or Absent()
        terms.require_policies(game, spectators, absent)
        player = await self._names.of(player)
        rows = [_planned(plan, seat, player) for seat, plan in enumerate(seats, start=1)]
        now = self._hall.clock.now()
        row = MatchRow(
            id=new_id(),
            game=game.slug,
            rules_version=game.version,
            config=codec.encode(config).decode(),
            seed=seeds.new_seed(),
            pace=terms.pace_from(pace or NoClock(), game, config),
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
            talk=talk or Talk(game.service.talk),
        )
        invites = {str(seat): secret for seat, (_, secret) in enumerate(rows, start=1) if secret is not None}
        return Made(await self.open_table(row, player), invites)

    async def open_table(self, row: MatchRow, player: Player, *others: Player) -> MatchRow:
        """Make a new match durable, and begin it when nobody is missing; raises where its maker may have no more.

        The names of the maker, and of others who have a seat already, are those that were written on the seats.
        """
        self._allowance.require_row(row)
        require_bots(row)
        begins = row.autostart and is_full(row)
        most = self._allowance.for_new(row, begins)
        with self._quota.bill() as bill:
            bill.owe(self._allowance.bytes_of(row))
            here = replace(row, address=self._addresses.of_requester())
            (await patiently(lambda: self._hall.store.create(here, most))).require_below(most)
        room = await (self.start(row.id, player) if begins else self._hall.announce(row.id))
        await self._names.settle(player, *others)
        return room.row

    async def require_allowed(self, row: MatchRow) -> None:
        """Raise what `open_table` would, before anything is changed for the new match."""
        self._allowance.require_row(row)
        most = self._allowance.for_new(row, row.autostart and is_full(row))
        (await self._hall.store.count_matches(row.created_by)).require_below(most)
        self._quota.require(self._allowance.bytes_of(row))

    async def join(self, match_id: str, player: Player, seat: Seat | None = None, invite: str | None = None) -> Room:
        """Take an open seat, or the one that an invitation is for; once the match is played, one that was given up."""

        def planner(on: Standing) -> Change:
            begun = on.row.status == "playing"
            if not begun:
                _require_open(on.row)
            if sits(on.row, player.id):
                raise Conflict("You already sit at this table.")
            place = _free_seat(on, player, seat, invite)
            name = name_at(journal.game_of(on.row), on.row.seats, place, player.name)
            taken = replace(person_row(player), name=name, invite=on.row.seats[place - 1].invite)
            claim, now = self._allowance.to_join(on.row, player.id), self._hall.clock.now()
            if begun:
                return giving_up.take_over(on, place, taken, now).claiming(claim)
            body = codec.encode((name, player.id)).decode()
            return _seated(on, {place: taken}, now, ("join", place, body, None)).claiming(claim)

        player = await self._names.of(player)
        room, _ = await self._hall.change(match_id, planner)
        await self._names.settle(player)
        return room

    async def leave(self, match_id: str, player: Player, named: Seat | None = None) -> Room:
        """Give a seat back before the start, or decline one: it is open again to the invited guest, or to all."""

        def planner(on: Standing) -> Change:
            _require_open(on.row, "The match has begun. You can resign instead.")
            kept = seat_kept_for(on.row, player.id)
            place = kept if kept is not None and named in (None, kept) else acting_seat(on.row, player.id, named)
            row = with_seats(on.row, {place: left(on.row.seats[place - 1])})
            return change_to(on, self._hall.clock.now(), ("leave", place, "null", None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def start(self, match_id: str, player: Player) -> Room:
        """Begin, once all seats are taken; only the maker of the match may."""

        def planner(on: Standing) -> Change:
            if on.row.created_by != player.id:
                raise NotAllowed("Only the player who made the match can start it.")
            _require_open(on.row)
            if not is_full(on.row):
                raise Conflict("Not all seats are taken yet.")
            return _begin(on, on.row, self._hall.clock.now())

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def cancel(self, match_id: str, player: Player) -> Room:
        """Cancel a match before its start; only its host may, and doing so again changes nothing."""

        def planner(on: Standing) -> Change | None:
            if on.row.created_by != player.id:
                raise NotAllowed("Only the player who made the match can cancel it.")
            if on.row.status == "cancelled":
                return None
            _require_open(on.row, "The match has begun. You can resign instead.")
            return cancelling(on, self._now())

        room, change = await self._hall.change(match_id, planner)
        if change is not None:
            self._quota.give_back(self._allowance.bytes_to_come(room.row))
        return room

    # -- what the host may change ------------------------------------------------------------------------

    async def set_seat(self, match_id: str, player: Player, seat: Seat, plan: SeatPlan) -> Made:
        """Fill a seat differently, even if it is taken: an invitation is renewed, revoked, or made."""
        player = await self._names.of(player)
        fresh, secret = _planned(plan, seat, player)

        def planner(on: Standing) -> Change | None:
            _require_host(on, player)
            require_plan(game_of(on.row), plan)
            _require_seat(on.row, seat)
            others = (each for n, each in enumerate(on.row.seats, start=1) if n != seat and each.kind == "person")
            if plan.kind == "me" and any(each.player == player.id for each in others):
                raise Conflict("You already have a seat. Swap the two seats instead.")
            named = fresh
            if fresh.is_held:
                named = replace(fresh, name=name_at(game_of(on.row), on.row.seats, seat, fresh.name))
            if named == on.row.seats[seat - 1]:
                return None
            made = _seated(on, {seat: named}, self._now(), ("seat", seat, codec.encode(named).decode(), None))
            require_bots(made.append.row)
            return made.claiming(self._allowance.to_change(on.row, made.append.row))

        room, _ = await self._hall.change(match_id, planner)
        await self._names.settle(player)
        return Made(room.row, {} if secret is None else {str(seat): secret})

    async def swap(self, match_id: str, player: Player, first: Seat, second: Seat) -> Room:
        """Swap two seats, with their players."""

        def planner(on: Standing) -> Change | None:
            _require_host(on, player)
            for seat in (first, second):
                _require_seat(on.row, seat)
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
        talk: Talk | None = None,
    ) -> Room:
        """Change what is given and leave the rest; a config is of this version of the rules. Never begins a match."""

        spared = 0

        def planner(on: Standing) -> Change | None:
            nonlocal spared
            spared = 0
            _require_host(on, player)
            game, row = game_of(on.row), on.row
            if config is not None and version != game.version:
                raise BadInput(
                    f"The match uses version {game.version} of the rules; the config is for another version."
                )
            played: Any = codec.decode(row.config, game.config) if tried is None else tried
            row = replace(
                row,
                config=codec.encode(played).decode(),
                pace=row.pace if pace is None else terms.pace_from(pace, game, played),
                spectators=spectators or row.spectators,
                autostart=row.autostart if autostart is None else autostart,
                absent=absent or row.absent,
                talk=talk or row.talk,
            )
            terms.require_policies(game, row.spectators, row.absent)
            require_bots(row)
            if row == on.row:
                return None
            agreed = terms.terms_of(row)
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
            _require_host(room.known, player)
            game, seats = game_of(room.row), len(room.row.seats)
            if version == game.version or config is None:
                self._quota.require(len(codec.encode(config)))  # before it is tried, which may take long
                tried = await self._trials.config(game, seats, config, preset or "standard")
                self._allowance.require_small(game, tried, seats)
        with self._quota.bill() as bill:
            room, _ = await self._hall.change(match_id, planner)
        self._quota.give_back(max(0, spared))
        return room

    async def share(self, match_id: str, player: Player) -> Room:
        """Let everybody watch a match that a player has alone against bots; doing so again changes nothing."""

        def planner(on: Standing) -> Change | None:
            if on.row.status not in ("playing", "over") or not is_practice(on.row) or not sits(on.row, player.id):
                raise NotAllowed("You can share only a match that you play alone against bots.")
            if is_open_to_spectators(on.row):
                return None
            row = replace(on.row, spectators=Spectators())
            body = codec.encode(replace(terms.terms_of(row), config=None)).decode()
            return change_to(on, self._now(), ("terms", 0, body, None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def invited(self, match_id: str, invite: str) -> Invited:
        """What an invitation is for, used or not; raises `NotFound` where there is no such invitation."""
        row = (await self._hall.room(match_id)).row
        wanted = digest(invite)
        seat = next((seat for seat, each in enumerate(row.seats, start=1) if each.invite == wanted), None)
        if seat is None:
            raise NotFound("There is no such invitation to this match. It may have been renewed or withdrawn.")
        return Invited(row, seat)

    def _now(self) -> int:
        return self._hall.clock.now()


def _require_open(row: MatchRow, begun: str = "The match has begun.") -> None:
    """Raise `Conflict` unless the match waits for its start."""
    if row.status != "open":
        raise Conflict("The match was cancelled." if row.status == "cancelled" else begun)


def _seated(on: Standing, seats: dict[Seat, SeatRow], now: int, *inputs: Input) -> Change:
    """The change that fills these seats; a match that starts by itself begins with the last one."""
    row = with_seats(on.row, seats)
    if row.autostart and is_full(row):
        return _begin(on, row, now, *inputs)
    return change_to(on, now, *inputs, row=row)


def _planned(plan: SeatPlan, seat: Seat, player: Player) -> tuple[SeatRow, str | None]:
    """The seat as this player plans it, and the secret of its invitation, which is stored nowhere."""
    secret = secrets.token_hex(16) if plan.kind == "invite" else None  # never begins with a dash
    return seat_row(plan, seat, player, None if secret is None else digest(secret)), secret


def _begin(on: Standing, row: MatchRow, now: int, *before: Input) -> Change:
    row = replace(row, status="playing", players=row.names, address=None, turn=0)
    names = codec.encode(row.names).decode()
    return change_to(on, now, *before, ("start", 0, names, None), match=journal.begin(row), row=row)


def _free_seat(on: Standing, player: Player, seat: Seat | None, invite: str | None) -> Seat:
    """The seat invited to, or the one asked for; else the one kept for the player, or the first open one."""
    seats = list(enumerate(on.row.seats, start=1))
    if invite is not None:
        wanted = [n for n, each in seats if each.kind == "invite" and each.invite == digest(invite)]
    else:
        free = (seat_kept_for(on.row, player.id), *(n for n, each in seats if each.kind == "open"))
        wanted = [n for n in free if n is not None and seat in (None, n)]
    if not wanted:
        if not is_known_to_be_free(on.row):
            _require_open(on.row)
        raise Conflict(
            "This invitation has been used, or is not for this match." if invite else "There is no such open seat."
        )
    return wanted[0]


def _require_host(on: Standing, player: Player) -> None:
    if on.row.created_by != player.id:
        raise NotAllowed("Only the player who made the match can change its seats and terms.")
    _require_open(on.row, "The match has begun. Its seats and terms can no longer be changed.")


def _require_seat(row: MatchRow, seat: Seat) -> None:
    if not 1 <= seat <= len(row.seats):
        raise NotFound(f"There is no seat {seat} at this table.")
