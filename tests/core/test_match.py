"""Matches of both kinds of turn: Stellar Skirmish (secret, together) and Nim (in turn)."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from armillary.core import codec, record
from armillary.core.dice import FastDice
from armillary.core.errors import BadInput, ConfigRefused, MatchOver, NotToAct, OrderRefused, Refused
from armillary.core.match import AgreedDraw, AnyMatch, Match, Resignation, Snapshot, Turn, seen
from armillary.core.seeds import seed_from
from armillary.core.values import Outcome
from armillary.games.skirmish.game import GAME as SKIRMISH
from armillary.games.skirmish.model import Config, Play, Revealed
from tests.core import nim

SEED = seed_from("match")


def skirmish(seats: int = 2) -> AnyMatch:
    return Match.begin(SKIRMISH, seats=seats, seed=SEED)


def of_nim(seats: int = 2, stones: int = 12) -> AnyMatch:
    return Match.begin(nim.GAME, seats=seats, config=nim.Config(stones), seed=SEED)


def played_out(match: AnyMatch) -> AnyMatch:
    dice = FastDice(1)
    while match.to_act:
        for seat in match.waiting_for:
            match = match.submit(seat, match.game.hints.random_order(match.state, seat, dice))
    return match


def test_the_last_order_in_resolves_the_turn() -> None:
    match = skirmish().submit(2, Play(5))
    assert (match.step, match.waiting_for, match.recent) == (0, (1,), ())
    match = match.submit(1, Play(7))
    assert (match.step, match.waiting_for) == (1, (1, 2))
    assert isinstance(match.recent[0].events[0], Revealed)


def test_a_move_in_turn_resolves_at_once() -> None:
    match = of_nim().submit(1, nim.Take(3))
    assert (match.state.stones, match.to_act, match.step) == (9, (2,), 1)


def test_a_match_is_a_value() -> None:
    match = skirmish()
    later = match.submit(1, Play(5))
    assert match.pending == {}
    assert later.pending == {1: Play(5)}


def test_an_order_may_be_changed_until_the_reveal() -> None:
    match = skirmish().submit(1, Play(5)).submit(1, Play(9)).submit(2, Play(1))
    assert match.recent[0].events[0] == Revealed(cards=(9, 1), rule="SS-5")


def test_an_order_may_be_withdrawn_until_the_reveal() -> None:
    match = skirmish().submit(1, Play(5)).withdraw(1)
    assert match.waiting_for == (1, 2)
    with pytest.raises(NotToAct, match="no order that could be withdrawn"):
        match.withdraw(1)


def test_a_refused_order_changes_nothing_and_says_why() -> None:
    match = skirmish().submit(1, Play(5))
    with pytest.raises(OrderRefused) as refused:
        match.submit(1, Play(16))
    assert [violation.rule for violation in refused.value.violations] == ["SS-5"]
    assert match.pending == {1: Play(5)}


def test_an_order_of_a_seat_that_is_not_waited_for_is_not_taken() -> None:
    with pytest.raises(NotToAct, match=r"Player 2 owes no order now: the match waits for Player 1\."):
        of_nim().submit(2, nim.Take(1))


@pytest.mark.parametrize(
    "seat", [0, 3, -1, "1", "x", 1.0, True, None, (1,), "x" * 10_000, pytest.param(10**5000, id="endless")]
)
def test_a_seat_that_is_not_there_is_refused_by_every_move(seat: Any) -> None:
    match = skirmish()
    moves: list[Callable[[], object]] = [
        lambda: match.submit(seat, Play(1)),
        lambda: match.check(seat, Play(1)),
        lambda: match.withdraw(seat),
        lambda: match.resign(seat),
        lambda: match.take_over(seat, "x"),
        lambda: match.offer_draw(seat),
        lambda: match.take_back_draw(seat),
    ]
    for move in moves if seat is None else [*moves, lambda: match.table(seat)]:
        with pytest.raises(
            BadInput, match=r"There is no seat .{1,60}: the seats of this match are the numbers 1 to 2\.$"
        ):
            move()


def test_a_passed_deadline_plays_default_orders_for_who_is_missing() -> None:
    match = skirmish().submit(1, Play(5)).expire()
    assert match.log[0] == Turn(((1, Play(5)), (2, Play(1))), missed=(2,))


def test_the_table_shows_ones_own_order_and_only_that_others_have_submitted() -> None:
    match = skirmish(3).submit(2, Play(5))
    assert match.table(2).pending == Play(5)
    for seat in (None, 1, 3):
        assert match.table(seat).pending is None
        assert match.table(seat).submitted == (2,)


def test_the_match_ends_when_the_game_does_and_takes_no_more() -> None:
    match = played_out(skirmish())
    assert match.outcome is not None
    assert match.table(1).outcome == match.outcome
    moves: list[Callable[[], AnyMatch]] = [
        lambda: match.submit(1, Play(1)),
        match.expire,
        lambda: match.resign(1),
        lambda: match.take_over(1, "x"),
        lambda: match.agree_draw((1, 2)),
        lambda: match.offer_draw(1),
        lambda: match.take_back_draw(1),
    ]
    for move in moves:
        with pytest.raises(MatchOver, match="over"):
            move()


def test_the_last_who_has_not_resigned_wins() -> None:
    match = skirmish(3).resign(2)
    assert match.outcome is None
    match = match.resign(1)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.ranking) == ((3,), ((3,), (1,), (2,)))
    assert match.outcome.reason == "resignation"


def test_a_seat_that_resigned_plays_default_orders_and_is_not_waited_for() -> None:
    match = skirmish(3).submit(2, Play(9)).resign(2).submit(1, Play(5))
    assert match.waiting_for == (3,)
    match = match.submit(3, Play(4))
    assert match.log[-1] == Turn(((1, Play(5)), (2, Play(1)), (3, Play(4))), missed=(2,))
    with pytest.raises(NotToAct):
        match.submit(2, Play(9))
    with pytest.raises(NotToAct, match="not playing"):
        match.resign(2)


def test_resigning_as_the_last_one_waited_for_resolves_the_turn() -> None:
    match = skirmish(3).submit(1, Play(5)).submit(3, Play(4)).resign(2)
    assert [entry.__class__.__name__ for entry in match.log] == ["Resignation", "Turn"]


def test_turns_of_resigned_seats_pass_by_themselves() -> None:
    match = of_nim(seats=3).resign(2).submit(1, nim.Take(1))
    assert (match.to_act, match.state.stones, len(match.recent)) == ((3,), 10, 2)


def test_a_seat_that_resigned_cannot_win() -> None:
    match = of_nim(seats=3, stones=2).resign(2).submit(1, nim.Take(1))
    assert match.outcome is not None
    by_the_rules = match.game.rules.outcome(match.state)
    assert by_the_rules is not None
    assert by_the_rules.winners == (2,)
    assert match.outcome.winners == (1, 3)
    assert match.outcome.ranking == ((1, 3), (2,))


def test_all_who_still_play_may_agree_on_a_draw() -> None:
    match = skirmish(3).resign(3)
    with pytest.raises(NotToAct, match="Not agreed yet: seat 2"):
        match.agree_draw((1,))
    drawn = match.agree_draw((1, 2)).outcome
    assert drawn is not None
    assert (drawn.winners, drawn.ranking, drawn.reason) == ((), ((1, 2), (3,)), "agreed_draw")


def test_the_last_offer_of_a_draw_ends_the_match() -> None:
    match = skirmish(3).submit(1, Play(5)).offer_draw(3).offer_draw(1)
    assert (match.offers, match.step, match.outcome) == ((1, 3), 0, None)
    assert match.offer_draw(1) == match
    drawn = match.offer_draw(2)
    assert (drawn.step, drawn.log, drawn.offers, dict(drawn.pending)) == (1, (AgreedDraw(),), (), {})
    assert drawn.hashes == match.agree_draw((1, 2, 3)).hashes
    assert drawn.outcome == Outcome((), ((1, 2, 3),), (), "agreed_draw")


def test_an_offer_of_a_draw_stands_until_it_is_taken_back_or_a_turn_is_resolved() -> None:
    match = skirmish().offer_draw(2)
    assert match.take_back_draw(2).offers == ()
    with pytest.raises(NotToAct, match="Player 1 has offered no draw"):
        match.take_back_draw(1)
    waiting = match.submit(1, Play(5))
    assert waiting.offers == (2,)
    assert waiting.withdraw(1).offers == (2,)
    assert waiting.submit(2, Play(4)).offers == waiting.expire().offers == ()


def test_only_who_plays_offers_a_draw() -> None:
    match = skirmish(3).offer_draw(1).offer_draw(2).resign(1)
    assert (match.offers, match.outcome) == ((2,), None)
    with pytest.raises(NotToAct, match="not playing"):
        match.offer_draw(1)
    assert match.take_over(2, "Grace").offers == ()
    assert match.take_over(3, "Grace").offers == (2,)


def test_who_resigns_as_the_last_to_agree_leaves_a_draw_behind() -> None:
    """Before their orders are revealed, though nobody else is waited for."""
    offered = skirmish(3).offer_draw(1).offer_draw(3).submit(1, Play(5)).submit(3, Play(4))
    match = offered.resign(2)
    assert match.log == (Resignation(2), AgreedDraw())
    assert match.outcome == Outcome((), ((1, 3), (2,)), (), "agreed_draw")
    assert match.recent == ()


def test_who_is_left_alone_with_an_offer_of_a_draw_has_won() -> None:
    match = skirmish().offer_draw(1).resign(2)
    assert match.log == (Resignation(2),)
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((1,), "resignation")


def test_a_seat_may_be_taken_over() -> None:
    match = skirmish().take_over(2, "bot:medium")
    assert match.table(None).players == ("Player 1", "bot:medium")
    assert match.opening_players == ("Player 1", "Player 2")


def test_a_match_may_begin_from_a_position_with_a_fresh_seed() -> None:
    middle = skirmish().submit(1, Play(5)).submit(2, Play(3)).state
    fork = Match.from_position(SKIRMISH, middle)
    other = Match.from_position(SKIRMISH, middle)
    assert fork.state == middle
    assert fork.seed != other.seed
    assert played_out(fork).outcome is not None


def test_an_impossible_position_or_config_is_refused() -> None:
    broken = nim.State(nim.Setup(2), -1, 1)
    with pytest.raises(Refused, match="impossible"):
        Match.from_position(nim.GAME, broken)
    with pytest.raises(ConfigRefused, match=r"Fleet values must have at most 500 cards, not 501\. \[SS-1\]"):
        Match.begin(SKIRMISH, config=Config(fleet_values=tuple(range(501))))


def test_seeds_and_players_must_fit() -> None:
    with pytest.raises(BadInput, match="32 bytes"):
        Match.begin(SKIRMISH, seed=b"short")
    odd_seed: Any = 1.5
    with pytest.raises(BadInput, match=r"a text, a whole number or 32 bytes, not 1\.5"):
        Match.begin(SKIRMISH, seed=odd_seed)
    with pytest.raises(BadInput, match="2 seats need 2 players, not 1"):
        Match.begin(SKIRMISH, players=("one",))
    one_text: Any
    for one_text in ("ab", 5, None):
        with pytest.raises(BadInput, match="Players are given as a list of names, not as"):
            Match.begin(SKIRMISH, players=one_text)
    for half in ("\ud800", 10**5000):
        with pytest.raises(BadInput, match="This seed cannot be written"):
            Match.begin(SKIRMISH, seed=half)
    with pytest.raises(BadInput, match="half a character"):
        Match.begin(SKIRMISH, players=("Ada", "\ud800"))
    numbers: Any = (1, 2)
    nobody: Any = None
    with pytest.raises(BadInput, match="A player's name must be a text, not 1"):
        Match.begin(SKIRMISH, players=numbers)
    with pytest.raises(BadInput, match="A player's name must be a text, not None"):
        skirmish().take_over(1, nobody)


@pytest.mark.parametrize(("seats", "wrong"), [(1, "not 1"), (20, "not 20"), (1000, "not 1000")])
def test_a_match_has_as_many_seats_as_its_game_offers(seats: int, wrong: str) -> None:
    with pytest.raises(BadInput, match=f"Stellar Skirmish is for 2 to 8 players, {wrong}"):
        skirmish(seats)


@pytest.mark.parametrize("seats", ["2", 2.0, True, (2,)])
def test_the_number_of_seats_is_a_number(seats: Any) -> None:
    with pytest.raises(BadInput, match="must be a whole number"):
        skirmish(seats)


def test_a_match_is_shown_in_one_line_and_told_at_a_glance() -> None:
    match = skirmish()
    assert repr(match) == "<Match of Stellar Skirmish: 2 seats, step 0, waiting for seats 1 and 2>"
    assert repr(played_out(match)).endswith("won by seat 1>")
    assert repr(match.agree_draw((1, 2))).endswith("over without a winner>")
    glance = str(match)
    assert glance.startswith("Stellar Skirmish, step 0: waiting for seats 1 and 2\n\n")
    assert max(map(len, glance.splitlines())) <= 80


def test_equal_matches_have_the_same_hash() -> None:
    assert hash(skirmish()) == hash(skirmish())
    assert len({skirmish(), skirmish(), skirmish().submit(1, Play(5)).submit(2, Play(7))}) == 2


def test_only_entries_go_into_a_log() -> None:
    nothing: Any
    for nothing in (None, "x", 5):
        with pytest.raises(BadInput, match="is not an entry of a log"):
            skirmish().append(nothing)


def test_names_are_shown_beside_the_position() -> None:
    match: AnyMatch = Match.begin(SKIRMISH, seed=SEED, players=("Ada", "Player 2"))
    assert str(match).endswith("\n\nPlayer 1 is Ada.")


def test_a_match_is_opened_again_as_it_began() -> None:
    match = played_out(skirmish().take_over(1, "Ada"))
    assert match.reopened() == skirmish()
    elsewhere: AnyMatch = Match.from_position(SKIRMISH, match.opening, seed=SEED)
    assert played_out(elsewhere).reopened() == elsewhere


def test_a_refusal_is_a_sentence_and_survives_another_process() -> None:
    with pytest.raises(OrderRefused) as refused:
        skirmish().submit(1, Play(16))
    assert str(refused.value).startswith("You do not hold the card 16; your cards are 1, 2, 3")
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.violations) == (str(refused.value), refused.value.violations)
    assert "card_not_held [SS-5]" in str(OrderRefused(refused.value.violations))


def test_equal_seeds_give_equal_matches_and_different_seeds_others() -> None:
    assert played_out(skirmish()).hashes == played_out(skirmish()).hashes
    assert Match.begin(SKIRMISH).hashes != Match.begin(SKIRMISH).hashes


def test_what_is_not_for_a_seat_is_not_seen_by_it() -> None:
    public = Revealed(cards=(1,), rule="x")
    secret = Revealed(cards=(2,), rule="x", seen_by=(2,))
    assert seen((public, secret), 1) == (public,)
    assert seen((public, secret), 2) == (public, secret)
    assert seen((public, secret), None) == (public,)


def test_a_match_restored_from_a_snapshot_goes_on_as_before() -> None:
    opening = skirmish(3)
    middle = opening.submit(1, Play(5)).submit(3, Play(4)).expire().take_over(2, "bot:medium").resign(3)
    kept: Snapshot = codec.decode(codec.encode(middle.snapshot()), Snapshot)
    back = opening.restored(kept)
    assert (back.state, back.step, back.players, back.to_act) == (middle.state, 3, middle.players, middle.to_act)
    assert played_out(back).hashes[-1] == played_out(middle).hashes[-1]
    assert b"pending" not in codec.encode(middle.snapshot()), "what is usual takes no room"
    with pytest.raises(AssertionError, match="its log elsewhere"):
        record.export(back)


def test_a_snapshot_keeps_what_a_resignation_leaves_pending() -> None:
    opening = skirmish(3)
    middle = opening.submit(3, Play(4)).submit(1, Play(5)).offer_draw(3).resign(1)
    kept: Snapshot = codec.decode(codec.encode(middle.snapshot()), Snapshot)
    back = opening.restored(kept)
    assert (dict(back.pending), back.offers) == ({3: Play(4)}, (3,))
    assert back.submit(2, Play(6)).state == middle.submit(2, Play(6)).state
    assert back.offer_draw(2).hashes[-1] == middle.offer_draw(2).hashes[-1]
