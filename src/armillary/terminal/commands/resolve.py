"""`armillary resolve`: the engine for programs in any language. Takes a position and orders, answers in JSON."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
import rich_click as click

from armillary.core import codec
from armillary.core.contract import AnyGame, Step
from armillary.core.dice import KeyedDice
from armillary.core.errors import ArmillaryError, BadInput, MatchOver
from armillary.core.prose import explained
from armillary.core.seeds import seed_from
from armillary.core.values import Event, Fate, Seat, Violation, refusals
from armillary.terminal import files, show
from armillary.terminal.arguments import GAME, SEED


@click.command("resolve")
@click.argument("game", type=GAME)
@click.option("--position", required=True, metavar="FILE", help="The position, as JSON or in the game's notation.")
@click.option(
    "--orders",
    required=True,
    metavar="FILE",
    help='The orders by seat, as JSON {"1": ...} or in lines like "1: play 7".',
)
@click.option("--seed", type=SEED, help="Any text; it decides the dice.  [default: a new one, shown in the answer]")
def command(game: AnyGame, position: str, orders: str, seed: str | None) -> None:
    """Resolve one step of GAME from any position, and print the result as JSON.

    One FILE may be - for standard input. A seat without an order plays its default order. Sentences are written
    for a spectator, or for the first seat that may know what they say.
    """
    if position == orders == files.STDIN:
        raise click.UsageError("Only one of --position and --orders can come from standard input.")
    state = _position(game, position)
    given = _orders(game, state, orders)
    notes = _check(game, state, given)
    acting = game.rules.to_act(state)
    missing = {seat: game.rules.default_order(state, seat) for seat in acting if seat not in given}
    together = {**given, **missing}
    seed = secrets.token_hex(8) if seed is None else seed
    step = game.rules.resolve(state, {seat: together[seat] for seat in acting}, KeyedDice(seed_from(seed), 1))
    answer = {"seed": seed, "defaults": _written(game, state, missing), "violations": notes, **_result(game, step)}
    click.echo(show.as_json(answer))


# -- in ----------------------------------------------------------------------------------------------------


def _position(game: AnyGame, name: str) -> Any:
    text = files.read_text(name).strip()
    try:
        state = codec.decode(text, game.state, "position") if text.startswith("{") else game.words.parse_state(text)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from error
    if violations := game.rules.check_position(state):
        raise BadInput(f"{name}: {explained(game, violations)}")
    if not game.rules.to_act(state):
        raise MatchOver(f"{name}: The game is over in this position, so there is nothing to resolve.")
    return state


def _orders(game: AnyGame, state: Any, name: str) -> dict[Seat, Any]:
    """Every order given, by seat."""
    text = files.read_text(name).strip()
    try:
        written = codec.decode(text, dict[str, Any], "orders") if text.startswith("{") else _lines(text)
        return {_seat(game, state, key): _order(game, state, key, order) for key, order in written.items()}
    except ArmillaryError as error:
        raise BadInput(f"{name}: {error}") from error


def _lines(text: str) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        key, colon, order = line.partition(":")
        if not colon or key.strip() in written:
            raise BadInput(f"Write one line per seat, like '1: play 7'; not {line[:40]!r}.")
        written[key.strip()] = order.strip()
    return written


def _seat(game: AnyGame, state: Any, key: str) -> Seat:
    acting = game.rules.to_act(state)
    if key not in map(str, acting):
        raise BadInput(f"No order is expected from seat {key[:40]!r}, only from: {', '.join(map(str, acting))}.")
    return int(key)


def _order(game: AnyGame, state: Any, key: str, written: Any) -> Any:
    if isinstance(written, str):
        try:
            return game.words.parse_order(written, game.sight.view(state, int(key)))
        except BadInput as error:
            raise BadInput(f"Seat {key}: {error}") from error
    return codec.convert(written, game.order, f"Seat {key}")


def _check(game: AnyGame, state: Any, orders: dict[Seat, Any]) -> list[dict[str, Any]]:
    """The warnings about these orders; an order that is refused is an error."""
    notes: list[dict[str, Any]] = []
    for seat, order in orders.items():
        view, violations = game.sight.view(state, seat), game.rules.check(state, seat, order)
        if refused := refusals(violations):
            raise BadInput(f"Seat {seat}: {explained(game, refused, view)}")
        notes += [{"seat": seat, **_with_text(note, game.words.explain(note, view))} for note in violations]
    return notes


# -- out ---------------------------------------------------------------------------------------------------


def _written(game: AnyGame, state: Any, orders: dict[Seat, Any]) -> dict[Seat, str]:
    return {seat: game.words.format_order(order, game.sight.view(state, seat)) for seat, order in orders.items()}


def _result(game: AnyGame, step: Step[Any]) -> dict[str, Any]:
    def view(item: Event | Fate) -> Any:
        return game.sight.view(step.state, item.seen_by[0] if item.seen_by else None)

    return {
        "state": step.state,
        "position": game.words.format_state(step.state),
        "events": [_with_text(event, game.words.tell(event, view(event))) for event in step.events],
        "fates": [_with_text(fate, game.words.explain(fate, view(fate))) for fate in step.fates],
        "outcome": game.rules.outcome(step.state),
        "to_act": game.rules.to_act(step.state),
        "phase": game.rules.phase(step.state),
    }


def _with_text(note: Event | Fate | Violation, text: str) -> dict[str, Any]:
    return {**msgspec.to_builtins(note), "text": text}
