"""Non-interference: what a seat may not know makes no difference to anything it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice, KeyedDice
from armillary.core.match import AnyMatch, seen
from armillary.core.values import Seat
from armillary.testing.play import Trial, expect

WORLDS = 12


def worlds_look_alike(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Sampled worlds are possible, look the same to their seat and offer it the same options."""
    differ = False
    for trial in trials:
        dice = FastDice(11)
        for match in (*trial.situations, trial.end):
            for seat in (None, *match.seats):
                worlds = [game.sight.sample_world(game.sight.view(match.state, seat), dice) for _ in range(3)]
                differ = differ or len({codec.encode(world) for world in worlds}) > 1
                for world in worlds:
                    expect(
                        game.hidden or world == match.state, "where nothing is hidden, a view shows everything", seat
                    )
                    faults = game.rules.check_position(world)
                    expect(not faults, "sampled worlds are possible", faults)
                    _expect_alike(game, match, world, seat)
    expect(differ or not game.hidden, "sampled worlds differ where something is hidden", game.slug)


def _expect_alike(game: AnyGame, match: AnyMatch, world: Any, seat: Seat | None) -> None:
    where = (seat, game.words.format_state(match.state), game.words.format_state(world))
    alike = game.sight.view(world, seat) == game.sight.view(match.state, seat)
    expect(alike, "views show nothing that a seat may not know", where)
    expect(game.rules.to_act(world) == game.rules.to_act(match.state), "everybody knows whose turn it is", where)
    expect(game.rules.phase(world) == game.rules.phase(match.state), "everybody knows the phase", where)
    if seat is None or seat not in match.to_act:
        return
    order = game.hints.random_order(match.state, seat, FastDice(12))
    for draft in (None, order):
        offered = game.sight.options(world, seat, draft) == game.sight.options(match.state, seat, draft)
        expect(offered, "options show nothing that a seat may not know", where)
    foreseen = game.sight.preview(world, seat, order) == game.sight.preview(match.state, seat, order)
    expect(foreseen, "previews show nothing that a seat may not know", where)
    judged = game.rules.check(world, seat, order) == game.rules.check(match.state, seat, order)
    expect(judged, "violations show nothing that a seat may not know", where)


def events_tell_no_more_than_views(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Where the views after a step are the same, its events and fates are the same too."""
    for trial in trials:
        dice = FastDice(13)
        for match in trial.situations:
            orders = {seat: game.hints.random_order(match.state, seat, dice) for seat in match.to_act}
            for seat in (None, *match.seats):
                view = game.sight.view(match.state, seat)
                worlds = [match.state, *(game.sight.sample_world(view, dice) for _ in range(WORLDS))]
                heard_by_view: dict[bytes, bytes] = {}
                for world in worlds:
                    step = game.rules.resolve(world, orders, KeyedDice(match.seed, match.step + 1))
                    after = codec.encode(game.sight.view(step.state, seat))
                    heard = codec.encode([seen(step.events, seat), seen(step.fates, seat)])
                    same = heard_by_view.setdefault(after, heard) == heard
                    expect(same, "events and fates show nothing that a seat may not know", (seat, heard[:400]))


def tables_hide_pending_orders(game: AnyGame, trials: Sequence[Trial]) -> None:
    """A table looks the same whatever the others have secretly submitted."""
    for trial in trials:
        dice = FastDice(14)
        for match in trial.situations:
            if len(match.to_act) < 2:
                continue
            actor, *others = match.to_act
            tables = []
            for _ in range(4):
                pending = match.submit(actor, game.hints.random_order(match.state, actor, dice))
                tables.append([codec.encode(pending.table(seat)) for seat in (None, *others)])
            expect(all(table == tables[0] for table in tables), "a table hides the others' pending orders", actor)
