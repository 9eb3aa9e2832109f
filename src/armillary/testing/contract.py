"""`check_game`: does a game keep the contract? Every law of docs/architecture.md, tested on random play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from armillary.core.contract import AnyGame
from armillary.testing import elsewhere, laws, secrecy, settings, telling
from armillary.testing.play import ContractBroken, Trial, trial
from armillary.testing.symmetry import seats_are_alike

Law: TypeAlias = Callable[[AnyGame, Sequence[Trial]], None]

LAWS: tuple[Law, ...] = (
    laws.the_game_is_well_formed,
    settings.bounds_are_what_they_say,
    laws.resolution_is_a_function,
    laws.turns_are_consistent,
    laws.positions_survive_serialization,
    laws.missed_deadlines_end_too,
    laws.orders_have_a_longest,
    laws.what_never_changes_never_changes,
    laws.plans_are_made_ahead,
    laws.options_keep_their_word,
    laws.every_legal_order_is_reached,
    laws.what_is_not_offered_does_not_pass,
    laws.options_are_labelled,
    laws.every_part_of_an_order_learns_its_fate,
    telling.notation_round_trips,
    telling.players_are_told_what_they_need,
    telling.hints_are_sound,
    laws.replays_reproduce_every_hash,
    secrecy.worlds_look_alike,
    secrecy.events_tell_no_more_than_views,
    secrecy.tables_hide_pending_orders,
    elsewhere.every_process_plays_the_same,
)


def check_game(
    game: AnyGame,
    *,
    symmetric: bool = False,
    seats: Sequence[int] | None = None,
    plays: int = 2,
    situations: int = 8,
    seed: str = "check_game",
    locator: str | None = None,
) -> None:
    """Raise `ContractBroken` with the place and the name of the law unless the game keeps the contract.

    A game is `symmetric` when seats have nothing but their number to tell them apart: then `seats_are_alike` is a law,
    too. For each number of seats (the fewest, one more, and the most up to six), `plays` random matches are played and
    `situations` moments of each are checked. `locator` is the game's place as `module:name`, needed only for a
    game that is not registered: part of the check runs in other processes, which must find it.
    """
    fewest, most = game.seats
    counts = tuple(sorted({fewest, min(fewest + 1, most), min(most, 6)})) if seats is None else tuple(seats)
    place = locator or f"{game.slug}.{game.version}"
    trials = [trial(game, count, f"{seed}/{count}/{i}", situations, place) for count in counts for i in range(plays)]
    for law in (*LAWS, *([seats_are_alike] if symmetric else [])):
        try:
            law(game, trials)
        except ContractBroken as broken:
            raise ContractBroken(f"{broken}\n  Law: {law.__name__}") from broken
