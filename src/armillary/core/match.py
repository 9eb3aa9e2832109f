"""A match: collects orders, resolves when the last is in, keeps the log. Pure and in memory.

A match is a value: every move returns a new one, so a store can commit first and swap afterwards.
Pending orders live here, never in the state: what nobody has revealed cannot leak from a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from armillary.core import codec, seeds
from armillary.core.beginning import config_for, is_number, name_of, players_for, seats_for, seed_for
from armillary.core.contract import C, Game, O, P, S, Step, V
from armillary.core.dice import KeyedDice
from armillary.core.errors import BadInput, ConfigRefused, MatchOver, NotToAct, OrderRefused, Refused
from armillary.core.faults import brief
from armillary.core.prose import counted, explained, listed
from armillary.core.table import Table
from armillary.core.values import Event, Fate, Outcome, Seat, Violation, refusals


class Turn(msgspec.Struct, Generic[O], frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="turn"):
    """One resolution: every actor's order, and the seats whose order is only the default."""

    orders: tuple[tuple[Seat, O], ...]
    missed: tuple[Seat, ...]


class Resignation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="resignation"):
    """A seat gives up; from now on it plays default orders and cannot win."""

    seat: Seat


class TakeOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="take_over"):
    """Another player sits down on a seat."""

    seat: Seat
    player: str


class AgreedDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="agreed_draw"):
    """All who still play agree to stop."""


OVERVIEW_COLUMNS = 80
"""How wide a match is shown where nobody says how wide."""

Entry: TypeAlias = Turn[Any] | Resignation | TakeOver | AgreedDraw


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match after one step, without its history: a cache of what its log gives."""

    step: int
    hash: str
    players: tuple[str, ...]
    resigned: tuple[Seat, ...]
    drawn: bool
    moving: msgspec.Raw
    """What moves of the state; the setup is the opening's."""
    pending: tuple[tuple[Seat, msgspec.Raw], ...] = ()
    """Orders that were there already: a step may also be a resignation, which reveals nothing."""
    offers: tuple[Seat, ...] = ()


