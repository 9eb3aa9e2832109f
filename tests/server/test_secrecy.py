"""Hidden information, tried from outside, for every game there is.

Two tables that differ only in a secret are asked everything the schema offers, by another seat, by a spectator and by
nobody; their answers must be the same, but for the ids. And no answer holds the seed.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from armillary.core import codec
from armillary.core.dice import FastDice
from armillary.core.registry import game as registered
from armillary.core.registry import slugs
from armillary.server.doctor import findings
from armillary.server.matches.change import Standing
from armillary.server.people.ids import digest
from tests.server.api import Meeting, Person, Server, listed, meet

SEED = bytes(range(100, 132))
SHORT: dict[str, Any] = {"territory": {"config": {"max_rounds": 3}}}

# What would resolve the turn or end the match is a player's right, not an attack.
MOVES = ("resign_match", "offer_draw")


@dataclass(frozen=True)
class Attack:
    """One request of the schema, aimed at one match."""

    name: str
    method: str
    path: str
    body: Any


@pytest.fixture(autouse=True)
def _same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armillary.core.seeds.new_seed", lambda: SEED)


def _operations(server: Server) -> Iterator[tuple[str, str, str]]:
    """Everything the schema offers; where a request can name a seat, it names each of the first three too."""
    schema = server.nobody().get("/schema/openapi.json").json()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            asked = {(each["in"], each["name"]) for each in operation.get("parameters", ())}
            seats = ("", "?seat=1", "?seat=2", "?seat=3") if ("query", "seat") in asked else ("",)
            for seat in seats:
                yield operation["operationId"], method.upper(), path + seat


def _bodies(name: str, match: Meeting) -> list[Any]:
    """Bodies worth sending to this operation."""
    slug = match.game.slug
    if name == f"{slug}_draft":
        return [{}, {"notation": "nonsense"}, *({"order": order} for order in _orders(match))]
    if name == f"{slug}_order":
        return [{"notation": "nonsense"}, {}]
    alone = [{"kind": "local"}] * match.game.seats[0]
    known: dict[str, list[Any]] = {
        "join_match": [{}, {"seat": 1}, {"invite": "guess"}],
        "say": [{"text": "tell me"}, {"text": "tell me", "to": 1}, {"text": "tell me", "to": 2}],
        "set_seat": [{"kind": "open"}, {"kind": "me"}],
        "swap_seats": [{"seats": [1, 2]}],
        "look_at_invitation": [{"invite": "guess"}],
        f"{slug}_set_terms": [{"autostart": False}],
        f"{slug}_fork": [{"seats": alone}, {"seats": alone, "step": 0}],
    }
    return known.get(name, [None])


def _orders(match: Meeting) -> list[Any]:
    """Orders of somebody else, which say something when they are judged."""
    state = match_of(match).state
    dice = FastDice(9)
    return [
        match.game.hints.random_order(state, seat, dice) for seat in match.game.rules.to_act(state) for _ in range(2)
    ]


def match_of(match: Meeting) -> Any:
    """The match as the server has it in memory."""
    server = match.people[0].server
    return server.inside(lambda: server.process.hall.room(match.id)).match


def _attacks(server: Server, match: Meeting) -> list[Attack]:
    """Everything the schema offers about one match of this game."""
    found = []
    for name, method, path in _operations(server):
        others = [slug for slug in slugs() if slug != match.game.slug and f"/{slug}/" in path]
        if "{match_id}" not in path or others or name in MOVES:
            continue
        aimed = path.replace("{match_id}", match.id)
        paths = [aimed.replace("{step}", str(step)) for step in (0, 1, 2, 99)] if "{step}" in aimed else [aimed]
        paths = [path.replace("{seat}", str(seat)) for path in paths for seat in ((1, 2) if "{seat}" in path else (1,))]
        if name == "describe":
            paths = [f"{aimed}?{query}" for query in ("", "step=0", "step=2", "part=Player 2", "marks=true")]
        if name.endswith("_steps"):
            paths = [f"{aimed}?{query}" for query in ("from=0&to=2", "from=0&to=9", "from=0&to=2&seat=1")]
        found += [Attack(name, method, each, body) for each in paths for body in _bodies(name, match)]
    assert len(found) > 15, "the schema was walked"
    return found


def _plain(text: str, match: Meeting) -> str:
    """An answer without what differs between any two tables."""
    for number, word in enumerate([match.id, *(str(person.id) for person in match.people)]):
        text = text.replace(word, f"id{number}")
    return text


def _heard(socket: ClientConnection, match: Meeting) -> Iterator[str]:
    """What a socket tells at first, and in answer to attempts."""
    draft: dict[str, Any] = {"type": "draft"}
    attempts = [{"type": "order", "notation": "nonsense"}, {"type": "withdraw"}, {"type": "peek"}, draft]
    attempts += [{**draft, "order": codec.tree(order)} for order in _orders(match)[:2]]
    with socket:
        try:
            yield _plain(str(socket.recv(5)), match)
            for attempt in attempts:
                socket.send(json.dumps(attempt))
                yield _plain(str(socket.recv(5)), match)
        except ConnectionClosed as closed:
            yield str(closed.rcvd)


def _answers(who: Person, server: Server, match: Meeting) -> list[str]:
    found = []
    for attack in _attacks(server, match):
        answer = who.ask(attack.method, attack.path, attack.body)
        assert answer.status_code < 500, answer.text
        text = f"{attack.name} {attack.body} {answer.status_code} {answer.headers.get('etag')} {answer.text}"
        found.append(_plain(text, match))
    lines = listed(who, f"game={match.game.slug}&status=playing")
    found.append(_plain(json.dumps(lines[match.id], sort_keys=True), match))
    return [*found, *_heard(who.live(match.id), match)]


def _has_seed(text: str) -> bool:
    forms = (SEED.hex(), SEED.hex().upper(), base64.b64encode(SEED).decode().rstrip("="), str(list(SEED))[1:-1])
    return any(form in text for form in (*forms, ",".join(map(str, SEED)), repr(SEED)[2:-1]))


def _viewers(server: Server, match: Meeting, seat: int) -> list[Person]:
    return [match.people[seat - 1], server.person(), server.nobody()]


def _table(server: Server, slug: str, steps: int) -> Meeting:
    match = meet(server, slug, **SHORT.get(slug, {}))
    match.play(seed=3, most=steps)
    return match


@pytest.mark.parametrize("slug", slugs())
def test_an_unrevealed_order_makes_no_difference_to_anybody_else(server: Server, slug: str) -> None:
    """Games in turn have no unrevealed orders: their two tables are alike, and only the seed is looked for."""
    tables = [_table(server, slug, steps=2) for _ in range(2)]
    actor, *others = tables[0].table()["table"]["to_act"]
    if others:
        first = tables[0].some_order(actor, FastDice(1))
        second = next(order for n in range(2, 99) if (order := tables[1].some_order(actor, FastDice(n))) != first)
        for match, order in zip(tables, (first, second), strict=True):
            assert match.order(actor, order).json()["resolved"] is False
    attacker = others[0] if others else next(seat for seat in (1, 2) if seat != actor)
    viewers = [_viewers(server, match, attacker) for match in tables]
    for who, same in zip(*viewers, strict=True):
        answers = [_answers(person, server, match) for person, match in zip((who, same), tables, strict=True)]
        assert answers[0] == answers[1]
        assert not any(_has_seed(answer) for answer in answers[0])


HIDING = [slug for slug in slugs() if registered(slug).hidden]


@pytest.mark.parametrize("slug", HIDING)
def test_what_the_seed_has_decided_makes_no_difference_before_its_time(server: Server, slug: str) -> None:
    """The second table is moved to another world that looks the same to whoever asks."""
    game = registered(slug)
    for number in range(3):
        tables = [_table(server, slug, steps=2) for _ in range(2)]
        seat = tables[0].table()["table"]["to_act"][-1]
        state = match_of(tables[0]).state
        viewer = (seat, None, None)[number]
        view = game.sight.view(state, viewer)
        worlds = (game.sight.sample_world(view, FastDice(n)) for n in range(1, 99))
        other = next(world for world in worlds if world != state)
        _move(server, tables[1], other)
        people = [_viewers(server, match, seat)[number] for match in tables]
        answers = [_answers(person, server, match) for person, match in zip(people, tables, strict=True)]
        assert answers[0] == answers[1]


def _move(server: Server, match: Meeting, world: Any) -> None:
    async def move() -> None:
        room = await server.process.hall.room(match.id)
        room.known = Standing(room.row, msgspec.structs.replace(room.playing, state=world))

    server.inside(move)


def test_a_leak_would_be_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, against a server that tells too much."""
    tables = [_table(server, "skirmish", steps=1) for _ in range(2)]
    for match, card in zip(tables, (3, 9), strict=True):
        hand = match.table()["table"]["view"]["hands"][0]
        match.order(1, {"card": hand[card]})
    honest = server.process.views.table_of

    def too_much(room: Any, shown: Any) -> Any:
        answer = honest(room, shown)
        return msgspec.structs.replace(answer, now=sum(order.card for order in room.match.pending.values()))

    monkeypatch.setattr(server.process.views, "table_of", too_much)
    answers = [_answers(server.nobody(), server, match) for match in tables]
    assert answers[0] != answers[1]


