"""Before the first order: matches are made, seats taken and left, and then it begins."""

from __future__ import annotations

import asyncio
import math
import secrets
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, func, insert, select

from armillary import bots
from armillary.core import codec, seeds
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput, ConfigRefused
from armillary.core.values import Seat, refusals
from armillary.server import replay, schema
from armillary.server.columns import match_columns, match_row
from armillary.server.hall import TRIES, Hall
from armillary.server.identity import Player, digest, new_id
from armillary.server.problems import Conflict, NotAllowed, TooMany
from armillary.server.records import Correspondence, Live, MatchRow, NoClock, Pace, SeatRow, Spectators
from armillary.server.room import Plan, Room, Standing, plan

PAGE = 50
MOST_SECONDS = 24 * 3600
MOST_HOURS = 24 * 30
MOST_DELAY = 1000
BUSY_SECONDS = 0.01


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is to be filled: by me, by a bot of a level, by whoever comes, by whoever has the invitation."""

    kind: Literal["me", "bot", "open", "invite"]
    level: str | None = None


class Made(msgspec.Struct, frozen=True):
    """A new match, and the secrets of its invitations, shown this once."""

    row: MatchRow
    invites: dict[str, str]


class Lobby:
    """Making, finding, joining and starting matches."""

    def __init__(self, hall: Hall, most_open: int) -> None:
        self._hall = hall
        self._most_open = most_open
        """How many matches that have not begun a player may have made."""

    async def make(
        self,
        game: AnyGame,
        player: Player,
        seats: tuple[SeatPlan, ...],
        config: Any = None,
        preset: str = "standard",
        pace: Pace | None = None,
        spectators: Spectators | None = None,
        autostart: bool = True,
    ) -> Made:
        """A new match; it begins at once when nobody is missing."""
        pace, spectators = pace or NoClock(), spectators or Spectators()
        _check_terms(game, seats, preset, pace, spectators)
        config = game.presets[preset](len(seats)) if config is None else config
        if refused := refusals(game.rules.check_config(config, len(seats))):
            raise ConfigRefused(refused)
        rows, invites = _seat_rows(seats, player)
        now = self._hall.clock.now()
        row = MatchRow(
            id=new_id(),
            game=game.slug,
            rules_version=game.version,
            config=codec.encode(config).decode(),
            seed=seeds.new_seed(),
            pace=pace,
            spectators=spectators,
            autostart=autostart,
            created_by=player.id,
            created_at=now,
            status="open",
            seats=rows,
            deadline=None,
            outcome=None,
            changed_at=now,
            version=0,
        )
        begins = autostart and all(seat.taken for seat in rows)
        await self._keep(row, begins)
        if begins:
            row = (await self.start(row.id, player)).row
        return Made(row, invites)

    async def _keep(self, row: MatchRow, begins: bool) -> None:
        """Make a match durable, unless its maker has too many that have not begun; one that begins at once is none."""

        most = math.inf if begins else self._most_open

        def work(connection: Connection) -> int | None:
            others = _open_matches(connection, row.created_by)
            if others is not None and others < most:
                _insert(connection, row)
            return others

        for _ in range(TRIES):
            others = await self._hall.store.write(work)
            if others is None:
                await asyncio.sleep(BUSY_SECONDS)
            elif others < most:
                return
            else:
                raise TooMany(f"{others} matches of yours have not begun; start one or call one off first")
        raise Conflict("too many changes at once; try again")

    async def join(self, match_id: str, player: Player, seat: Seat | None = None, invite: str | None = None) -> Room:
        """Take an open seat, or the one an invitation is for."""

        def planner(on: Standing) -> Plan:
            _expect_open(on.row)
            if on.seat_of(player.id) is not None:
                raise Conflict("you sit at this table already")
            place = _free_seat(on.row, seat, invite)
            taken = SeatRow("person", player.name, player=player.id)
            seats = (*on.row.seats[: place - 1], taken, *on.row.seats[place:])
            row = msgspec.structs.replace(on.row, seats=seats)
            now = self._hall.clock.now()
            body = codec.encode(player.name).decode()
            if row.autostart and all(each.taken for each in seats):
                return _begin(on, row, now, ("join", place, body, None), joined=player.id)
            return plan(on, now, ("join", place, body, None), row=row, joined=player.id)

        return await self._hall.change(match_id, planner)

    async def leave(self, match_id: str, player: Player) -> Room:
        """Give one's seat back before the start."""

        def planner(on: Standing) -> Plan:
            _expect_open(on.row, "the match has begun; you may resign")
            place = on.own_seat(player.id)
            seats = (*on.row.seats[: place - 1], SeatRow("open", "open"), *on.row.seats[place:])
            row = msgspec.structs.replace(on.row, seats=seats)
            return plan(on, self._hall.clock.now(), ("leave", place, "null", None), row=row, left=player.id)

        return await self._hall.change(match_id, planner)

    async def start(self, match_id: str, player: Player) -> Room:
        """Begin, once all seats are taken: for whoever made the match."""

        def planner(on: Standing) -> Plan:
            if on.row.created_by != player.id:
                raise NotAllowed("whoever made the match starts it")
            _expect_open(on.row)
            if not all(seat.taken for seat in on.row.seats):
                raise Conflict("not all seats are taken yet")
            return _begin(on, on.row, self._hall.clock.now())

        return await self._hall.change(match_id, planner)

    async def cancel(self, match_id: str, player: Player) -> Room:
        """Call a match off before its start: for whoever made it. Calling it off again changes nothing."""

        def planner(on: Standing) -> Plan | None:
            if on.row.created_by != player.id:
                raise NotAllowed("whoever made the match calls it off")
            if on.row.status == "cancelled":
                return None
            _expect_open(on.row, "the match has begun; you may resign")
            row = msgspec.structs.replace(on.row, status="cancelled")
            return plan(on, self._hall.clock.now(), ("cancel", 0, "null", None), row=row)

        return await self._hall.change(match_id, planner)

    async def listing(self, which: str, player: Player | None, page: int) -> list[MatchRow]:
        """Open, finished or one's own matches, the newest change first."""
        table = schema.matches
        query = select(table).order_by(table.c.changed_at.desc(), table.c.id).limit(PAGE).offset(page * PAGE)
        if which == "mine":
            mine = select(schema.sitting.c.match).where(schema.sitting.c.player == (player.id if player else ""))
            query = query.where(table.c.id.in_(mine), table.c.status != "cancelled")
        elif which == "open":
            query = query.where(table.c.status == "open", table.c.seats.contains('"kind":"open"'))
        else:
            query = query.where(table.c.status == "over")
        return [match_row(row) for row in await self._hall.store.read(query)]


