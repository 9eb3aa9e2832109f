"""What a person imports: `from armillary import …`, and every game in a few lines."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import armillary
from armillary import (
    BadData,
    BadInput,
    BadNotation,
    BadRecord,
    ConfigRefused,
    Match,
    MatchOver,
    NotToAct,
    OrderRefused,
    TooManyOrders,
    UnknownGame,
    VerificationFailed,
    game,
    games,
    load,
)
from armillary.core import codec, record
from armillary.core.match import AnyMatch
from armillary.core.match import Match as EngineMatch

SLUGS = [each.slug for each in games()]


@pytest.fixture(params=SLUGS)
def match(request: pytest.FixtureRequest) -> Match[Any, Any, Any, Any, Any]:
    """A match of every game at its beginning."""
    return Match.begin(str(request.param), seed="front", preset="lesson")


def test_every_name_that_is_offered_is_there() -> None:
    assert all(hasattr(armillary, name) for name in armillary.__all__)
    assert armillary.__all__ == sorted(armillary.__all__, key=str)


def test_games_are_listed_even_after_their_packages_were_loaded() -> None:
    program = (
        "import armillary; armillary.game('skirmish'); import armillary.games.kepler; print(len(armillary.games()))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{len(SLUGS)}\n"


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        ("chess", "No game is called 'chess'; choose one of: kepler"),
        ("skirmsh", "No game is called 'skirmsh'; did you mean 'skirmish'"),
        (7, "named by its slug"),
        ([], "named by its slug"),
    ],
)
def test_an_unknown_game_is_refused_with_what_there_is(slug: Any, why: str) -> None:
    for ask in (game, Match.begin):
        with pytest.raises(UnknownGame, match=why):
            ask(slug)


def test_bots_play_any_game_to_its_end(match: AnyMatch) -> None:
    assert isinstance(match, Match)
    over = match.play_out("easy")
    assert over.outcome is not None
    assert over.tell().splitlines()[-1]
    assert over.tell(since=0).endswith(over.tell().splitlines()[-1])
    assert match.play_out(dict.fromkeys(match.seats, "easy")).hashes == over.hashes


def test_orders_come_in_notation_as_data_or_as_they_are(match: AnyMatch) -> None:
    seat = match.to_act[0]
    order = match.game.hints.candidates(match.state, seat, armillary.FastDice(1), 1)[0]
    notation = match.game.words.format_order(order, match.table(seat).view)
    given = match.submit(seat, order)
    assert match.submit(seat, notation) == given
    assert match.submit(seat, codec.tree(order)) == given
    assert match.check(seat, notation) == match.check(seat, order)


@pytest.mark.parametrize(
    ("order", "error", "why"),
    [
        ("fly", BadNotation, "A card is a whole number"),
        ("play 99", OrderRefused, r"You do not hold the card 99; your cards are .* \[SS-5\]"),
        (3, BadData, "An order is a text, such as 'play 1', or data; not 3"),
        ({"card": "x"}, BadData, "Order: Card must be a whole number, not a text"),
        ({"ship": 3}, BadData, "Order: "),
        (None, BadData, "not None"),
        ([7], BadData, r"not \[7\]"),
        pytest.param(object(), BadData, "not <object object at", id="object"),
        pytest.param(10**5000, BadData, "not a value of type int", id="endless"),
        ("x" * 100_000, BadNotation, "A card is a whole number"),
    ],
)
def test_a_bad_order_is_answered_with_a_sentence(order: Any, error: type[Exception], why: str) -> None:
    match = Match.begin("skirmish", seed="front")
    with pytest.raises(error, match=why) as raised:
        match.submit(1, order)
    assert len(str(raised.value)) < 200
    assert match == Match.begin("skirmish", seed="front")


@pytest.mark.parametrize(
    ("config", "error", "why"),
    [
        ({"fleet_values": "abc"}, BadData, "Config: Fleet values must be a list, not a text"),
        ({"fleet_value": [1]}, BadInput, "There is no setting called 'fleet_value'; did you mean fleet_values?"),
        ({"x": 3}, BadInput, "There is no setting called 'x'; there are planets, fleet_values and shuffle"),
        ({5: 3}, BadInput, "There is no setting called '5'"),
        ({"fleet_values": list(range(501))}, ConfigRefused, "Fleet values must have at most 500 cards, not 501"),
        (5, BadData, "Config: This must be a table of fields, not a whole number"),
        (["shuffle"], BadData, "Config: "),
    ],
)
def test_a_bad_config_is_answered_with_a_sentence(config: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        Match.begin("skirmish", config=config)


def test_a_dict_changes_some_fields_of_the_preset() -> None:
    changed = Match.begin("kepler", preset="lesson", config={"max_turns": 3}).config
    lesson = game("kepler").presets["lesson"](2)
    assert changed is not None
    assert changed.max_turns == 3
    assert changed.map == lesson.map
    with pytest.raises(BadInput, match="no preset called 'easy'; choose one of: standard"):
        Match.begin("kepler", preset="easy")


def test_there_are_as_many_seats_as_players() -> None:
    assert Match.begin("skirmish", players=["Ada", "Bob", "Cleo"]).seats == (1, 2, 3)
    with pytest.raises(BadInput, match="3 seats need 3 players, not 2"):
        Match.begin("skirmish", seats=3, players=["Ada", "Bob"])
    with pytest.raises(BadInput, match="Players are given as a list of names, not as 'Ada'"):
        Match.begin("skirmish", seats=2, players="Ada")


def test_options_have_labels_and_follow_a_draft(match: AnyMatch) -> None:
    assert isinstance(match, Match)
    seat = match.to_act[0]
    options = match.options(seat)
    assert all(template.label for template in options.templates)
    default = options.templates[0].order
    assert match.options(seat, default).templates[0].order == default


@pytest.mark.parametrize("ask", [Match.options, Match.legal_orders, lambda match, seat: match.bot("easy", seat)])
def test_only_a_seat_that_is_to_act_is_told_what_it_may_order(ask: Any) -> None:
    match = Match.begin("risky_stars", seed="front")
    (other,) = set(match.seats) - set(match.to_act)
    with pytest.raises(NotToAct, match=f"Player {other} owes no order now"):
        ask(match, other)
    with pytest.raises(BadInput, match="There is no seat 9"):
        ask(match, 9)
    with pytest.raises(MatchOver):
        ask(match.resign(1), 1)


def test_legal_orders_are_all_there_are() -> None:
    match = Match.begin("skirmish", config={"fleet_values": [2, 3, 5]})
    assert sorted(order.card for order in match.legal_orders(1)) == [2, 3, 5]


def test_legal_orders_never_end_too_early() -> None:
    skirmish = Match.begin("skirmish")
    assert len(list(islice(skirmish.legal_orders(1, most=4), 4))) == 4
    with pytest.raises(TooManyOrders, match="Seat 1 has more than 4 legal orders"):
        list(skirmish.legal_orders(1, most=4))
    territory = Match.begin("territory")
    assert len(list(islice(territory.legal_orders(1), 1))) == 1
    with pytest.raises(TooManyOrders, match="may contain any text"):
        list(territory.legal_orders(1))


@pytest.mark.parametrize("most", [0, -1, "x", None, True, 1.5])
def test_the_most_orders_are_a_number(most: Any) -> None:
    with pytest.raises(BadInput, match="must be a whole number from 1 on"):
        list(Match.begin("skirmish").legal_orders(1, most))


def test_legal_orders_are_legal_and_differ(match: AnyMatch) -> None:
    assert isinstance(match, Match)
    seat = match.to_act[0]
    try:
        orders = list(islice(match.legal_orders(seat), 50))
    except TooManyOrders:
        orders = [next(match.legal_orders(seat))]
    assert not any(match.check(seat, order) for order in orders)
    assert len({codec.encode(order) for order in orders}) == len(orders)


def test_a_bot_gives_the_same_order_whenever_it_is_asked(match: AnyMatch) -> None:
    assert isinstance(match, Match)
    seat = match.to_act[0]
    order = match.bot("medium", seat)
    assert match.bot("medium") == order
    assert match.submit(seat, order)


class First:
    """Gives the first order that is offered."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        assert view.seat
        return options.templates[0].order


