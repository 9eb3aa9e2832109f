"""Bots by name and by place: what there is, what can be loaded, and what is refused."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from armillary.bots import find, known, names, registry
from armillary.bots.deciding import Player, dice_for, kept
from armillary.core.contract import AnyGame, BotInfo
from armillary.core.errors import BadInput
from armillary.core.match import AnyMatch, Match
from armillary.core.registry import game, slugs
from armillary.core.values import refusals

FILE = '''
class First:
    """Plays the first thing that is offered."""

    def __init__(self, game):
        self.game = game

    def decide(self, view, options, dice, budget):
        return options.templates[0].order


class Nobody:
    def __init__(self, game):
        pass


not_a_bot = 3
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of bots, in which we are."""
    (tmp_path / "mybots.py").write_text(FILE, "utf-8")
    (tmp_path / "broken.py").write_text("import nothing_of_this_name", "utf-8")
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Path]:
    """A folder from which packages are found, as if they were installed."""
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path.remove(str(tmp_path))
    registry.forget()


def _install(folder: Path, **entries: str) -> None:
    package = folder / "more_bots-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: more-bots\nVersion: 1.0\n", "utf-8")
    lines = "".join(f"{name} = {value}\n" for name, value in entries.items())
    (package / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{lines}", "utf-8")
    registry.forget()


class Stubborn:
    """Always orders the default."""

    def decide(self, view: Any, options: Any, dice: Any, budget: int) -> Any:
        return options.templates[0].order


def offer_stubborn(game: AnyGame) -> BotInfo | None:
    return BotInfo("stubborn", "Stubborn", 1, 1, "Never moves.", Stubborn) if game.slug == "kepler" else None


def offer_medium(game: AnyGame) -> BotInfo:
    return BotInfo("medium", "Impostor", 1, 1, "Is not the game's own.", Stubborn)


# -- by name ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_levels_that_are_told_of_in_a_sentence(slug: str) -> None:
    bots = known(game(slug))
    assert [name for name in bots if name != "perfect"] == ["random", "easy", "medium", "hard"]
    assert all(info.about.endswith(".") and info.title and info.budget >= 1 for info in bots.values())
    assert [info.strength for info in bots.values()] == sorted({info.strength for info in bots.values()})


def test_a_package_offers_bots_for_the_games_it_chooses(installed: Path) -> None:
    _install(installed, stubborn=f"{__name__}:offer_stubborn")
    assert "stubborn" in names(game("kepler"))
    assert "stubborn" not in names(game("orbit"))
    assert find(game("kepler"), "stubborn").title == "Stubborn"


def test_a_package_cannot_take_the_place_of_a_games_own_player(installed: Path) -> None:
    _install(installed, medium=f"{__name__}:offer_medium")
    assert find(game("kepler"), "medium").title == "Medium"


def offer_nothing_but_trouble(game: AnyGame) -> BotInfo:
    raise ValueError(game.slug)


def test_a_package_that_fails_takes_nothing_from_the_others(installed: Path) -> None:
    _install(installed, trouble=f"{__name__}:offer_nothing_but_trouble")
    assert "medium" in names(game("kepler"))


@pytest.mark.parametrize("place", ["armillary.bots.random:RandomBot", "run:true"])
def test_where_only_names_are_taken_a_place_is_none(place: str) -> None:
    with pytest.raises(BadInput, match="no bot called"):
        registry.named(game("kepler"), place)


def test_a_package_that_cannot_be_loaded_is_passed_over(installed: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "armillary.bots"):
        _install(installed, gone="nothing_of_this_name:offer")
        assert "medium" in names(game("kepler"))
    assert "A bot cannot be loaded" in caplog.text


def test_a_bot_is_found_by_the_name_it_had_before() -> None:
    assert find(game("kepler"), "greedy") == find(game("kepler"), "medium")


def test_a_name_that_nobody_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=r"no bot called 'deep-thought'; choose one of: random, easy, medium, hard"):
        find(game("kepler"), "deep-thought")


# -- by place --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["./mybots.py:First", "mybots.py:First", "{folder}/mybots.py:First"])
@pytest.mark.parametrize("slug", slugs())
def test_a_bot_from_a_file_plays(folder: Path, slug: str, place: str) -> None:
    match: AnyMatch = Match.begin(game(slug))
    info = find(match.game, place.format(folder=folder))
    assert info.about == "Plays the first thing that is offered."
    seat = match.waiting_for[0]
    order = Player(info).order_in(match, seat)
    assert not refusals(match.game.rules.check(match.state, seat, order))


def test_a_bot_from_a_module_plays() -> None:
    info = find(game("kepler"), "armillary.bots.random:RandomBot")
    assert (info.name, info.title) == ("armillary.bots.random:RandomBot", "RandomBot")
    match: AnyMatch = Match.begin(game("kepler"))
    assert Player(info).order_in(match, 1) == Player(find(match.game, "random")).order_in(match, 1)


def test_a_module_in_the_working_directory_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (folder / "bots_of_this_folder.py").write_text(FILE, "utf-8")
    assert find(game("kepler"), "bots_of_this_folder:First").about == "Plays the first thing that is offered."
    assert sys.path[-1] == str(folder), "nothing there may hide what is installed"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("./nowhere.py:Bot", "cannot be loaded"),
        ("./mybots.py:Missing", "There is no 'Missing' in ./mybots.py"),
        ("./mybots.py", "Say which bot of the file, for example ./mybots.py:Bot"),
        ("./broken.py:Bot", "nothing_of_this_name"),
        ("./leaves.py:Bot", "cannot be loaded"),
        ("./mybots.py:not_a_bot", "is not callable: it must make a bot from a game."),
        ("nothing_of_this_name:Bot", "cannot be loaded"),
        (":Bot", "cannot be loaded"),
        ("mybots.py:", "There is no '' in mybots.py"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_place_that_holds_no_bot_is_a_clear_error(place: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        find(game("kepler"), place)


def test_a_bot_that_is_not_made_with_a_game_says_so() -> None:
    with pytest.raises(BadInput, match="it must take one argument, the game"):
        find(game("kepler"), "tests.bots.test_registry:Lonely").make()


class Lonely:
    """Does not know what it plays."""

    def decide(self, *_: object) -> None: ...


@pytest.mark.usefixtures("folder")
def test_what_cannot_decide_is_no_player() -> None:
    with pytest.raises(BadInput, match="has no method `decide`"):
        Player(find(game("kepler"), "./mybots.py:Nobody"))


# -- deciding --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_a_bot_decides_the_same_when_it_is_made_anew(slug: str) -> None:
    match: AnyMatch = Match.begin(game(slug))
    seat = match.waiting_for[0]
    for name in ("random", "easy", "medium"):
        stays = Player(find(match.game, name))
        stays.order_in(match, seat)
        assert stays.order_in(match, seat) == Player(find(match.game, name)).order_in(match, seat)


def test_a_bot_stays_loaded() -> None:
    kepler = game("kepler")
    assert kept("kepler", kepler.version, "medium") is kept("kepler", kepler.version, "medium")
    assert kept("kepler", kepler.version, "medium") is not kept("kepler", kepler.version, "easy")


def test_seats_and_steps_have_dice_of_their_own() -> None:
    drawn = {dice_for(b"seed", seat, step).below(1 << 30) for seat in (1, 2) for step in (0, 1)}
    assert len(drawn) == 4
