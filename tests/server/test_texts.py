"""What people call themselves and what they say: something to be seen, and nothing that plays tricks."""

from __future__ import annotations

import pytest

from armillary.server.matches.text import clean_name, clean_text
from tests.server.api import Server, is_problem, meet


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u2800", "\u0301\u0301", "\ufe0f", "\u202e", "\t\n"])
def test_nobody_has_a_name_that_cannot_be_seen(server: Server, name: str) -> None:
    assert server.person(name).get("/api/me").json()["name"] == "Guest"


@pytest.mark.parametrize("name", ["Ada", "Zoë", "Ada Lovelace", "Иван", "李雷", "नमस्ते", "é̀", "🚀", "O'Neil"])
def test_names_of_all_languages_stay_as_they_are(name: str) -> None:
    assert clean_name(name) == name


def test_accents_are_not_piled_up() -> None:
    assert clean_name("a" + "\u0301" * 30 + "da") == "a\u0301\u0301da"


def test_chat_keeps_lines_and_loses_what_controls(server: Server) -> None:
    match = meet(server)
    path = f"{match.common}/chat"
    assert match.people[0].post(path, {"text": "one\r\ntwo\u202e\x1b[31m\x00 🚀"}).status_code < 300
    assert match.people[1].get(path).json()[-1]["text"] == "one\ntwo[31m 🚀"
    assert is_problem(match.people[0].post(path, {"text": "\u202e\x00"}), 400, "BadInput")
    assert clean_text("👩‍🚀 نعم") == "👩‍🚀 نعم", "what joins letters stays"


def test_head_is_answered_wherever_get_is(server: Server) -> None:
    match = meet(server)
    for path in ("/healthz", "/api/games", f"{match.path}/table", "/schema/openapi.json", "/api/matches"):
        asked, looked = match.people[0].get(path), match.people[0].ask("HEAD", path)
        assert (looked.status_code, looked.content) == (200, b""), path
        assert looked.headers["content-type"] == asked.headers["content-type"]
    assert match.people[0].ask("HEAD", "/api/nonsense").status_code == 404
    assert match.people[0].ask("HEAD", f"{match.path}/orders").status_code == 405
