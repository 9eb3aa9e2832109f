"""The API's page tells the truth: its commands run as they stand, its example plays."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from armillary.api import messages
from armillary.api.problems import Problem
from armillary.api.tables import MAX_CHAT, Considered
from armillary.api.terms import MAX_DELAY, MAX_HOURS, MAX_MISSED, MAX_SECONDS
from armillary.core import codec
from armillary.core.options import Options
from armillary.core.registry import game, slugs
from armillary.server.http.responses import WORTH_COMPRESSING
from armillary.server.http.routes.rematch import RECORD_BYTES
from armillary.server.matches.text import MAX_NAME_LENGTH
from armillary.server.matches.uploads import MAX_POSITIONS_BYTES, MAX_RECORD_STEPS
from armillary.server.people.tokens import MAX_TOKENS_PER_PLAYER
from armillary.server.play import views
from armillary.server.settings import Settings
from tests.project.tree import ROOT, environment
from tests.server.api import Server, is_problem

PAGE = "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in ("api.md", "sockets.md"))
BOT = ROOT / "examples" / "bot.py"
SLUGS = "|".join(slugs())


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{environment()['PATH']}"
    return subprocess.run(
        command, cwd=folder, env=environment(PATH=path), capture_output=True, text=True, timeout=60, check=False
    )


def test_the_match_by_curl_is_played_as_it_stands(server: Server, tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    script = "\n".join(blocks).replace("http://127.0.0.1:8400", server.address)
    result = _run(["sh", "-eu", "-c", script], tmp_path)
    assert result.returncode == 0, result.stderr
    for said in ('"playing"', "false\n", "true\n", '"OrderRefused"', "good luck", "304\n", '"over"', "record.json"):
        assert said in result.stdout, said
    assert "### SS-6 The highest card takes the pot" in result.stdout, "a rule is read by its id"
    assert "every planet needs an id of its own. [SS-2]\n[]\n" in result.stdout, (
        "one config would not start, the other would"
    )
    assert "\nplay 2\n1 VP is at stake." in result.stdout, "a draft is told what it would do"
    assert "You do not hold the card 99; your cards are 1, 2, 3. [SS-5]\n" in result.stdout, "or what is wrong with it"
    assert "\nAda (you) played 3 and Grace played 2.\n" in result.stdout
    assert "\n⟦1⟧ played 3 and ⟦2⟧ played 2.\n" in result.stdout
    assert "\n[1]\n[1]\n[]\n" in result.stdout, "a draw is offered, seen and taken back"
    assert "\nAda wins: everybody else has resigned.\n" in result.stdout
    assert '["person","kept"]\n["fork","playing"]\n' in result.stdout, "the same people meet again, and Ada plays on"
    assert "InternalError" not in result.stdout


NAMES = {"match_id": "ID", "slug": "GAME", "rule": "RULE", "seat": "SEAT", "step": "N", "token_id": "TOKEN"}
"""What the page calls the parts of a path."""


def test_every_route_is_on_the_page_and_no_other(server: Server) -> None:
    told = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/api/[\w/]+)", PAGE))
    there = {
        (
            method.upper(),
            re.sub(r"{(\w+)}", lambda part: NAMES[part[1]], re.sub(f"^/api/({SLUGS})/", "/api/GAME/", path)),
        )
        for path, operations in server.document["paths"].items()
        for method in operations
    }
    sockets = {("GET", socket["path"].replace("{match_id}", "ID")) for socket in server.document["x-sockets"]}
    assert told == {route for route in there if route[1].startswith("/api/")} | sockets


def test_every_parameter_is_on_the_page(server: Server) -> None:
    operations = [each for path in server.document["paths"].values() for each in path.values()]
    parameters = {each["name"] for operation in operations for each in operation.get("parameters", ())}
    told = {name.lower() for name in re.findall(r"[`?&]([\w-]+)", PAGE)}
    assert parameters - NAMES.keys() - told == set()


SKIRMISH = game("skirmish")
INCOMING: Any = messages.Incoming
OUTGOING: Any = messages.Outgoing
CONSIDERED: Any = Considered
OPTIONS: Any = Options


def _examples(heading: str) -> list[bytes]:
    """The JSON of one chapter of the page, up to the next heading."""
    (chapter,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    return [found.encode() for found in re.findall(r"```json\n(.*?)```", chapter, re.DOTALL)]


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("What you send", INCOMING[SKIRMISH.order]),
        ("What you are sent", OUTGOING[SKIRMISH.view, SKIRMISH.order, SKIRMISH.event, SKIRMISH.preview]),
        ("What you send at home", messages.PingMessage),
        ("What you are sent at home", messages.AtHome),
    ],
)
def test_every_message_has_an_example_and_every_example_is_a_message(heading: str, kinds: Any) -> None:
    read = [codec.decode(example, kinds) for example in _examples(heading)]
    known = [getattr(kind, "__origin__", kind) for kind in get_args(kinds) or (kinds,)]
    assert {type(message) for message in read} == set(known)
    assert len(read) == len(known), "one example each"
    for message, example in zip(read, _examples(heading), strict=True):
        _expect_whole(message, example, sent=heading.startswith("What you are sent"))
        assert f"**`{type(message).__struct_config__.tag}`**" in PAGE


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Drafts", CONSIDERED[SKIRMISH.order, SKIRMISH.preview]),
        ("Options", OPTIONS[game("territory").order]),
        ("Errors", Problem),
    ],
)
def test_the_other_examples_are_what_they_say(heading: str, kind: Any) -> None:
    (example,) = _examples(heading)
    _expect_whole(codec.decode(example, kind), example, sent=True)


def _expect_whole(value: Any, example: bytes, *, sent: bool) -> None:
    """What we send has all its fields and no others; of what we receive, some may be left out."""
    written, shown = codec.tree(value), msgspec.json.decode(example)
    assert written == shown if sent else shown.items() <= written.items()


@pytest.mark.parametrize("slug", slugs())
def test_the_example_bot_plays_every_game(server: Server, tmp_path: Path, slug: str) -> None:
    terms = {"territory": {"config": {"max_rounds": 2}}, "orbit": {"config": {"max_rounds": 4}}}.get(slug, {})
    maker = server.person()
    fewest, _ = server.nobody().get(f"/api/games/{slug}").json()["game"]["seats"]
    seats = [{"kind": "invite"}, *({"kind": "bot", "level": "random"} for _ in range(fewest - 1))]
    made = maker.post(f"/api/{slug}/matches", {"seats": seats, **terms}).json()
    match, invite = made["match"]["id"], made["invites"]["1"]
    result = _run([sys.executable, str(BOT), server.address, "--match", match, "--invite", invite], tmp_path)
    assert result.returncode == 0, result.stderr
    assert f"plays {slug}, match {match}" in result.stdout
    assert f"{match} of {slug} is over. " in result.stdout
    assert maker.get(f"/api/matches/{match}").json()["status"] == "over"


def test_the_example_bot_makes_a_match_of_its_own_with_a_token(server: Server, tmp_path: Path) -> None:
    person = server.person("Ada")
    token = person.program().headers["authorization"].split()[1]
    result = _run([sys.executable, str(BOT), server.address, "--token", token], tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Ada plays skirmish")


def test_the_example_bot_says_why_it_cannot_sit_down(server: Server, tmp_path: Path) -> None:
    result = _run([sys.executable, str(BOT), server.address, "--match", "nonsense"], tmp_path)
    assert (result.returncode, result.stdout) == (1, "") or "plays" not in result.stdout
    assert result.stderr == "NotFound: There is no match 'nonsense'.\n"


def test_the_example_bot_does_not_wait_for_a_match_that_was_called_off(server: Server, tmp_path: Path) -> None:
    maker = server.person()
    seats = [{"kind": "invite"}, {"kind": "open"}]
    made = maker.post("/api/skirmish/matches", {"seats": seats}).json()
    match, invite = made["match"]["id"], made["invites"]["1"]
    command = [sys.executable, str(BOT), server.address, "--match", match, "--invite", invite]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bot:
        while maker.get(f"/api/matches/{match}").json()["seats"][0]["kind"] != "person":
            time.sleep(0.05)
        assert maker.delete(f"/api/matches/{match}").status_code == 200
        _, said = bot.communicate(timeout=30)
    assert (bot.returncode, said) == (1, "The match was cancelled.\n")


def test_what_the_page_says_of_limits_is_so(server: Server) -> None:
    person = server.person()
    assert is_problem(person.put("/api/me", b" " * 262_145), 413, "TooLarge")
    assert server.process.settings.body_bytes == 262_144
    assert "262,144 bytes" in PAGE
    told = " ".join(PAGE.split())
    for limit in (
        f"hold {Settings().sockets_per_player} sockets open",
        f"made {Settings().open_matches_per_player} matches that have not begun",
        f"not begun and {Settings().bot_matches_per_player} that have bots",
        f"one of more than {Settings().match_size:,} is refused",
        f"{Settings().changes_per_step} times in one step, and say {Settings().chat_lines_per_player:,} lines",
        f"keeps at most {Settings().uploads_per_player} records",
        f"a record {RECORD_BYTES:,} and {MAX_RECORD_STEPS:,} steps",
        f"A line of chat has at most {MAX_CHAT} characters, a name {MAX_NAME_LENGTH},",
        f"a list of past tables {views.MAX_TABLES_PER_ANSWER};",
        f"at most {MAX_TOKENS_PER_PLAYER} tokens",
        f"positions of a record's match may take {MAX_POSITIONS_BYTES:,} bytes",
        f"1 to {MAX_SECONDS:,} seconds per phase, correspondence 1 to {MAX_HOURS} hours per round",
        f"at most {MAX_DELAY:,} steps, and a seat can be given away after 1 to {MAX_MISSED} missed",
        f"Answers of more than {WORTH_COMPRESSING:,} bytes are compressed",
    ):
        assert limit in told