class Crashes(First):
    """Fails in its third battle."""

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        if view.battle == 3:
            raise KeyError("oops")
        return super().decide(view, options, dice, budget)


def test_a_bot_may_be_a_class_or_a_bot_that_is_there() -> None:
    match = Match.begin("skirmish", seed="front")
    by_class = match.play_out(First)
    assert match.play_out({1: First(match.game), 2: First}).hashes == by_class.hashes


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("nobody", "has no bot called 'nobody'"),
        ({1: "easy"}, "Nobody plays seat 2: name a bot for every seat"),
        ({1: "easy", 2: "easy", 3: "easy"}, "There is no seat 3"),
        (7, "7 is not a bot"),
        ({1: "easy", 2: object}, "cannot be made|no method `decide`"),
    ],
)
def test_what_cannot_play_is_refused_before_the_first_order(bots: Any, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        Match.begin("skirmish").play_out(bots)


def test_the_error_of_a_bot_says_where_the_match_was() -> None:
    match = Match.begin("skirmish", seed="front")
    with pytest.raises(KeyError) as raised:
        match.play_out({1: "easy", 2: Crashes})
    (note,) = raised.value.__notes__
    assert note.startswith("In seat 2, at step 2. The same match begins with seed=bytes.fromhex('")
    assert Match.begin("skirmish", seed=eval(note.partition("seed=")[2].removesuffix("."))) == match


def test_names_are_told_as_they_are_written() -> None:
    match = Match.begin("skirmish", seed="front", players=["Ada", "Player 1"]).submit(1, "7").submit(2, "4")
    assert match.tell().startswith("Ada played 7 and Player 1 played 4.")
    assert "Ada (you)" in match.tell(1)
    assert len(match.events) == 2


def test_the_past_is_what_it_was(match: AnyMatch) -> None:
    assert isinstance(match, Match)
    over = match.play_out("random")
    assert match.at(0) == match
    assert [earlier.step for earlier in over.steps()] == list(range(over.step + 1))
    assert over.at(over.step).hashes == over.hashes
    middle = over.at(over.step // 2)
    assert middle.play_out("random").hashes == over.hashes
    wrong: Any
    for wrong in (-1, over.step + 1, "1", True, None):
        with pytest.raises(BadInput, match=f"this match has steps 0 to {over.step}"):
            over.at(wrong)


def test_a_match_is_saved_and_loaded(match: AnyMatch, tmp_path: Path) -> None:
    assert isinstance(match, Match)
    running = match.submit(match.to_act[0], match.bot("easy"))
    running.save(tmp_path / "running.json")
    resumed = load(str(tmp_path / "running.json"))
    assert (resumed.hashes, resumed.pending) == (running.hashes, running.pending)
    over = running.play_out("easy")
    over.save(tmp_path / "over.json")
    assert load(tmp_path / "over.json").hashes == over.hashes
    assert (tmp_path / "over.json").read_bytes() == record.dump(over.record())
    assert running.record().seed is None


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadRecord):
        load(tmp_path / "text")
    odd: Any
    for odd in (None, 5, b"x", []):
        with pytest.raises(BadInput, match="A file is named by its path"):
            load(odd)
    for nothing in (tmp_path / "none", tmp_path, "\0"):
        with pytest.raises(BadInput, match="The file cannot be read: "):
            load(nothing)
    with pytest.raises(BadInput, match="The file cannot be written: "):
        Match.begin("skirmish").save(tmp_path / "none" / "match.json")
    over = Match.begin("skirmish", seed="front").play_out("easy")
    over.save(tmp_path / "over.json")
    spoilt = (tmp_path / "over.json").read_text().replace("Player 1", "Player 9", 1)
    (tmp_path / "over.json").write_text(spoilt)
    with pytest.raises(VerificationFailed):
        load(tmp_path / "over.json")


def test_a_position_is_written_in_notation() -> None:
    match = Match.from_position("skirmish", "battle 1; deck | P1:1; pot -; hands 3 / 2; claimed - / -", seed="front")
    over = match.submit(1, "play 3").submit(2, "2")
    assert over.outcome is not None
    assert over.outcome.winners == (1,)
    with pytest.raises(BadNotation):
        Match.from_position("skirmish", "nonsense")


def test_the_engine_s_match_is_equal_but_for_its_front() -> None:
    plain: AnyMatch = EngineMatch.begin(game("skirmish"), seed="front")
    assert Match.of(plain) == Match.begin("skirmish", seed="front")


TYPED = """
import armillary
from armillary import Match

match = Match.begin("skirmish", seed="one")
hands: tuple[tuple[int, ...], ...] = match.table(1).view.hands
Match.begin("mygame").table(1).view.anything
"""

TYPOS = {
    "match.table(1).view.hnads": '"View" has no attribute "hnads"; maybe "hands"?',
    "match.bot('hard').crad": '"Play" has no attribute "crad"',
    "armillary.game('orbit').presets['standard'](2).closng": 'has no attribute "closng"; maybe "closing"?',
    "Match.begin('kepler', sets=3)": 'Unexpected keyword argument "sets"',
    "Match.begin(armillary.game('territory')).table(1).view.regons": 'has no attribute "regons"',
}


def test_a_type_checker_finds_typos_in_views_orders_and_configs(tmp_path: Path) -> None:
    file = tmp_path / "typos.py"
    file.write_text(TYPED + "\n".join(TYPOS))
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)]
    found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
    first = len(TYPED.splitlines()) + 1
    for number, error in enumerate(TYPOS.values(), start=first):
        assert any(f":{number}: error:" in line and error in line for line in found)
    assert not any(f":{number}: error:" in line for line in found for number in range(first))