def test_no_answer_about_anything_holds_the_seed_of_a_match_that_goes_on(server: Server) -> None:
    match = _table(server, "skirmish", steps=1)
    for who in (*match.people, server.person(), server.nobody()):
        for name, method, path in _operations(server):
            if method != "GET":
                continue
            aimed = path.replace("{match_id}", match.id).replace("{step}", "0").replace("{slug}", "skirmish")
            answer = who.get(re.sub(r"\{\w+\}", "x", aimed))
            assert not _has_seed(answer.text), name
            assert not _has_seed(str(answer.headers)), name


def test_an_open_table_keeps_its_secrets_from_everybody(server: Server) -> None:
    """Of invitations, of the seed and of who somebody is: in every answer, and in what the socket says and pushes."""
    maker, guest = server.person(), server.person()
    plan = {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "invite"}]}
    made = maker.post("/api/skirmish/matches", plan).json()
    match, invite = made["match"]["id"], made["invites"]["3"]
    guest.post(f"/api/matches/{match}/join", {})
    people = maker, guest, server.person(), server.nobody()
    told = [_told_before_the_start(server, who, match) for who in people]
    for who, text in zip(people, told, strict=True):
        others = [str(person.id) for person in people if person.id not in (None, who.id)]
        assert '"type":"seats"' in text
        assert not _has_seed(text)
        assert not [secret for secret in (invite, digest(invite), *others) if secret in text]


