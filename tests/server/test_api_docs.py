"""The API's page tells the truth: its commands run as they stand, its example plays."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

import pytest

from armillary.api import messages
from armillary.core.registry import slugs
from armillary.server.http.routes.replays import RECORD_BYTES
from armillary.server.matches.replays import MOST_STEPS
from armillary.server.settings import Settings
from tests.project.tree import ROOT, environment
from tests.server.api import Server, is_problem

PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BOT = ROOT / "examples" / "bot.py"


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
    assert "\n[1]\n[1]\n[]\n" in result.stdout, "a draw is offered, seen and taken back"
    assert '["person","kept"]\n["fork","playing"]\n' in result.stdout, "the same people meet again, and Ada plays on"
    assert "InternalError" not in result.stdout


def test_every_route_that_can_be_walked_is_in_the_schema_and_every_type_of_message_on_the_page(server: Server) -> None:
    paths = server.nobody().get("/schema/openapi.json").json()["paths"]
    assert {f"/api/{slug}/matches/{{match_id}}/orders" for slug in slugs()} <= set(paths)
    for kind in (*get_args(messages.Incoming), *get_args(messages.Outgoing), *get_args(messages.AtHome)):
        assert f"| `{kind.__struct_config__.tag}` |" in PAGE


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
    assert "over: " in result.stdout
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
    assert (bot.returncode, said) == (1, "The match was called off.\n")


def test_what_the_page_says_of_limits_is_so(server: Server) -> None:
    person = server.person()
    assert is_problem(person.put("/api/me", b" " * 262_145), 413, "TooLarge")
    assert server.process.settings.body_bytes == 262_144
    assert "262,144 bytes" in PAGE
    told = " ".join(PAGE.split())
    assert f"hold {Settings().sockets_per_player} sockets open" in told
    assert f"made {Settings().open_matches_per_player} matches that have not begun" in told
    assert f"keeps at most {Settings().uploads_per_player} records" in told
    assert f"a record {RECORD_BYTES:,} and {MOST_STEPS:,} steps" in told
