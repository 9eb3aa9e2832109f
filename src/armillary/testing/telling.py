"""The laws of words and hints: what people read and write, and what bots are handed."""

from __future__ import annotations

from collections.abc import Sequence

from armillary.core import codec
from armillary.core.contract import AnyGame
from armillary.core.dice import FastDice
from armillary.core.errors import BadNotation
from armillary.core.values import refusals
from armillary.testing.play import Trial, expect, expect_legal

BEST = 10_000
WIDTHS = (60, 80, 100, 160)
CUT = "…"


def notation_round_trips(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Orders and positions survive their notation unchanged, and everything that happens has a sentence."""
    expect(game.words.notation().strip(), "the notation has a help text", game.slug)
    for trial in trials:
        dice = FastDice(7)
        for match in (*trial.situations, trial.end):
            text = game.words.format_state(match.state)
            expect(game.words.parse_state(text) == match.state, "positions survive their notation", text)
            for seat in (None, *match.seats):
                view = game.sight.view(match.state, seat)
                expect(game.words.describe(view).strip(), "every position has a description", text)
                for step in match.recent:
                    for event in step.events:
                        expect(game.words.tell(event, view).strip(), "every event has a sentence", event)
        for match, seat in trial.acting():
            view = game.sight.view(match.state, seat)
            for order in (
                game.hints.random_order(match.state, seat, dice),
                game.rules.default_order(match.state, seat),
            ):
                text = game.words.format_order(order, view)
                expect(game.words.parse_order(text, view) == order, "orders survive their notation", (text, order))
                expect(game.words.tell_order(order, view).strip(), "every order can be told in words", order)
                forecast = game.words.forecast(game.sight.preview(match.state, seat, order), view)
                expect(forecast.strip(), "every preview has a text", order)


def players_are_told_what_they_need(game: AnyGame, trials: Sequence[Trial]) -> None:
    """What is asked, the position at a glance and part by part, and the end: each has its sentences."""
    for trial in trials:
        for match, seat in trial.acting():
            view = game.sight.view(match.state, seat)
            expect(game.words.ask(view).strip(), "whoever is to act is asked to", seat)
            for width in WIDTHS:
                lines = game.words.overview(view, width).splitlines()
                expect(lines and max(map(len, lines)) <= width, "an overview keeps to its width", (width, lines))
                expect(not any(line.endswith(CUT) for line in lines), "an overview cuts nothing", (width, lines))
            names = game.words.names(view)
            expect(len(names) == len(set(names)), "every name means one thing", names)
            for name in names:
                expect(game.words.describe(view, name).strip(), "whatever has a name can be looked at", name)
            try:
                game.words.describe(view, "no such thing")
            except BadNotation:
                pass
            else:
                expect(False, "a name that is none is refused", names)
            order = game.rules.default_order(match.state, seat)
            text = game.words.format_order(order, view)
            expect(
                not refusals(game.rules.check(match.state, seat, game.words.parse_order(text, view, order))),
                "an order added to itself is still an order",
                text,
            )
        outcome = trial.end.outcome
        if outcome:
            for viewer in (None, *trial.end.seats):
                view = game.sight.view(trial.end.state, viewer)
                expect(game.words.conclude(outcome, view).strip(), "every end has its sentences", outcome)


def hints_are_sound(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Candidates are legal, different and no more than asked for; evaluations stay in bounds; bots play legally."""
    for trial in trials:
        dice = FastDice(8)
        for match, seat in trial.acting():
            found = game.hints.candidates(match.state, seat, dice, 4)
            different = {codec.encode(order) for order in found}
            expect(1 <= len(found) == len(different) <= 4, "1 to k different candidates", found)
            worth = game.hints.evaluate(match.state, seat)
            expect(type(worth) is int and -BEST <= worth <= BEST, f"evaluations lie within {BEST}", worth)
            view, options = game.sight.view(match.state, seat), game.sight.options(match.state, seat)
            for info in game.hints.bots:
                order = info.make().decide(view, options, dice, min(info.budget, 10))
                expect_legal(game, match, seat, order, f"bot {info.name} plays legally")
        for seat in trial.end.seats:
            worth = game.hints.evaluate(trial.end.state, seat)
            expect(type(worth) is int and -BEST <= worth <= BEST, f"evaluations lie within {BEST}", worth)