def _told_before_the_start(server: Server, who: Person, match: str) -> str:
    """All that somebody is told of a match that has not begun, over HTTP and over its socket."""
    paths = [
        path.replace("{match_id}", match).replace("{step}", "0")
        for name, method, path in _operations(server)
        if method == "GET" and "{match_id}" in path
    ]
    told = [who.get(path).text for path in [*paths, "/api/matches", "/api/matches?mine=true"]]
    with who.live(match) as table:
        told.append(str(table.recv(5)))
        for attempt in ({"type": "order", "notation": "play 1"}, {"type": "withdraw"}, {"type": "peek"}):
            table.send(json.dumps(attempt))
            told.append(str(table.recv(5)))
    return "\n".join(told)


def test_offers_of_a_draw_give_no_order_away(server: Server) -> None:
    tables = [_table(server, "skirmish", steps=1) for _ in range(2)]
    for match, card in zip(tables, (3, 9), strict=True):
        match.order(1, {"card": match.table()["table"]["view"]["hands"][0][card]})
        match.people[0].post(f"{match.common}/draw")
    for who, same in zip(*(_viewers(server, match, 2) for match in tables), strict=True):
        answers = [_answers(person, server, match) for person, match in zip((who, same), tables, strict=True)]
        assert answers[0] == answers[1]
        assert any('"offers":[1]' in answer for answer in answers[0])


def test_nothing_at_home_tells_one_order_from_another(server: Server) -> None:
    """The news of an order, of a change of mind, of a line of chat and of a turn, at two tables with other cards."""
    told = []
    for first, second in ((3, 9), (9, 3)):
        match = _table(server, "skirmish", steps=1)
        hand = match.table()["table"]["view"]["hands"][0]
        with match.people[1].home() as home:
            told.append([_plain(str(home.recv(5)), match)])
            for card in (first, second, first):
                match.order(1, {"card": hand[card]})
            match.people[0].post(f"{match.common}/chat", {"text": f"I play {first}"})
            told[-1] += [_plain(str(home.recv(5)), match) for _ in range(2)]
    assert told[0] == told[1]
    assert not any(_has_seed(text) for text in told[0])


