"""After the end: the same people meet again, or somebody plays on from a position of the match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from armillary.api.people import Player
from armillary.api.terms import NoClock, SeatPlan, Spectators
from armillary.core import codec, seeds
from armillary.core.dice import KeyedDice
from armillary.core.errors import BadInput
from armillary.core.values import State
from armillary.server.errors import Conflict, NotAllowed, Stale
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.journal import game_of
from armillary.server.matches.rows import MatchRow, SeatRow
from armillary.server.matches.seats import (
    bot_row,
    is_practice,
    left,
    person_row,
    require_seats,
    seat_row,
    told_apart_at,
)
from armillary.server.matches.visibility import require_visible, seats_of
from armillary.server.people.ids import new_id
from armillary.server.play.hall import Hall
from armillary.server.play.lobby import Lobby, Naming
from armillary.server.play.past import Past


class Rematches:
    """New matches made from one that is over."""

    def __init__(self, hall: Hall, lobby: Lobby, past: Past, names: Naming) -> None:
        self._hall = hall
        self._lobby = lobby
        self._past = past
        self._names = names

    async def rematch(self, match_id: str, player: Player) -> MatchRow:
        """A new match of the same people, everybody one seat further on; whoever asks again gets the same one."""

        def planner(on: Standing) -> Change | None:
            _require_over(on.row)
            if not seats_of(on.row, player.id):
                raise NotAllowed("Only players who sat at this table can ask for a rematch.")
            if on.row.rematch is not None:
                return None
            row = replace(on.row, rematch=new_id())
            body = codec.encode(row.rematch).decode()
            return change_to(on, self._hall.clock.now(), ("rematch", 0, body, None), row=row)

        seen = (await self._hall.room(match_id)).row
        if seen.rematch is None and seen.status == "over":
            await self._lobby.require_allowed(self._fresh(seen, player, _moved_on(seen.seats, player)))
        room, _ = await self._hall.change(match_id, planner)
        assert room.row.rematch is not None
        made = await self._hall.store.match(room.row.rematch)
        if made is not None:
            return made
        player, others = await self._names.of(player), await self._others(room.row, player)
        row = self._fresh(room.row, player, _moved_on(room.row.seats, player, others))
        if row.position is not None:
            row = _from_position(row, codec.decode(row.position, game_of(row).state))
        try:
            return await self._lobby.open_table(replace(row, id=room.row.rematch, autostart=True), player, *others)
        except Stale:  # somebody else asked at the same moment, and was faster
            return (await self._hall.room(room.row.rematch)).row

    async def _others(self, row: MatchRow, player: Player) -> list[Player]:
        """The people who sat at the table besides this one, as they are called now."""
        people = [seat for seat in row.seats if seat.kind == "person" and seat.player not in (None, player.id)]
        return [await self._names.of(Player(seat.player or "", seat.name)) for seat in people]

    async def fork(self, match_id: str, player: Player, step: int | None, seats: Sequence[SeatPlan]) -> MatchRow:
        """A private match that begins from a position of one that is over, as everybody may know it.

        What nobody could know is drawn anew: the match that was played does not tell how this one goes on.
        """
        room = await self._hall.room(match_id)
        require_visible(room.row, player.id)
        _require_over(room.row)
        game = game_of(room.row)
        require_seats(game, seats)
        if len(seats) != len(room.row.seats):
            raise BadInput(f"The match has {len(room.row.seats)} seats, not {len(seats)}.")
        if any(plan.kind in ("open", "invite") for plan in seats):
            raise BadInput("This match begins at once, so its seats must be `me`, `local` or `bot`.")
        if all(plan.kind == "bot" for plan in seats):
            raise BadInput("One of the seats must be yours: only its players can see this match.")
        if step is None:  # the last position in which there was something to decide
            step = room.playing.step - (game.rules.outcome(room.playing.state) is not None)
        match, _ = await self._past.at_step(room, step)
        player = await self._names.of(player)
        rows = tuple(seat_row(plan, seat, player) for seat, plan in enumerate(seats, start=1))
        row = replace(
            self._fresh(room.row, player, rows), pace=NoClock(), spectators=Spectators("none"), autostart=True
        )
        if game.rules.outcome(match.state) is not None:
            raise Conflict(f"The game was already over at step {match.step}. Choose an earlier step.")
        return await self._lobby.open_table(replace(_from_position(row, match.state), origin="fork"), player)

    def _fresh(self, row: MatchRow, player: Player, seats: tuple[SeatRow, ...]) -> MatchRow:
        """A match on the same terms that nobody has touched yet."""
        now = self._hall.clock.now()
        return MatchRow(
            id=new_id(),
            game=row.game,
            rules_version=row.rules_version,
            config=row.config,
            seed=seeds.new_seed(),
            pace=row.pace,
            spectators=Spectators("none") if is_practice(row) else row.spectators,
            autostart=row.autostart,
            created_by=player.id,
            created_at=now,
            status="open",
            seats=told_apart_at(game_of(row), seats),
            deadline=None,
            outcome=None,
            changed_at=now,
            seq=0,
            absent=row.absent,
            talk=row.talk,
            origin=row.origin,
            position=row.position,
        )


def _require_over(row: MatchRow) -> None:
    if row.status != "over":
        raise Conflict("The match is not over yet.")


def _from_position(row: MatchRow, state: State) -> MatchRow:
    """The row of a match that begins here, with what nobody could know drawn anew."""
    game = game_of(row)
    if game.hidden:
        state = game.sight.sample_world(game.sight.view(state, None), KeyedDice(row.seed, 0))
    return replace(row, position=codec.encode(state).decode())


def _moved_on(seats: tuple[SeatRow, ...], player: Player, others: Iterable[Player] = ()) -> tuple[SeatRow, ...]:
    """The seats for the next match, everybody one further on.

    Whoever asks sits down; for everybody else one seat is kept, and theirs at their own device follow them.
    """
    moved, known = (seats[-1], *seats[:-1]), {other.id: other for other in others}
    kept: dict[str | None, int] = {}
    for place, row in sorted(enumerate(moved), key=lambda each: each[1].kind != "person"):
        kept.setdefault(row.player, place)
    found: list[SeatRow] = []
    for place, row in enumerate(moved):
        if not row.is_held:
            found.append(bot_row(row.bot) if row.kind == "bot" else left(row))
        elif row.player != player.id and kept[row.player] == place:
            now = known.get(row.player or "", Player(row.player or "", row.name, bool(row.program)))
            found.append(replace(person_row(now), kind="kept"))
        elif row.kind == "person":
            found.append(person_row(player))
        else:
            owner = player if row.player == player.id else known.get(row.player or "")
            is_program = bool(row.program) if owner is None else owner.program
            found.append(SeatRow("local", row.name, player=row.player, program=1 if is_program else 0))
    return tuple(found)