class Match(msgspec.Struct, Generic[C, S, O, V, P], frozen=True, kw_only=True):
    """One match of one game. Begin it with `Match.begin` or `Match.from_position`."""

    game: Game[C, S, O, V, P]
    seed: bytes
    players: tuple[str, ...]
    config: C | None
    """What the first position was made from; None when it was given."""
    opening: S
    opening_players: tuple[str, ...]
    state: S
    pending: Mapping[Seat, O]
    resigned: tuple[Seat, ...]
    offers: tuple[Seat, ...]
    """The seats that offer a draw: until they take it back, or until the next turn is resolved."""
    drawn: bool
    step: int
    """How many entries the match has had: its version."""
    log: tuple[Entry, ...]
    """Those entries; of a match restored from a snapshot only the ones since."""
    hashes: tuple[str, ...]
    """One for where the log begins, then one for every entry, each covering all before it."""
    recent: tuple[Step[S], ...]
    """What the last move resolved: usually nothing or one step, more where resigned seats played on."""
    outcome: Outcome | None
    """How the match ended: by the rules, by resignation, by agreement; None while it goes on."""
    to_act: tuple[Seat, ...]
    """The seats that owe an order now; () when the match is over."""

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}: {counted(len(self.seats), 'seat')}, step {self.step}, {self._now()}>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """One line for rich, too."""
        return [("game", self.game.slug), ("seats", len(self.seats)), ("step", self.step), ("now", self._now())]

    def __str__(self) -> str:
        """The position at a glance, as a spectator sees it."""
        overview = self.game.words.overview(self.game.sight.view(self.state, None), OVERVIEW_COLUMNS)
        named = [f"Player {seat} is {name}" for seat, name in enumerate(self.players, 1) if name != f"Player {seat}"]
        names = f"\n\n{', '.join(named)}." if named else ""
        return f"{self.game.title}, step {self.step}: {self._now()}\n\n{overview}{names}"

    def __hash__(self) -> int:
        """Equal matches have the same hashes."""
        return hash(self.hashes)

    def _now(self) -> str:
        """Whom the match waits for, or who won."""
        if self.outcome is None:
            return f"waiting for {_seats(self.waiting_for)}"
        return f"won by {_seats(self.outcome.winners)}" if self.outcome.winners else "over without a winner"

    # -- beginning ---------------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        game: Game[C, S, O, V, P],
        *,
        seats: int | None = None,
        config: C | None = None,
        seed: bytes | str | int | None = None,
        players: Iterable[str] = (),
        is_checked: bool = False,
    ) -> Self:
        """A new match: the fewest seats, the standard config and a fresh seed unless given.

        A config that was checked before it was stored is not checked again: that may take long.
        """
        seats = seats_for(game, seats)
        config = codec.as_declared(config_for(game, seats) if config is None else config, game.config, "Config")
        if not is_checked and (refused := refusals(game.rules.check_config(config, seats))):
            raise ConfigRefused(refused, explained(game, refused))
        return cls._open(game, seed_for(seed), players_for(players, seats), config, None)

    @classmethod
    def from_position(
        cls,
        game: Game[C, S, O, V, P],
        state: S,
        *,
        seed: bytes | str | int | None = None,
        players: Iterable[str] = (),
    ) -> Self:
        """A match that begins in a given position, with a fresh seed unless given."""
        state = codec.as_declared(state, game.state, "Position")
        if violations := game.rules.check_position(state):
            raise Refused(violations, explained(game, violations))
        return cls._open(game, seed_for(seed), players_for(players, state.setup.seats), None, state)

    @classmethod
    def _open(
        cls, game: Game[C, S, O, V, P], seed: bytes, players: tuple[str, ...], config: C | None, position: S | None
    ) -> Self:
        """From a config or from a position."""
        if position is not None:
            step = Step(position)
        else:
            assert config is not None
            step = game.rules.start(config, len(players), KeyedDice(seed, 0))
        opening_hash = seeds.step_hash(seed, _heading(game, players, config), codec.encode(step.state))
        return cls(
            game=game,
            seed=seed,
            players=players,
            config=config,
            opening=step.state,
            opening_players=players,
            state=step.state,
            pending={},
            resigned=(),
            offers=(),
            drawn=False,
            step=0,
            log=(),
            hashes=(opening_hash,),
            recent=(step,),
            outcome=None,
            to_act=(),
        ).judged()

    # -- storing and restoring ------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Where the match stands, for callers that keep its log elsewhere."""
        moving = msgspec.Raw(codec.encode(codec.moving(self.state)))
        pending = tuple((seat, msgspec.Raw(codec.encode(order))) for seat, order in sorted(self.pending.items()))
        return Snapshot(
            self.step, self.hashes[-1], self.players, self.resigned, self.drawn, moving, pending, self.offers
        )

    def restored(self, snapshot: Snapshot) -> Self:
        """This match, at its opening, brought forward to one of its snapshots."""
        return replace(
            self,
            state=codec.moved(self.state, bytes(snapshot.moving)),
            players=snapshot.players,
            resigned=snapshot.resigned,
            drawn=snapshot.drawn,
            step=snapshot.step,
            log=(),
            hashes=(snapshot.hash,),
            pending={seat: codec.decode(bytes(order), self.game.order) for seat, order in snapshot.pending},
            offers=snapshot.offers,
            recent=(),
        ).judged()

    def reopened(self) -> Self:
        """This match at its opening, with those who played then: where its log begins."""
        position = self.opening if self.config is None else None
        return self._open(self.game, self.seed, self.opening_players, self.config, position)

    # -- asking ------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, in order."""
        return tuple(range(1, self.state.setup.seats + 1))

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that have not resigned."""
        return tuple(seat for seat in self.seats if seat not in self.resigned)

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats whose order is still missing."""
        return tuple([seat for seat in self.to_act if seat not in self.pending and seat not in self.resigned])

    def table(self, seat: Seat | None) -> Table[V, O]:
        """What this seat may see of the match: its view, its own pending order, who has submitted."""
        if seat is not None:
            self.require_seat(seat)
        return Table(
            view=self.game.sight.view(self.state, seat),
            step=self.step,
            phase=self.game.rules.phase(self.state),
            players=self.players,
            to_act=self.to_act,
            submitted=tuple(sorted(self.pending)),
            pending=None if seat is None else self.pending.get(seat),
            resigned=self.resigned,
            outcome=self.outcome,
        )

    def check(self, seat: Seat, order: O) -> tuple[Violation, ...]:
        """Everything wrong with this order now; raises when the match waits for no order of this seat."""
        self.require_to_act(seat)
        return self.game.rules.check(self.state, seat, self._declared(order))

    # -- moving ------------------------------------------------------------------------------------------

    def submit(self, seat: Seat, order: O) -> Self:
        """Give or change an order; the last one in resolves the turn."""
        return self.place(seat, order, self.check(seat, order))

    def place(self, seat: Seat, order: O, violations: tuple[Violation, ...]) -> Self:
        """As `submit`, for callers that already have what `check` says about the order."""
        order = self._declared(order)
        if refused := refusals(violations):
            raise OrderRefused(refused, explained(self.game, refused, self.game.sight.view(self.state, seat)))
        return replace(self, pending={**self.pending, seat: order}, recent=()).settle()

    def withdraw(self, seat: Seat) -> Self:
        """Take an order back before the reveal."""
        self.require_seat(seat)
        if seat not in self.pending:
            raise NotToAct(f"Player {seat} has given no order that could be withdrawn.")
        return replace(self, pending={s: o for s, o in self.pending.items() if s != seat}, recent=())

    def expire(self) -> Self:
        """The deadline has passed: seats without an order play the default order."""
        self._require_running()
        return replace(self, recent=()).settle(expired=True)

    def resign(self, seat: Seat) -> Self:
        """Give up: default orders from now on, and the last seat left wins.

        Where all others offer a draw, it is agreed on with this, before any turn is resolved.
        """
        self.require_playing(seat)
        return replace(self, recent=()).append(Resignation(seat)).agreed().settle()

    def take_over(self, seat: Seat, player: str) -> Self:
        """Another player sits down on a seat that is still played."""
        self.require_playing(seat)
        return replace(self, recent=()).append(TakeOver(seat, name_of(player)))

    def offer_draw(self, seat: Seat) -> Self:
        """Offer a draw, or agree to one: with the offer of the last seat still playing the match is drawn."""
        self.require_playing(seat)
        return replace(self, offers=tuple(sorted({*self.offers, seat})), recent=()).agreed()

    def take_back_draw(self, seat: Seat) -> Self:
        """Take the offer of a draw back before all have made it."""
        self.require_seat(seat)
        self._require_running()
        if seat not in self.offers:
            raise NotToAct(f"Player {seat} has offered no draw.")
        return replace(self, offers=tuple(other for other in self.offers if other != seat), recent=())

    def agree_draw(self, seats: Iterable[Seat]) -> Self:
        """Stop without a winner: every seat still playing must be among those who agree."""
        self._require_running()
        agreeing = tuple(seats) if isinstance(seats, Iterable) else ()
        for seat in agreeing:
            self.require_seat(seat)
        if missing := set(self.standing) - set(agreeing):
            raise NotToAct(f"Not agreed yet: seat {', '.join(str(seat) for seat in sorted(missing))}.")
        return replace(self, recent=()).append(AgreedDraw())

    def agreed(self) -> Self:
        """The match, drawn if all who still play offer it."""
        if self.outcome or set(self.standing) - set(self.offers):
            return self
        return self.append(AgreedDraw())

    def settle(self, *, expired: bool = False) -> Self:
        """Resolve while no order is missing; once regardless when the deadline has passed."""
        match = self
        while match.to_act and (expired or not match.waiting_for):
            match, expired = match._resolve(), False
        return match

    def _resolve(self) -> Self:
        acting = self.game.rules.to_act(self.state)
        missed = tuple(seat for seat in acting if seat not in self.pending)
        orders = tuple(
            (seat, self.pending[seat] if seat in self.pending else self.game.rules.default_order(self.state, seat))
            for seat in acting
        )
        return self.append(Turn(orders, missed))

    def append(self, entry: Entry) -> Self:
        """The match after one more entry of the log: the one way a match goes on, and how it is replayed."""
        match = self
        if isinstance(entry, Turn):
            dice = KeyedDice(self.seed, self.step + 1)
            step = self.game.rules.resolve(self.state, dict(entry.orders), dice)
            match = replace(self, state=step.state, pending={}, offers=(), recent=(*self.recent, step))
        elif isinstance(entry, Resignation):
            pending = {seat: order for seat, order in self.pending.items() if seat != entry.seat}
            offers = tuple(seat for seat in self.offers if seat != entry.seat)
            match = replace(self, resigned=(*self.resigned, entry.seat), pending=pending, offers=offers)
        elif isinstance(entry, TakeOver):
            before, after = self.players[: entry.seat - 1], self.players[entry.seat :]
            offers = tuple(seat for seat in self.offers if seat != entry.seat)
            match = replace(self, players=(*before, entry.player, *after), offers=offers)
        elif isinstance(entry, AgreedDraw):
            match = replace(self, drawn=True, pending={}, offers=())
        else:
            raise BadInput(f"{brief(entry)} is not an entry of a log.")
        chained = seeds.step_hash(
            self.seed, self.hashes[-1].encode(), codec.encode(entry), codec.encode(codec.moving(match.state))
        )
        log, hashes = (*self.log, entry), (*self.hashes, chained)
        return replace(match, step=self.step + 1, log=log, hashes=hashes).judged()

    def _require_running(self) -> None:
        if self.outcome:
            raise MatchOver("The match is over.")

    def _declared(self, order: O) -> O:
        """The order with the types its game declares; raises `BadData`."""
        declared: O = codec.as_declared(order, self.game.order, "Order")
        return declared

    def require_seat(self, seat: Seat) -> None:
        """Raise `BadInput` unless the match has this seat."""
        seats = self.state.setup.seats
        if not is_number(seat) or not 1 <= seat <= seats:
            raise BadInput(f"There is no seat {brief(seat)}: the seats of this match are the numbers 1 to {seats}.")

    def require_to_act(self, seat: Seat) -> None:
        """Raise `NotNow` unless the match waits for an order of this seat, or has one that can be changed."""
        self.require_seat(seat)
        self._require_running()
        if seat not in self.to_act or seat in self.resigned:
            waited = listed([f"Player {other}" for other in self.waiting_for])
            raise NotToAct(f"Player {seat} owes no order now: the match waits for {waited}.")

    def require_playing(self, seat: Seat) -> None:
        """Raise `NotNow` unless the match goes on and this seat has not resigned."""
        self.require_seat(seat)
        self._require_running()
        if seat not in self.standing:
            raise NotToAct(f"Player {seat} is not playing any more.")

    # -- the end, by the rules or without them -----------------------------------------------------------

    def judged(self) -> Self:
        """The match with its outcome and with who is to act, once its state or its players have changed."""
        outcome = self._outcome()
        return replace(self, outcome=outcome, to_act=() if outcome else self.game.rules.to_act(self.state))

    def _outcome(self) -> Outcome | None:
        if self.drawn:
            return Outcome((), (self.standing, *self._quitters()), (), "agreed_draw")
        if len(self.standing) == 1:
            return Outcome(self.standing, (self.standing, *self._quitters()), (), "resignation")
        outcome = self.game.rules.outcome(self.state)
        return outcome and self._without_quitters(outcome)

    def _quitters(self) -> tuple[tuple[Seat, ...], ...]:
        """Those who resigned, each a group of its own, the last to go first."""
        return tuple((seat,) for seat in reversed(self.resigned))

    def _without_quitters(self, outcome: Outcome) -> Outcome:
        """A seat that resigned cannot win and ranks below all who played on."""
        if not self.resigned:
            return outcome
        ranking = tuple(
            kept for group in outcome.ranking if (kept := tuple(s for s in group if s not in self.resigned))
        )
        winners = tuple(seat for seat in outcome.winners if seat not in self.resigned)
        if outcome.winners and not winners:
            winners = ranking[0]
        return Outcome(winners, (*ranking, *self._quitters()), outcome.scores, outcome.reason)


AnyMatch: TypeAlias = Match[Any, Any, Any, Any, Any]


def seen(happened: Iterable[Event] | Iterable[Fate], seat: Seat | None) -> tuple[Any, ...]:
    """Those events or fates that this seat (None: a spectator) may know of."""
    return tuple(item for item in happened if item.seen_by is None or seat in item.seen_by)


def _seats(seats: tuple[Seat, ...]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {listed([str(seat) for seat in seats])}"


def _heading(game: Game[Any, Any, Any, Any, Any], players: tuple[str, ...], config: object) -> bytes:
    """What identifies a match besides its opening: covered by the first hash."""
    return codec.encode([game.slug, game.version, players, config])
