"""Before the first order: matches are made, seats are taken and left, and the match begins or is called off."""

from __future__ import annotations

import asyncio
import math
import secrets
from typing import Any, Literal

import msgspec

from armillary import bots
from armillary.core import codec, seeds
from armillary.core.contract import AnyGame, Preset
from armillary.core.errors import BadInput, ConfigRefused
from armillary.core.values import Seat, refusals
from armillary.server.errors import Conflict, NotAllowed, TooMany
from armillary.server.matches import journal
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.hall import BUSY, TRIES, Hall
from armillary.server.matches.room import Room
from armillary.server.matches.sentences import Explained, Teller
from armillary.server.people.guests import Player, digest, new_id
from armillary.server.storage.rows import Correspondence, Live, MatchRow, NoClock, Pace, SeatRow, Spectators

MOST_SECONDS = 24 * 3600
MOST_HOURS = 24 * 30
MOST_DELAY = 1000
BUSY_SECONDS = 0.01


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is to be filled: by me, by a bot (its name is the `level`), by anybody, or by whoever is invited."""

    kind: Literal["me", "bot", "open", "invite"]
    level: str | None = None


class Made(msgspec.Struct, frozen=True):
    """A new match, and the secrets of its invitations, shown this once."""

    row: MatchRow
    invites: dict[str, str]


class Lobby:
    """Making, joining, leaving, starting and calling off matches."""

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
        _check_terms(game, seats, pace, spectators)
        config = preset_of(game, preset)(len(seats)) if config is None else config
        if refused := refusals(game.rules.check_config(config, len(seats))):
            raise Explained(ConfigRefused(refused), Teller(game).violations(refused))
        if isinstance(pace, Correspondence):
            pace = _with_hours(pace, game, config)
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
            seq=0,
        )
        begins = autostart and all(seat.is_taken for seat in rows)
        await self._keep(row, begins)
        if begins:
            row = (await self.start(row.id, player)).row
        return Made(row, invites)

    async def _keep(self, row: MatchRow, begins: bool) -> None:
        """Make a match durable, unless its maker has too many open ones; one that begins at once does not count."""
        most = math.inf if begins else self._most_open
        for _ in range(TRIES):
            others = await self._hall.store.create(row, most)
            if others is None:
                await asyncio.sleep(BUSY_SECONDS)
            elif others < most:
                return
            else:
                raise TooMany(f"{others} matches of yours have not begun. Start one or call one off first.")
        raise Conflict(BUSY)

    async def join(self, match_id: str, player: Player, seat: Seat | None = None, invite: str | None = None) -> Room:
        """Take an open seat, or the one that an invitation is for."""

        def planner(on: Standing) -> Change:
            _expect_open(on.row)
            if on.seat_of(player.id) is not None:
                raise Conflict("You already sit at this table.")
            place = _free_seat(on.row, seat, invite)
            taken = SeatRow("person", player.name, player=player.id)
            seats = (*on.row.seats[: place - 1], taken, *on.row.seats[place:])
            row = msgspec.structs.replace(on.row, seats=seats)
            now = self._hall.clock.now()
            body = codec.encode((player.name, player.id)).decode()
            if row.autostart and all(each.is_taken for each in seats):
                return _begin(on, row, now, ("join", place, body, None))
            return change_to(on, now, ("join", place, body, None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def leave(self, match_id: str, player: Player) -> Room:
        """Give a seat back before the start."""

        def planner(on: Standing) -> Change:
            _expect_open(on.row, "The match has begun. You can resign instead.")
            place = on.own_seat(player.id)
            seats = (*on.row.seats[: place - 1], SeatRow("open", "open"), *on.row.seats[place:])
            row = msgspec.structs.replace(on.row, seats=seats)
            return change_to(on, self._hall.clock.now(), ("leave", place, "null", None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def start(self, match_id: str, player: Player) -> Room:
        """Begin, once all seats are taken; only the maker of the match may."""

        def planner(on: Standing) -> Change:
            if on.row.created_by != player.id:
                raise NotAllowed("Only the player who made the match can start it.")
            _expect_open(on.row)
            if not all(seat.is_taken for seat in on.row.seats):
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
            _expect_open(on.row, "The match has begun. You can resign instead.")
            row = msgspec.structs.replace(on.row, status="cancelled")
            return change_to(on, self._hall.clock.now(), ("cancel", 0, "null", None), row=row)

        room, _ = await self._hall.change(match_id, planner)
        return room


def preset_of(game: AnyGame, name: str) -> Preset[Any]:
    """A preset by its name; raises `BadInput` with the names there are."""
    if name not in game.presets:
        raise BadInput(f"{game.title} has no preset {name[:40]!r}; its presets: {', '.join(game.presets)}")
    return game.presets[name]


def _expect_open(row: MatchRow, begun: str = "The match has begun.") -> None:
    if row.status != "open":
        raise Conflict("The match was called off." if row.status == "cancelled" else begun)


def _begin(on: Standing, row: MatchRow, now: int, *before: Any) -> Change:
    row = msgspec.structs.replace(row, status="playing")
    names = codec.encode(row.names).decode()
    return change_to(on, now, *before, ("start", 0, names, None), match=journal.begin(row), row=row)


def _free_seat(row: MatchRow, seat: Seat | None, invite: str | None) -> Seat:
    """The seat asked for, the one invited to, or the first open one."""
    if invite is not None:
        wanted = [n for n, each in enumerate(row.seats, start=1) if each.invite == digest(invite)]
    else:
        wanted = [n for n, each in enumerate(row.seats, start=1) if each.kind == "open" and seat in (None, n)]
    if not wanted:
        raise Conflict(
            "This invitation has been used, or is not for this match." if invite else "No such seat is open."
        )
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


def _check_terms(game: AnyGame, seats: tuple[SeatPlan, ...], pace: Pace, spectators: Spectators) -> None:
    low, high = game.seats
    if not low <= len(seats) <= high:
        raise BadInput(f"{game.title} has {low} to {high} seats, not {len(seats)}")
    if sum(seat.kind == "me" for seat in seats) > 1:
        raise BadInput("you can take only one seat")
    for seat in seats:
        if (seat.kind == "bot") != (seat.level in bots.names(game)):
            raise BadInput(f"the level of a bot's seat, and of no other, is one of: {', '.join(bots.names(game))}")
    if isinstance(pace, Live) and not 1 <= pace.seconds <= MOST_SECONDS:
        raise BadInput(f"a live pace allows 1 to {MOST_SECONDS} seconds per phase")
    if not 0 <= spectators.steps <= MOST_DELAY:
        raise BadInput(f"spectators can be delayed by at most {MOST_DELAY} steps")


def _with_hours(pace: Correspondence, game: AnyGame, config: Any) -> Correspondence:
    """The hours asked for or, where none are, those of the config."""
    hours = game.hours(config) if pace.hours is None and game.hours else pace.hours
    if hours is None:
        raise BadInput(f"{game.title} does not say how many hours a round takes; correspondence needs its own `hours`")
    if not 1 <= hours <= MOST_HOURS:
        raise BadInput(f"correspondence allows 1 to {MOST_HOURS} hours per round")
    return Correspondence(hours)
