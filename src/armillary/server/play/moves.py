"""What a person does at a table, the same for HTTP and for sockets: order, withdraw, say something, resign, draw."""

from __future__ import annotations

from typing import Any

from armillary.api.people import Player
from armillary.api.problems import ViolationTold
from armillary.api.tables import Accepted, Draft, Hint
from armillary.api.terms import NoClock
from armillary.core import codec
from armillary.core.errors import BadInput, NotNow, NotToAct, Refused
from armillary.core.match import AnyMatch
from armillary.core.values import Seat, Violation
from armillary.server.errors import Busy, Conflict, Duplicate, NotAllowed, TooMany
from armillary.server.limits.journal import MAX_HINTS
from armillary.server.matches import drafts, giving_up
from armillary.server.matches.change import Change, Standing, change_to
from armillary.server.matches.clock import require_time, with_pause
from armillary.server.matches.journal import FirstAnswer, Given, answer_to
from armillary.server.matches.rows import InputKind, MatchRow, Words
from armillary.server.matches.seats import is_practice, people_playing
from armillary.server.matches.talk import require_talk
from armillary.server.matches.telling import Explained, Teller, Voice
from armillary.server.matches.text import clean_text
from armillary.server.matches.visibility import acting_seat
from armillary.server.play.hall import Hall, Planner
from armillary.server.play.past import Past
from armillary.server.play.room import Room
from armillary.server.play.trials import Trials


