"""Pictures of every screen, at every size and in both themes, to be looked at: `make screenshots`."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, StorageState, expect

from tests.browser.boards import COMPOSE, click
from tests.browser.browsing import LOOKS, SIZES, Browsing, Look, Visitor, browsing, serving
from tests.browser.positions import fork, own_turn, play_on, played
from tests.browser.tables import GREEDY, ME, RANDOM, end, make, play_to_the_end, sit, submit, table
from tests.project.tree import ROOT

FOLDER = ROOT / "build" / "screenshots"

SEATS = {"kepler": 3, "orbit": 3, "risky_stars": 4, "skirmish": 4, "territory": 5}

INVITE = {"kind": "invite"}
OPEN = {"kind": "open"}
BOB = {"kind": "local", "name": "Bob"}
HOURS = {"kind": "correspondence", "hours": 48}


class World(NamedTuple):
    """What there is to be seen: addresses by what is there, and two people, as their browsers know them."""

    places: dict[str, str]
    ada: StorageState
    """Somebody with a few matches."""
    grace: StorageState
    """Somebody with a seat at every other table."""


def prepare(chromium: Browsing) -> World:
    """Make every match that the pictures show."""
    with chromium.visitor() as ada, chromium.visitor() as grace:
        _name(ada, "Ada")
        _name(grace, "Grace")
        places = {f"{game}-start": _open(sit(grace, game, *_bots(seats))) for game, seats in SEATS.items()}
        places["plain-toy"] = _open(sit(grace, "toy", ME, RANDOM))
        for game, seats in SEATS.items():
            match = played(game, seats, "pictures")
            middle = own_turn(match, len(match.log) // 2)
            places[f"{game}-later"] = _open((play_on if match.game.simultaneous else fork)(grace, match, middle))
            sit(grace, game, *_bots(max(2, seats - 2)), preset="lesson")
            play_to_the_end(grace.page, lambda page, compose=COMPOSE[game]: compose(page, click))  # type: ignore[misc]
            places[f"{game}-over"] = grace.page.url
        places["hand-over"] = _open(str(make(grace, "skirmish", ME, BOB)["match"]["id"]))
        places |= _invitations(ada, grace)
        return World(places, ada.context.storage_state(), grace.context.storage_state())


def _invitations(ada: Visitor, grace: Visitor) -> dict[str, str]:
    """Ada's matches: two that wait for her, one that waits for others, and one to which she invites."""
    for game in ("territory", "kepler"):
        make(ada, game, *_bots(3), pace=HOURS)
    shared = make(ada, "skirmish", ME, INVITE, preset="quick")
    grace.context.request.post(f"/api/matches/{shared['match']['id']}/join", data={"invite": shared["invites"]["2"]})
    ada.context.request.post(
        f"/api/skirmish/matches/{shared['match']['id']}/orders", data={"order": {"card": 3}, "step": 0}
    )
    made = make(ada, "kepler", ME, INVITE, OPEN, GREEDY, pace=HOURS)
    match = str(made["match"]["id"])
    kept = [f"armillary.invites.{match}", json.dumps(made["invites"])]
    ada.open("/settings").evaluate("([key, invites]) => localStorage.setItem(key, invites)", kept)
    return {"lobby": _open(match), "join": f"/join/{match}#{made['invites']['2']}"}


class Shot(NamedTuple):
    """A picture: who looks, at which place of the world or which address, and what they do there first."""

    name: str
    place: str
    who: str = "nobody"
    then: Callable[[Page], object] = lambda _: None
    sizes: tuple[str, ...] = tuple(SIZES)
    whole: bool = False
    """Is all of the page in it, or only what the window shows?"""


