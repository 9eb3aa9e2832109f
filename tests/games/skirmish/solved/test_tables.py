"""Tables on disk: they hold what a search finds, and nothing but whole ones is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.core.dice import FastDice
from armillary.core.errors import BadInput
from armillary.games.skirmish import sight
from armillary.games.skirmish.model import State
from armillary.games.skirmish.solved import layout, making, tables
from armillary.games.skirmish.solved.layout import GRAIN
from armillary.games.skirmish.solved.position import Position, cards_in, read
from armillary.games.skirmish.solved.search import Margin
from armillary.games.skirmish.solved.tables import Tables
from tests.games.skirmish.solved.test_search import Nothing
from tests.games.skirmish.solved.worlds import LESSON, QUICK, STANDARD, battle, opening


def matches(count: int) -> list[Position]:
    """Positions of random matches of every preset, seen from both seats."""
    dice = FastDice(11)
    found = []
    for number in range(count):
        state = opening((STANDARD, QUICK, LESSON)[number % 3], dice)
        while not state.end_reason:
            found += [_position(state, seat) for seat in (1, 2)]
            mine, theirs = dice.choice(state.hands[0]), dice.choice(state.hands[1])
            if dice.below(2) and mine in state.hands[1]:
                theirs = mine
            state = battle(state, mine, theirs)
    return found


def _position(state: State, seat: int) -> Position:
    return read(sight.view(state, seat)).position


def test_every_position_of_a_match_has_a_place() -> None:
    for position in matches(30):
        placed = layout.place(position)
        assert placed is not None
        cards, at, _ = placed
        assert cards == cards_in(position.ranks)
        assert 0 <= at < layout.size(cards)


def test_mirror_images_share_a_place_with_opposite_signs() -> None:
    for position in matches(9):
        one, other = layout.place(position), layout.place(position.mirrored())
        assert one is not None
        assert other is not None
        assert one[:2] == other[:2]
        assert (one[2] == other[2]) == (position == position.mirrored())


def test_different_positions_have_different_places() -> None:
    seen: dict[tuple[int, int], Position] = {}
    for position in matches(60):
        placed = layout.place(position)
        assert placed is not None
        kept = position if placed[2] > 0 else position.mirrored()
        assert seen.setdefault(placed[:2], kept) == kept


def test_the_size_of_the_whole_game() -> None:
    assert sum(layout.size(cards) for cards in range(1, 16)) == 128_178_655


@pytest.mark.parametrize(
    "position",
    [
        Position(((1, 1),), 4, ((4, 1),)),  # another deck
        Position(((1, 1),), 3, ((1, 1),)),  # more planets than cards
        Position(((2, 1), (0, 1)), 3, ((1, 1),)),  # equal cards in a hand
        Position(((1, 0), (1, 1)), 3, ((1, 1),)),  # unequal hands
        Position(((1, 1),) * 8, 25, ((1, 5), (2, 2))),  # more points than can be in the pot
        Position(((1, 1),) * 16, 1, ()),
        Position((), 0, ()),
    ],
)
def test_positions_of_other_games_have_none(position: Position) -> None:
    assert layout.place(position) is None


def test_tables_hold_what_a_search_finds(five_cards: Path) -> None:
    known = Tables(five_cards)
    compared = 0
    for position in matches(12):
        if (cards := cards_in(position.ranks)) > 5:
            assert known.margin(position) is None
            continue
        expected = Margin(Nothing(), 10**6).solve(position, cards).value
        assert known.margin(position) == pytest.approx(expected, abs=cards * GRAIN)
        compared += 1
    assert compared > 80


def test_an_interrupted_run_goes_on_where_it_was(five_cards: Path, tmp_path: Path) -> None:
    for cards in (1, 2):
        tables.path(tmp_path, cards).write_bytes(tables.path(five_cards, cards).read_bytes())
    before = tables.path(tmp_path, 2).stat().st_mtime_ns
    assert {progress.cards for progress in making.solve(tmp_path, 4)} == {3, 4}
    assert tables.path(tmp_path, 2).stat().st_mtime_ns == before
    for cards in range(1, 5):
        assert tables.path(tmp_path, cards).read_bytes() == tables.path(five_cards, cards).read_bytes()
    assert list(making.solve(tmp_path, 4)) == []


def test_progress_ends_when_a_table_is_whole(five_cards: Path, tmp_path: Path) -> None:
    for progress in making.solve(tmp_path, 3):
        assert (progress.done == progress.total) == tables.path(tmp_path, progress.cards).exists()
    assert len(list(tmp_path.iterdir())) == 3


def test_five_cards_cannot_be_exploited(five_cards: Path) -> None:
    """In no position with five cards does the best response to the tables win as much as a millionth of a point."""
    check = making.Check(five_cards, 5)
    for _ in check.run():
        pass
    assert 0 <= check.loss < 1e-6


def _copied(five_cards: Path, place: Path) -> Path:
    copy = tables.path(place, 4)
    copy.write_bytes(tables.path(five_cards, 4).read_bytes())
    return copy


def _all_values(place: Path) -> None:
    table = Tables(place).table(4)
    assert table
    table.values()


@pytest.mark.parametrize("at", [0, 33, 40, 60, 70, -1, -70_000])
def test_a_damaged_table_is_refused(five_cards: Path, tmp_path: Path, at: int) -> None:
    file = _copied(five_cards, tmp_path)
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)
    with pytest.raises(BadInput, match=r"skirmish-04\.table is not a table .* Delete it"):
        _all_values(tmp_path)
    for cards in (1, 2, 3):
        tables.path(tmp_path, cards).write_bytes(tables.path(five_cards, cards).read_bytes())
    with pytest.raises(BadInput, match="Delete it"):
        list(making.solve(tmp_path, 5))
    assert not tables.path(tmp_path, 5).exists()


@pytest.mark.parametrize("content", [b"", b"hello", bytes(139_000)])
def test_a_foreign_file_is_refused(five_cards: Path, tmp_path: Path, content: bytes) -> None:
    tables.path(tmp_path, 4).write_bytes(content)
    with pytest.raises(BadInput, match="its length is wrong"):
        _all_values(tmp_path)


def test_the_table_of_another_number_of_cards_is_refused(five_cards: Path, tmp_path: Path) -> None:
    tables.path(tmp_path, 4).write_bytes(tables.path(five_cards, 3).read_bytes())
    with pytest.raises(BadInput, match="Delete it"):
        _all_values(tmp_path)


def test_only_what_is_looked_at_is_read(five_cards: Path, tmp_path: Path) -> None:
    """A damaged block spoils no other: tables of gigabytes are not read whole for one decision."""
    file = _copied(five_cards, tmp_path)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    table = Tables(tmp_path).table(4)
    assert table
    table.value(0)
    with pytest.raises(BadInput, match="its values are damaged"):
        table.value(layout.size(4) - 1)


def test_a_folder_where_a_table_should_be_is_refused(tmp_path: Path) -> None:
    tables.path(tmp_path, 4).mkdir()
    with pytest.raises(BadInput, match="cannot be read"):
        Tables(tmp_path).table(4)


def test_where_nothing_can_be_written_there_is_one_clear_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        tables.write(tmp_path / "file", 1, bytes(4 * layout.size(1)))
    tables.path(tmp_path, 1).mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        tables.write(tmp_path, 1, bytes(4 * layout.size(1)))
    assert {path.name for path in tmp_path.iterdir()} == {"file", "skirmish-01.table"}


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tables.folder() == tmp_path / "cache" / "armillary" / "skirmish"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert tables.folder() == Path("~/.cache/armillary/skirmish").expanduser()


def test_a_user_without_a_home_has_no_tables(homeless: None) -> None:
    assert tables.folder() is None
    assert Tables(tables.folder()).table(1) is None


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(_: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "expanduser", nowhere)