class Moves:
    """Every way in which somebody at a table changes a match that has begun."""

    def __init__(self, hall: Hall, past: Past, trials: Trials) -> None:
        self._hall = hall
        self._past = past
        self._trials = trials

    # -- orders ------------------------------------------------------------------------------------------

    async def give_order(
        self,
        room: Room,
        seat: Seat,
        draft: Draft[Any],
        step: int | None = None,
        key: str | None = None,
        marks: bool = False,
        ready: bool = True,
    ) -> Accepted:
        """Give or change a seat's order; a repeated key gets its first answer again. What is wrong is told.

        An order that is not `ready` is only kept, and needs no key: to keep it twice changes nothing.
        """
        match, match_id, order = room.playing, room.row.id, None
        key = key if ready else None

        def told(violations: tuple[Violation, ...]) -> tuple[ViolationTold, ...]:
            if not violations:
                return ()
            view = match.game.sight.view(match.state, seat)
            return Teller(match.game, view, Voice.of(room.row, marks)).violations(violations)

        if draft.is_empty:
            raise BadInput("Give an order, as data or in the game's notation.")
        try:
            order = draft.order if draft.notation is None else await self._trials.order(room, seat, draft)
            step = match.step if step is None else step
            given = await (
                self.submit(match_id, seat, order, key, step) if ready else self.keep(match_id, seat, order, step)
            )
        except (BadInput, Refused, NotNow, Duplicate, TooMany, Busy) as error:
            first = await self.first_answer(match_id, seat, key, order)
            if first is None and isinstance(error, Refused):
                raise Explained(error, told(error.violations)) from error
            if first is None:
                raise
            given = first
        # Whoever changes their order is told of no row that others do not know of either: nobody counts these.
        seq = min(given.seq, room.row.heard)
        return Accepted(seq, given.step, given.resolved, told(given.violations))

    async def submit(
        self, match_id: str, seat: Seat, order: Any, key: str | None = None, step: int | None = None
    ) -> Given:
        """Give or change a seat's order; the last one in resolves the turn.

        An order meant for one `step` is not taken for another that began meanwhile.
        """
        if key is not None and not key.isprintable():
            raise BadInput("An idempotency key can contain only printable characters.")
        violations: tuple[Violation, ...] = ()
        body = codec.encode(order).decode()

        def planner(on: Standing) -> Change:
            nonlocal violations
            match, now = on.playing, self._now()
            _require_step(match, step)
            require_time(on.row, now)
            drafts.require_sensible(match, seat, body)
            violations = match.check(seat, order)
            after = match.place(seat, order, violations)
            return change_to(on, now, ("order", seat, body, key), match=after)

        room, change = await self._act(match_id, seat, planner, key)
        assert change is not None
        answer = answer_to(change.append.rows, violations)
        if (seat, key) in room.answers:
            room.answers[seat, key or ""] = answer
        return answer.given

    async def keep(self, match_id: str, seat: Seat, order: Any, step: int) -> Given:
        """Keep an order for the deadline: it is played if time runs out before the seat's order is in.

        It is checked like an order, and is none: it resolves nothing, and nobody else notices it.
        """
        violations: tuple[Violation, ...] = ()
        body = codec.encode(order).decode()

        def planner(on: Standing) -> Change | None:
            nonlocal violations
            match, now = on.playing, self._now()
            _require_step(match, step)
            if isinstance(on.row.pace, NoClock):
                raise Conflict("This match has no clock, so there is no deadline to keep an order for.")
            require_time(on.row, now)
            drafts.require_sensible(match, seat, body)
            violations = match.check(seat, order)
            match.place(seat, order, violations)  # only what could be given is kept
            if seat in match.pending:
                raise Conflict("Your order is in, so there is nothing to keep. Withdraw it first.")
            return None if on.kept.get(seat) == body else change_to(on, now, ("keep", seat, body, None))

        room, change = await self._act(match_id, seat, planner)
        row = room.row if change is None else change.append.row
        return Given(row.heard, step, resolved=False, violations=violations)

    async def hint(self, room: Room, seat: Seat, marks: bool = False) -> Hint[Any]:
        """Show a good order, and why. It counts once in a step, however often somebody asks."""
        match, hints = room.playing, room.known.tally.hints
        _require_hint(room.known, seat)
        left = MAX_HINTS - len({*hints, match.step})
        found = await self._trials.hint(room, seat, hints.get(match.step), left, Voice.of(room.row, marks))
        body = codec.encode(found.order).decode()

        def planner(on: Standing) -> Change | None:
            if on.playing.step != match.step:
                raise NotToAct("The match went on meanwhile. Ask again.")
            _require_hint(on, seat)
            return None if match.step in on.tally.hints else change_to(on, self._now(), ("hint", seat, body, None))

        await self._act(room.row.id, seat, planner)
        return found

    async def first_answer(self, match_id: str, seat: Seat, key: str | None, order: Any) -> Given | None:
        """How this key's order was answered the first time; raises `Conflict` when it was another order."""
        room = await self._hall.room(match_id)
        if key is None or (seat, key) not in room.answers:
            return None
        answer = room.answers[seat, key]
        if answer is None:  # it was given to another process, or before a restart
            answer = room.answers[seat, key] = await self._recall(room, seat, key)
        if order is not None and hash(codec.encode(order).decode()) != answer.order:
            raise Conflict("This idempotency key was used for another order.")
        return answer.given

    async def _recall(self, room: Room, seat: Seat, key: str) -> FirstAnswer:
        """The answer to an order as the journal has it."""
        store, match_id = self._hall.store, room.row.id
        row = await store.find_key(match_id, seat, key)
        assert row is not None
        violations = await self._past.violations(room, row)
        return answer_to(await store.journal(match_id, row.seq - 1, row.seq + 1), violations)

    async def withdraw(self, match_id: str, seat: Seat) -> Accepted:
        """Take a pending order back."""

        def planner(on: Standing) -> Change:
            after, now = on.playing.withdraw(seat), self._now()
            require_time(on.row, now)
            return change_to(on, now, ("withdraw", seat, "null", None), match=after)

        room, _ = await self._act(match_id, seat, planner)
        return Accepted(room.row.heard, room.playing.step, resolved=False)

    # -- everything else ---------------------------------------------------------------------------------

    async def say(
        self, match_id: str, player: Player, text: str, named: Seat | None = None, to: Seat | None = None
    ) -> Room:
        """A line of chat, to all or to one other seat; text is stored as it is but for what nobody sees, and nobody
        renders it as markup."""
        text = clean_text(text)
        if not text:
            raise BadInput("The message has no visible text.")

        def planner(on: Standing) -> Change:
            seat = acting_seat(on.row, player.id, named)
            require_talk(on.row, seat, to)
            kind, body = Words(on.row.seats[seat - 1].name, text, to).written
            return change_to(on, self._now(), (kind, seat, body, None))

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def resign(self, match_id: str, seat: Seat) -> Room:
        """Give a seat up, by as many changes as that takes."""
        while True:
            room, change = await self._act(match_id, seat, lambda on: giving_up.give_up(on, seat, self._now()))
            assert change is not None
            now = change.standing
            if now.row.status == "over" or seat not in people_playing(now.row, now.playing):
                return room

    async def offer_draw(self, match_id: str, seat: Seat) -> Room:
        """Offer a draw, or agree to one; a second offer changes nothing."""

        def planner(on: Standing) -> Change | None:
            match = on.playing
            if match.drawn or seat in match.offers:
                return None
            after = match.offer_draw(seat)
            _require_people(on.row, match)
            return change_to(on, self._now(), ("draw", seat, "null", None), match=after)

        room, _ = await self._act(match_id, seat, planner)
        return room

    async def take_back_draw(self, match_id: str, seat: Seat) -> Room:
        """Take an offer of a draw back; without one, nothing changes."""

        def planner(on: Standing) -> Change | None:
            match = on.playing
            if not match.outcome and seat not in match.offers:
                return None
            return change_to(on, self._now(), ("no_draw", seat, "null", None), match=match.take_back_draw(seat))

        room, _ = await self._act(match_id, seat, planner)
        return room

    # -- pauses ------------------------------------------------------------------------------------------

    async def ask_for_pause(self, match_id: str, seat: Seat) -> Room:
        """Ask for a pause; the clock stops when the last one has. Asking again changes nothing."""

        def planner(on: Standing) -> Change | None:
            on.playing.require_playing(seat)
            if isinstance(on.row.pace, NoClock):
                raise Conflict("This match has no clock to stop.")
            if on.row.deadline is None or seat in on.row.pause.asked:
                return None
            require_time(on.row, self._now())
            return self._pause(on, "pause", seat)

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def take_back_pause(self, match_id: str, seat: Seat) -> Room:
        """Ask no longer; without having asked, nothing changes."""

        def planner(on: Standing) -> Change | None:
            on.playing.require_playing(seat)
            return self._pause(on, "no_pause", seat) if seat in on.row.pause.asked else None

        room, _ = await self._hall.change(match_id, planner)
        return room

    async def resume(self, match_id: str, seat: Seat) -> Room:
        """Let the clock go on; anybody who still plays may."""

        def planner(on: Standing) -> Change:
            on.playing.require_playing(seat)
            if on.row.pause.left is None:
                raise Conflict("The match is not paused.")
            return self._pause(on, "resume", seat)

        room, _ = await self._hall.change(match_id, planner)
        return room

    def _pause(self, on: Standing, kind: InputKind, seat: Seat) -> Change:
        now = self._now()
        return change_to(on, now, (kind, seat, "null", None), row=with_pause(on.row, on.playing, kind, seat, now))

    async def _act(
        self, match_id: str, seat: Seat, planner: Planner, key: str | None = None
    ) -> tuple[Room, Change | None]:
        """Change a match for a seat. Where somebody else sits down there meanwhile, nobody acts for them."""
        holders: set[str | None] = set()

        def as_holder(on: Standing) -> Change | None:
            holders.update(row.player for row in on.row.seats[seat - 1 : seat])
            if len(holders) > 1:
                raise NotAllowed("Another player has taken over this seat.")
            return planner(on)

        return await self._hall.change(match_id, as_holder, None if key is None else (seat, key))

    def _now(self) -> int:
        return self._hall.clock.now()