def _set_everything(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Custom settings")).check(force=True)
    page.get_by_role("heading", name="Settings", exact=True).evaluate("heading => heading.scrollIntoView()")


def _begin(page: Page) -> None:
    page.get_by_role("button", name="Start a guided match").click()
    expect(page.get_by_role("complementary", name="Lesson")).to_be_visible()


def _look_back(page: Page) -> None:
    page.get_by_role("button", name="Go to the start").click()
    page.get_by_role("button", name="One step forward").click()
    expect(table(page)).to_have_attribute("data-step", "1")


def _press(name: str) -> Callable[[Page], object]:
    return lambda page: page.get_by_role("button", name=name, exact=True).click()


def _compose(game: str) -> Callable[[Page], object]:
    def compose(page: Page) -> None:
        expect(submit(page)).to_be_enabled()
        COMPOSE[game](page, click)

    return compose


def _boards() -> Iterator[Shot]:
    for game in SEATS:
        yield Shot(f"board-{game}-1-start", f"{game}-start", "grace", lambda page: expect(submit(page)).to_be_enabled())
        yield Shot(f"board-{game}-2-composing", f"{game}-start", "grace", _compose(game))
        yield Shot(f"board-{game}-3-later", f"{game}-later", "grace", lambda page: expect(submit(page)).to_be_enabled())
        yield Shot(f"board-{game}-4-over", f"{game}-over", "grace", lambda page: expect(end(page)).to_be_visible())


SHOTS = (
    Shot("home-1-new", "/", whole=True),
    Shot("home-2-matches", "/", "ada", whole=True),
    Shot("join", "join"),
    Shot("learn", "/learn/kepler"),
    Shot("lobby", "lobby", "ada", whole=True),
    Shot("lost", "/no/such/screen"),
    Shot("new-1-preset", "/new/kepler"),
    Shot("new-2-settings", "/new/kepler", then=_set_everything),
    Shot("replay", "/replay"),
    Shot("rules", "/rules/skirmish#SS-6"),
    Shot("settings", "/settings", whole=True),
    *_boards(),
    Shot("plain-toy", "plain-toy", "grace"),
    Shot("table-hand-over", "hand-over", "grace"),
    Shot("table-lesson", "/learn/skirmish", then=_begin),
    Shot("table-looking-back", "skirmish-over", "grace", _look_back, sizes=("desktop", "tablet")),
    Shot("table-menu", "kepler-later", "grace", _press("Menu")),
    Shot("table-more", "kepler-later", "grace", _press("More"), sizes=("phone",)),
    Shot("table-report", "kepler-later", "grace", _press("Report"), sizes=("phone",)),
)


def take(folder: Path) -> Iterator[Path]:
    """Every picture, as a file in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server, browsing(server) as chromium:
        world = prepare(chromium)
        for look in LOOKS:
            yield from take_all(chromium, world, look, folder)


def take_all(chromium: Browsing, world: World, look: Look, folder: Path) -> Iterator[Path]:
    """All pictures at one look; each person has one window for them."""
    with ExitStack() as windows:
        states = {"nobody": None, "ada": world.ada, "grace": world.grace}
        people = {name: windows.enter_context(chromium.visitor(look, state=state)) for name, state in states.items()}
        people["nobody"].forgive("404")  # at the address that leads nowhere
        for shot in SHOTS:
            if look.size not in shot.sizes:
                continue
            page = people[shot.who].open(world.places.get(shot.place, shot.place))
            expect(page.locator("h1").or_(table(page)).locator("visible=true").first).to_be_visible()
            shot.then(page)
            page.wait_for_load_state("networkidle")
            path = folder / f"{shot.name}-{look}.png"
            page.screenshot(path=path, full_page=shot.whole)
            yield path


def _bots(seats: int) -> list[dict[str, Any]]:
    return [ME] + [GREEDY] * (seats - 1)


def _open(match: str) -> str:
    return f"/m/{match}"


def _name(visitor: Visitor, name: str) -> None:
    visitor.context.request.get("/api/me")
    visitor.context.request.put("/api/me", data={"name": name})


if __name__ == "__main__":
    for picture in take(FOLDER):
        print(picture.relative_to(ROOT))