def _open_matches(connection: Connection, player: str) -> int | None:
    """How many matches of a player have not begun; None while another process makes one for the same player.

    Until the transaction ends nobody else counts them. Nobody waits for that either: two who wait for each other's
    players would be a circle.
    """
    maker, table = schema.players, schema.matches
    held = select(maker.c.id).where(maker.c.id == player).with_for_update(key_share=True, skip_locked=True)
    if connection.execute(held).first() is None:
        return None
    found = select(func.count()).where(table.c.created_by == player, table.c.status == "open")
    return connection.execute(found).scalar_one()


def _insert(connection: Connection, row: MatchRow) -> None:
    connection.execute(insert(schema.matches), match_columns(row))
    if any(seat.player == row.created_by for seat in row.seats):
        connection.execute(insert(schema.sitting), {"match": row.id, "player": row.created_by})


def _expect_open(row: MatchRow, begun: str = "the match has begun") -> None:
    if row.status != "open":
        raise Conflict("the match was called off" if row.status == "cancelled" else begun)


def _begin(on: Standing, row: MatchRow, now: int, *before: Any, joined: str | None = None) -> Plan:
    row = msgspec.structs.replace(row, status="playing")
    names = codec.encode(row.names).decode()
    return plan(on, now, *before, ("start", 0, names, None), match=replay.begun(row), row=row, joined=joined)


def _free_seat(row: MatchRow, seat: Seat | None, invite: str | None) -> Seat:
    """The seat asked for, the one invited to, or the first open one."""
    if invite is not None:
        wanted = [n for n, each in enumerate(row.seats, start=1) if each.invite == digest(invite)]
    else:
        wanted = [n for n, each in enumerate(row.seats, start=1) if each.kind == "open" and seat in (None, n)]
    if not wanted:
        raise Conflict("this invitation has been used, or is not for this match" if invite else "no such seat is open")
    return wanted[0]


def _seat_rows(plans: tuple[SeatPlan, ...], player: Player) -> tuple[tuple[SeatRow, ...], dict[str, str]]:
    rows, invites = [], {}
    for number, each in enumerate(plans, start=1):
        if each.kind == "me":
            rows.append(SeatRow("person", player.name, player=player.id))
        elif each.kind == "bot":
            rows.append(SeatRow("bot", f"bot:{each.level}", bot=each.level))
        elif each.kind == "invite":
            secret = invites[str(number)] = secrets.token_hex(16)  # never begins with a dash
            rows.append(SeatRow("invite", "invited", invite=digest(secret)))
        else:
            rows.append(SeatRow("open", "open"))
    return tuple(rows), invites


def _check_terms(game: AnyGame, seats: tuple[SeatPlan, ...], preset: str, pace: Pace, spectators: Spectators) -> None:
    low, high = game.seats
    if not low <= len(seats) <= high:
        raise BadInput(f"{game.title} has {low} to {high} seats, not {len(seats)}")
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise BadInput("you can sit on one seat only")
    if preset not in game.presets:
        raise BadInput(f"presets of {game.slug}: {', '.join(game.presets)}")
    for seat in seats:
        if (seat.kind == "bot") != (seat.level in bots.names(game)):
            raise BadInput(f"a bot's level is one of: {', '.join(bots.names(game))}")
    if isinstance(pace, Live) and not 1 <= pace.seconds <= MOST_SECONDS:
        raise BadInput(f"a live pace has 1 to {MOST_SECONDS} seconds a phase")
    if isinstance(pace, Correspondence) and not 1 <= pace.hours <= MOST_HOURS:
        raise BadInput(f"correspondence has 1 to {MOST_HOURS} hours a round")
    if not 0 <= spectators.steps <= MOST_DELAY:
        raise BadInput(f"spectators are at most {MOST_DELAY} steps late")