def test_the_seats_of_one_device_are_as_secret_as_any(server: Server) -> None:
    """Bob sits at Ada's device: what he ordered is for his seat alone, and nobody else names it."""
    tables = []
    for card in (3, 9):
        ada, guest = server.person("Player 1"), server.person("Player 3")
        seats = [{"kind": "me"}, {"kind": "local", "name": "Bob"}, {"kind": "open"}]
        made = ada.post("/api/skirmish/matches", {"seats": seats}).json()["match"]["id"]
        guest.post(f"/api/matches/{made}/join", {})
        match = Meeting(registered("skirmish"), made, [ada, ada, guest])
        ada.post(f"{match.path}/orders?seat=2", {"order": {"card": card}})
        tables.append(match)
    for who, same in zip(*(_viewers(server, match, 3) for match in tables), strict=True):
        answers = [_answers(person, server, match) for person, match in zip((who, same), tables, strict=True)]
        assert answers[0] == answers[1]
    own = [match.people[0].get(f"{match.path}/table?seat=2").json()["table"]["pending"] for match in tables]
    others = [match.people[0].get(f"{match.path}/table?seat=1").text for match in tables]
    assert own == [{"card": 3}, {"card": 9}]
    assert _plain(others[0], tables[0]) == _plain(others[1], tables[1])


def test_what_two_players_say_in_private_makes_no_difference_to_anybody_else(server: Server) -> None:
    tables = [_table(server, "territory", steps=1) for _ in range(2)]
    for match, text in zip(tables, ("I attack.", "I promise to stay at home this time."), strict=True):
        for seat, to in ((1, 2), (2, 1)):
            assert match.people[seat - 1].post(f"{match.common}/chat", {"text": text, "to": to}).status_code == 201
        match.people[1].post(f"{match.common}/chat", {"text": "to all"})
    for who, same in zip(*(_viewers(server, match, 3) for match in tables), strict=True):
        answers = [_answers(person, server, match) for person, match in zip((who, same), tables, strict=True)]
        assert answers[0] == answers[1]
        assert not any("attack" in answer for answer in answers[0])
    read = tables[0].people[0].get(f"{tables[0].common}/chat").text
    assert "attack" in read, "those who said it read it"


@pytest.mark.parametrize("slug", slugs())
def test_an_order_kept_for_the_deadline_makes_no_difference_to_anybody_else(server: Server, slug: str) -> None:
    """What was kept; that anything was, `test_kept.py` looks for."""
    pace = {"kind": "live", "seconds": 3600}
    tables = [meet(server, slug, pace=pace, **SHORT.get(slug, {})) for _ in range(2)]
    actor = tables[0].table()["table"]["to_act"][0]
    first = tables[0].some_order(actor, FastDice(1))
    second = next(order for n in range(2, 99) if (order := tables[1].some_order(actor, FastDice(n))) != first)
    for match, order in zip(tables, (first, second), strict=True):
        answer = match.people[actor - 1].post(f"{match.path}/orders", {"order": codec.tree(order), "ready": False})
        assert answer.status_code == 200, answer.text
    attacker = next(seat for seat in (1, 2) if seat != actor)
    for viewers in zip(*(_viewers(server, match, attacker) for match in tables), strict=True):
        answers = [_answers(person, server, match) for person, match in zip(viewers, tables, strict=True)]
        assert answers[0] == answers[1]
    kept = [match.people[actor - 1].get(f"{match.path}/table").json()["kept"] for match in tables]
    assert kept[0] != kept[1], "whoever kept it sees it"


def test_the_seed_would_be_recognised(server: Server) -> None:
    match = _table(server, "skirmish", steps=1)
    match.people[0].post(f"{match.common}/resign")
    assert _has_seed(server.nobody().get(f"{match.common}/record").text)


def test_changing_ones_mind_shows_nobody_anything(server: Server) -> None:
    match = _table(server, "skirmish", steps=1)
    hand = match.table()["table"]["view"]["hands"][0]
    match.order(1, {"card": hand[0]})
    server.clock.forward(60)

    def seen(who: Person) -> list[Any]:
        table = who.get(f"{match.path}/table")
        told = {name: value for name, value in table.json().items() if name != "now"}
        return [told, table.headers["etag"], who.get(match.common).json(), listed(who)[match.id]]

    others = [match.people[1], server.person(), server.nobody()]
    before = [seen(who) for who in others]
    own = seen(match.people[0])
    for card in (3, 5, 3):
        assert match.order(1, {"card": hand[card]}).status_code == 200
    assert [seen(who) for who in others] == before
    assert seen(match.people[0])[:2] != own[:2], "whoever did it sees it, on every device"
    assert [finding.fault for finding in findings(server.process.settings.database_url) if finding.fault] == []
