"""The law of symmetric games: in these, seats have nothing but their number to tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armillary.core.contract import AnyGame
from armillary.core.match import AnyMatch, Match, Turn
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome, Seat
from armillary.testing.play import Trial, expect, expect_legal


def seats_are_alike(game: AnyGame, trials: Sequence[Trial]) -> None:
    """Exchanging seats exchanges results: whoever gives the same orders from another seat fares the same."""
    for trial in trials:
        seats = range(1, trial.seats + 1)
        for others in (tuple(reversed(seats)), (*seats[1:], seats[0])):
            exchange = dict(zip(seats, others, strict=True))
            where = f"{trial.seats} seats, seed {trial.seed!r}, orders of seats exchanged: {exchange}"
            mirrored = _mirrored(game, trial, exchange, where)
            expect(mirrored.outcome, "with exchanged seats a match ends as soon as without", where)
            expected, found = _exchanged(trial.end.outcome, exchange), _plain(mirrored.outcome)
            expect(found == expected, "exchanging seats exchanges results", f"{where}: {found}, not {expected}")


def _mirrored(game: AnyGame, trial: Trial, exchange: Mapping[Seat, Seat], where: str) -> AnyMatch:
    """The same match with every order given from another seat."""
    match: AnyMatch = Match.begin(game, seats=trial.seats, seed=seed_from(trial.seed))
    for entry in trial.end.log:
        assert isinstance(entry, Turn), "random play is made of turns"
        acting = tuple(sorted(exchange[seat] for seat, _ in entry.orders))
        expect(
            match.to_act == acting, "with exchanged seats, exchanged seats are to act", f"{where}, step {match.step}"
        )
        for seat, order in entry.orders:
            expect_legal(game, match, exchange[seat], order, "what one seat may order, every seat in its place may")
        for seat, order in entry.orders:
            match = match.submit(exchange[seat], order)
    return match


def _plain(outcome: Outcome | None) -> object:
    """How it ended, with equals in no order."""
    assert outcome is not None
    return set(outcome.winners), [set(group) for group in outcome.ranking], outcome.scores, outcome.reason


def _exchanged(outcome: Outcome | None, exchange: Mapping[Seat, Seat]) -> object:
    assert outcome is not None
    back = {new: old for old, new in exchange.items()}
    return (
        {exchange[seat] for seat in outcome.winners},
        [{exchange[seat] for seat in group} for group in outcome.ranking],
        tuple(outcome.scores[back[seat] - 1] for seat in sorted(back)) if outcome.scores else (),
        outcome.reason,
    )