def _require_step(match: AnyMatch, step: int | None) -> None:
    """Raise `NotToAct` for an order that is meant for another step than this."""
    if step is not None and step != match.step:
        raise NotToAct(f"This order is for step {step}, but the match is already at step {match.step}.")


def _require_hint(on: Standing, seat: Seat) -> None:
    """Raise unless this seat can be shown a good order now."""
    if not is_practice(on.row):
        raise Conflict("Good moves are shown only in matches of one player against bots.")
    on.playing.require_to_act(seat)
    if on.playing.step not in on.tally.hints and len(on.tally.hints) >= MAX_HINTS:
        raise Conflict(f"You have been shown all {MAX_HINTS} good moves of this match.")


def _require_people(row: MatchRow, match: AnyMatch) -> None:
    """Raise unless everybody who still plays can be asked for a draw."""
    kinds = {seat: row.seats[seat - 1].kind for seat in match.standing}
    bots, empty = ([str(seat) for seat in kinds if kinds[seat] in kind] for kind in (("bot",), ("open", "invite")))
    if bots:
        raise Conflict(f"Bots never agree to a draw, and a bot is playing on seat {', '.join(bots)}.")
    if empty:
        raise Conflict(f"An empty seat cannot agree to a draw: seat {', '.join(empty)}.")
