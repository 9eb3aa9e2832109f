"""The front for Python: games by name, matches that are played in a line or two, records that are loaded and saved.

Everything here is made of the parts below it; what it adds is that people may say things as they think of them: a game
by its slug, an order in notation, a bot by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias, TypedDict, Unpack, overload

import msgspec
from msgspec.structs import replace

import armillary.games  # noqa: F401 (its name is this front's `games`; loaded now, it takes that name from nobody later)
from armillary.core import match as engine
from armillary.core import record, registry
from armillary.core.beginning import STANDARD, config_for, is_number, names_in, seats_for
from armillary.core.contract import AnyGame, Bot, C, Game, O, P, S, V
from armillary.core.errors import BadData, BadInput, BadRecord, UnknownGame, VerificationFailed
from armillary.core.faults import brief
from armillary.core.files import read_whole, reason, write_whole
from armillary.core.legal import MAX_ORDERS, legal_orders
from armillary.core.options import Options
from armillary.core.prose import renamed
from armillary.core.values import Event, Seat, Violation

if TYPE_CHECKING:
    from armillary.bots.deciding import Player
    from armillary.games.kepler import model as kepler
    from armillary.games.orbit import model as orbit
    from armillary.games.risky_stars import model as risky_stars
    from armillary.games.skirmish import model as skirmish
    from armillary.games.territory import model as territory

    Kepler: TypeAlias = Game[kepler.Config, kepler.State, kepler.Order, kepler.View, kepler.Preview]
    Orbit: TypeAlias = Game[orbit.Config, orbit.State, orbit.Order, orbit.View, orbit.Preview]
    RiskyStars: TypeAlias = Game[
        risky_stars.Config, risky_stars.State, risky_stars.Order, risky_stars.View, risky_stars.Preview
    ]
    Skirmish: TypeAlias = Game[skirmish.Config, skirmish.State, skirmish.Order, skirmish.View, skirmish.Preview]
    Territory: TypeAlias = Game[territory.Config, territory.State, territory.Order, territory.View, territory.Preview]

Seed: TypeAlias = bytes | str | int
"""Any word or number: the same gives the same match. Or the 32 bytes that a record reveals."""

Who: TypeAlias = str | Bot[Any, Any] | Callable[[AnyGame], Bot[Any, Any]]
"""A bot by its name (`hard`), by where it is (`./mybot.py:Bot`), as a class that is given the game, or itself."""


def games() -> tuple[AnyGame, ...]:
    """Every installed game, in alphabetical order of their slugs."""
    return registry.games()


@overload
def game(slug: Literal["kepler"]) -> Kepler: ...
@overload
def game(slug: Literal["orbit"]) -> Orbit: ...
@overload
def game(slug: Literal["risky_stars"]) -> RiskyStars: ...
@overload
def game(slug: Literal["skirmish"]) -> Skirmish: ...
@overload
def game(slug: Literal["territory"]) -> Territory: ...
@overload
def game(slug: str, version: int | None = None) -> AnyGame: ...
def game(slug: str, version: int | None = None) -> AnyGame:
    """The game of this slug, in its newest version or in the one asked for.

    >>> game("skirmish")
    <Stellar Skirmish: game 'skirmish', version 1, 2 to 8 seats>
    """
    return _game(slug, version)


def _game(named: str | AnyGame, version: int | None = None) -> AnyGame:
    if isinstance(named, Game):
        return named
    if not isinstance(named, str):
        raise UnknownGame(f"A game is named by its slug, such as 'skirmish', not by {brief(named)}.")
    return registry.game(named, version)


def load(path: str | Path) -> Match[Any, Any, Any, Any, Any]:
    """The match in a record, checked from its first order to its last; a saved game goes on where it was left.

    Raises `BadRecord` for a file that is no record, and `VerificationFailed` for one that does not hold.
    """
    data = read_whole(_path(path))
    try:
        return Match.of(record.verify(record.load(data)))
    except (BadRecord, VerificationFailed) as error:
        error.add_note(f"In the file {path}.")
        raise


def _path(given: str | Path) -> Path:
    if not isinstance(given, str | PathLike):
        raise BadInput(f"A file is named by its path, not by {brief(given)}.")
    return Path(given)


class Beginning(TypedDict, total=False):
    """How a match begins; see `Match.begin`."""

    seats: int | None
    preset: str
    config: Any
    seed: Seed | None
    players: Iterable[str]


class Match(engine.Match[C, S, O, V, P], frozen=True, kw_only=True):
    """One match of one game. A match never changes: every move gives a new one.

    >>> match = Match.begin("skirmish", seed="one", players=["Ada", "Bob"])
    >>> match
    <Match of Stellar Skirmish: 2 seats, step 0, waiting for seats 1 and 2>
    >>> match = match.submit(1, "play 7").submit(2, "play 4")
    >>> print(match.tell())
    Ada played 7 and Bob played 4.
    Ada won with 7 and claimed Planet 8.
    """

    # -- beginning and keeping ------------------------------------------------------------------------------

    @overload  # type: ignore[override]
    @classmethod
    def begin(
        cls, game: Literal["kepler"], **how: Unpack[Beginning]
    ) -> Match[kepler.Config, kepler.State, kepler.Order, kepler.View, kepler.Preview]: ...
    @overload
    @classmethod
    def begin(
        cls, game: Literal["orbit"], **how: Unpack[Beginning]
    ) -> Match[orbit.Config, orbit.State, orbit.Order, orbit.View, orbit.Preview]: ...
    @overload
    @classmethod
    def begin(
        cls, game: Literal["risky_stars"], **how: Unpack[Beginning]
    ) -> Match[risky_stars.Config, risky_stars.State, risky_stars.Order, risky_stars.View, risky_stars.Preview]: ...
    @overload
    @classmethod
    def begin(
        cls, game: Literal["skirmish"], **how: Unpack[Beginning]
    ) -> Match[skirmish.Config, skirmish.State, skirmish.Order, skirmish.View, skirmish.Preview]: ...
    @overload
    @classmethod
    def begin(
        cls, game: Literal["territory"], **how: Unpack[Beginning]
    ) -> Match[territory.Config, territory.State, territory.Order, territory.View, territory.Preview]: ...
    @overload
    @classmethod
    def begin(cls, game: str, **how: Unpack[Beginning]) -> Match[Any, Any, Any, Any, Any]: ...
    @overload
    @classmethod
    def begin(cls, game: Game[C, S, O, V, P], **how: Unpack[Beginning]) -> Match[C, S, O, V, P]: ...
    @classmethod
    def begin(
        cls,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        preset: str = STANDARD,
        config: Any = None,
        seed: Seed | None = None,
        players: Iterable[str] = (),
    ) -> Match[Any, Any, Any, Any, Any]:
        """A new match of a game, which is named by its slug.

        `seats` are as many as there are `players`, or the game's fewest. `config` is a whole config, or a dict of the
        fields in which it differs from the `preset`. The same `seed` gives the same match; without one it is drawn.
        Raises `BadInput` or `ConfigRefused`, which say what to do instead.
        """
        chosen = _game(game)
        names = names_in(players)
        number = seats_for(chosen, len(names) if names and seats is None else seats)
        if config is None or isinstance(config, Mapping):
            config = config_for(chosen, number, preset, config)
        return super().begin(chosen, seats=number, config=config, seed=seed, players=names)

    @overload
    @classmethod
    def from_position(
        cls, game: str, state: Any, *, seed: Seed | None = None, players: Iterable[str] = ()
    ) -> Match[Any, Any, Any, Any, Any]: ...
    @overload
    @classmethod
    def from_position(
        cls, game: Game[C, S, O, V, P], state: S | str, *, seed: Seed | None = None, players: Iterable[str] = ()
    ) -> Match[C, S, O, V, P]: ...
    @classmethod
    def from_position(
        cls, game: str | AnyGame, state: Any, *, seed: Seed | None = None, players: Iterable[str] = ()
    ) -> Match[Any, Any, Any, Any, Any]:
        """A match that begins in a position, which may be written in the game's notation."""
        chosen = _game(game)
        position = chosen.words.parse_state(state) if isinstance(state, str) else state
        return super().from_position(chosen, position, seed=seed, players=players)

    @classmethod
    def of(cls, match: engine.Match[C, S, O, V, P]) -> Match[C, S, O, V, P]:
        """The engine's match with everything that is here."""
        return Match(**{name: getattr(match, name) for name in match.__struct_fields__})

    def record(self) -> record.Record:
        """What proves the match: its log with a chain of hashes. The seed is in it once the match is over."""
        return record.export(self)

    def save(self, path: str | Path) -> None:
        """Write the match to a file that `load` reads. While it goes on, its secrets are in the file."""
        try:
            write_whole(_path(path), record.dump(record.export(self, reveal=True)))
        except (OSError, ValueError) as error:
            raise BadInput(f"{path}: The file cannot be written: {reason(error)}.") from error

    # -- asking ---------------------------------------------------------------------------------------------

    def options(self, seat: Seat, draft: O | str | Mapping[str, Any] | None = None) -> Options[O]:
        """What a seat may order now, or how a draft of its order may be changed, with labels for people."""
        self.require_to_act(seat)
        chosen = None if draft is None else self._read(seat, draft)
        view = self.game.sight.view(self.state, seat)
        return self.game.words.label(self.game.sight.options(self.state, seat, chosen), view)

    def legal_orders(self, seat: Seat, most: int = MAX_ORDERS) -> Iterator[O]:
        """Every legal order of a seat, those with few changes from the default order first.

        An iterator that ends has given all of them: where there are more than `most`, or where an order may contain any
        text, it raises `TooManyOrders` instead; `itertools.islice` takes the first ones.
        """
        self.require_to_act(seat)
        return legal_orders(self.game, self.state, seat, most)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move has led to, secrets included; `steps` gives everything before."""
        return tuple(event for step in self.recent for event in step.events)

    def tell(self, seat: Seat | None = None, since: int | None = None) -> str:
        """What the last move has led to, or everything after step `since`, in sentences.

        Told as a seat may know it (None: a spectator), with the names of the players.
        """
        if seat is not None:
            self.require_seat(seat)
        told = [self] if since is None else [match for match in self.steps() if match.step > self._step(since)]
        sentences = [sentence for match in told for sentence in _sentences(match, seat)]
        if self.outcome is not None:
            sentences.append(self.game.words.conclude(self.outcome, self.game.sight.view(self.state, seat)))
        return renamed("\n".join(sentences), lambda named, you: f"{self.players[named - 1]}{you}")

    def steps(self) -> Iterator[Self]:
        """The match as it was at its opening and after every step since."""
        if len(self.log) != self.step:
            raise BadInput("This match was restored from a snapshot, without what came before.")
        match = self.reopened()
        yield match
        for entry in self.log:
            match = replace(match, recent=()).append(entry)
            yield match

    def at(self, step: int) -> Self:
        """The match as it was after so many steps; 0 is its opening."""
        return next(match for match in self.steps() if match.step == self._step(step))

    def _step(self, step: int) -> int:
        if not is_number(step) or not 0 <= step <= self.step:
            raise BadInput(f"There is no step {brief(step)}: this match has steps 0 to {self.step}.")
        return step

    # -- moving ---------------------------------------------------------------------------------------------

    def check(self, seat: Seat, order: O | str | Mapping[str, Any]) -> tuple[Violation, ...]:
        """Everything wrong with an order now: in notation, as data, or the order itself."""
        return super().check(seat, self._read(seat, order))

    def submit(self, seat: Seat, order: O | str | Mapping[str, Any]) -> Self:
        """Give an order, or change it: in notation, as data, or the order itself. The last one in resolves the turn.

        Raises `OrderRefused`, `BadInput` or `NotNow`, which say why.
        """
        return super().submit(seat, self._read(seat, order))

    def _read(self, seat: Seat, order: O | str | Mapping[str, Any]) -> O:
        self.require_to_act(seat)
        if isinstance(order, str):
            return self.game.words.parse_order(order, self.game.sight.view(self.state, seat))
        if not isinstance(order, Mapping | msgspec.Struct):
            default = self.game.rules.default_order(self.state, seat)
            example = self.game.words.format_order(default, self.game.sight.view(self.state, seat))
            raise BadData(f"An order is a text, such as {brief(example)}, or data; not {brief(order)}.")
        declared: Any = order
        return self._declared(declared)

    # -- bots -----------------------------------------------------------------------------------------------

    def bot(self, who: Who, seat: Seat | None = None) -> O:
        """The order that a bot gives for a seat: the first that the match waits for, unless another is named.

        What the bot draws follows from the match's seed, so the same match gives the same order.
        """
        if seat is None:
            seat = (*self.waiting_for, 1)[0]
        self.require_to_act(seat)
        order: O = self._players({seat: who})[seat].order_in(self, seat)
        return order

    def play_out(self, bots: Who | Mapping[Seat, Who]) -> Self:
        """The match at its end, played by these bots: one for each seat, or one for all.

        >>> Match.begin("skirmish", seed="two").play_out({1: "medium", 2: "easy"})
        <Match of Stellar Skirmish: 2 seats, step 15, won by seat 1>
        """
        players = self._players(bots if isinstance(bots, Mapping) else dict.fromkeys(self.standing, bots))
        if missing := [seat for seat in self.standing if seat not in players]:
            raise BadInput(f"Nobody plays seat {missing[0]}: name a bot for every seat that still plays.")
        match = self
        while match.waiting_for:
            seat = match.waiting_for[0]
            try:
                match = match.submit(seat, players[seat].order_in(match, seat))
            except Exception as error:
                seed = f"bytes.fromhex('{match.seed.hex()}')"
                error.add_note(f"In seat {seat}, at step {match.step}. The same match begins with seed={seed}.")
                raise
        return match

    def _players(self, bots: Mapping[Seat, Who]) -> dict[Seat, Player]:
        from armillary.bots.deciding import Player  # noqa: PLC0415 (only where bots play)
        from armillary.bots.registry import find, require_ready  # noqa: PLC0415

        for seat in bots:
            self.require_seat(seat)
        infos = {seat: find(self.game, who) for seat, who in bots.items()}
        if self.config is not None:
            for info in infos.values():
                require_ready(info, self.config, len(self.seats))
        return {seat: Player(info) for seat, info in infos.items()}


def _sentences(match: engine.AnyMatch, seat: Seat | None) -> Iterator[str]:
    """What the last move has led to, as far as this seat may know of it."""
    for step in match.recent:
        view = match.game.sight.view(step.state, seat)
        yield from (match.game.words.tell(event, view) for event in engine.seen(step.events, seat))
