"""Sentences over the API: players in them by name, or by marks that a client replaces."""

from __future__ import annotations

from armillary.core.prose import renamed
from armillary.server.matches.telling import Voice
from tests.server.api import Server, is_problem, meet


def test_players_are_called_by_name_or_by_marks() -> None:
    voice = Voice(("Ada", "Player 2"))
    text = "Player 1 (you) takes Vega from Player 2; Player 12 watches, Players 1 to 3 rest."
    assert voice.say(text) == "Ada (you) takes Vega from Player 2; Player 12 watches, Players 1 to 3 rest."
    marked = Voice(voice.names, marks=True).say(text)
    assert marked == "⟦1⟧ takes Vega from ⟦2⟧; ⟦12⟧ watches, Players 1 to 3 rest."
    assert (
        renamed("Player 0, Player 1234, MyPlayer 1", lambda seat, _: f"<{seat}>") == "Player 0, Player 1234, MyPlayer 1"
    )


def test_what_is_wrong_with_an_order_or_a_config_is_said_in_sentences(server: Server) -> None:
    match = meet(server)
    refused = match.order(1, {"card": 99}).json()
    assert refused["violations"][0]["text"] == refused["detail"]
    assert "[SS-" in refused["detail"]
    made = match.people[0].post("/api/territory/matches", {"seats": [{"kind": "open"}] * 3, "config": {"map_size": 1}})
    assert is_problem(made, 422, "ConfigRefused")
    assert made.json()["violations"][0]["text"].startswith("Map size must be")


def test_whether_a_config_would_start_is_known_before_a_match_is_made(server: Server) -> None:
    nobody = server.nobody()
    good = nobody.post("/api/territory/check", {"seats": 5, "preset": "quick"}).json()
    assert good["violations"] == []
    assert good["config"]["max_rounds"] == 8
    bad = nobody.post("/api/territory/check", {"seats": 5, "config": {"map_size": 1}}).json()
    assert [each["path"] for each in bad["violations"]] == [["map_size"], ["seats"]]
    assert is_problem(nobody.post("/api/territory/check", {"seats": 5, "preset": "none"}), 400, "BadInput")
    assert is_problem(nobody.post("/api/territory/check", {"seats": 0}), 400)


def test_any_step_is_described_in_words_as_its_viewer_saw_it(server: Server) -> None:
    match = meet(server)
    first = match.people[0].get(f"{match.common}/describe").json()
    assert "Player 1 (you)" in first["text"]
    match.order(1, {"card": 5})
    assert match.people[0].get(f"{match.common}/describe").json() == first, (
        "an order that is only given changes nothing"
    )
    match.order(2, {"card": 9})
    now = server.nobody().get(f"{match.common}/describe").json()
    assert now["text"] != first["text"]
    assert "(you)" not in now["text"]
    assert match.people[0].get(f"{match.common}/describe?step=0").json() == first
    assert "⟦2⟧" in match.people[0].get(f"{match.common}/describe?marks=true").json()["text"]
    part = match.people[0].get(f"{match.common}/describe?width=80&part={now['names'][0]}").json()
    assert len(part["text"]) < len(now["text"])
    assert part["overview"] == ""
    assert is_problem(match.people[0].get(f"{match.common}/describe?part=nonsense"), 400, "BadNotation")
    assert is_problem(match.people[0].get(f"{match.common}/describe?step=99"), 404, "NotFound")


def test_the_position_is_drawn_in_as_many_columns_as_are_asked_for(server: Server) -> None:
    match = meet(server)
    for width in (60, 200):
        drawn = match.people[0].get(f"{match.common}/describe?width={width}&marks=true").json()["overview"]
        assert max(len(line) for line in drawn.splitlines()) <= width
        assert "● Player 1 (you)" in drawn
    assert "(you)" not in server.nobody().get(f"{match.common}/describe?width=80").json()["overview"]
    assert match.people[0].get(f"{match.common}/describe").json()["overview"] == "", "nobody asked for it"
    for wrong in (59, 201, -1, "x", 10**20):
        assert is_problem(match.people[0].get(f"{match.common}/describe?width={wrong}"), 400)


def test_the_table_asks_and_concludes(server: Server) -> None:
    match = meet(server)
    match.people[0].put("/api/me", {"name": "Ada"})
    table = match.table()
    assert table["ask"]
    assert table["conclusion"] is None
    match.people[1].post(f"{match.common}/resign")
    assert match.table()["conclusion"] == "Ada (you) wins: everybody else has resigned."
