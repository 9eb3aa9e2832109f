"""Every request of the API, made by both clients, and what comes back is typed."""

from __future__ import annotations

import pytest

from armillary.api.history import TurnSeen
from armillary.api.matches import MatchInfo
from armillary.api.terms import Absent, Fork, Live, NewMatch, NewTerms, SeatPlan, Trial
from armillary.client.asking import Verb, Walk
from armillary.client.errors import ServerSaid
from armillary.client.http import Api
from armillary.core import record
from armillary.core.registry import game, slugs
from armillary.games.skirmish.model import Config, Planet, Play
from tests.client.callers import Caller, Callers, callers
from tests.server.api import Server

SKIRMISH = "skirmish"
ONE_PLANET = Config(planets=(Planet("P1", 1), Planet("P2", 2)), fleet_values=(1, 2, 3))


def _seats(*kinds: str) -> tuple[SeatPlan, ...]:
    return tuple(SeatPlan(kind) for kind in kinds)  # type: ignore[arg-type]


def who_one_is(people: Callers) -> None:
    ada = people.come("Ada")
    assert ada.me().name == "Ada"
    token = ada.new_token("program")
    assert [(each.id, each.secret) for each in ada.tokens()] == [(token.id, None)]
    program = people.come("Ada again", token=token.secret)
    assert program.me() == ada.me()
    assert ada.me().name == "Ada again"
    assert ada.drop_token(token.id) is None
    with pytest.raises(ServerSaid) as said:
        program.rename("Nobody")
    assert (said.value.status, said.value.code) == (401, "NotSignedIn")
    assert ada.declare_program().program
    assert ada.me().program
    before = ada.me()
    assert ada.give_up() is None
    assert ada.me().id != before.id


def the_catalogue(people: Callers) -> None:
    ada = people.come("Ada")
    assert [each.slug for each in ada.games()] == list(slugs())
    assert ada.game(SKIRMISH, seats=3).seats == 3
    page = ada.rules(SKIRMISH)
    assert ada.rule(SKIRMISH, page.ids[1]).text in page.text
    verdict = ada.check(SKIRMISH, Trial(2, config=ONE_PLANET))
    assert (verdict.config, verdict.violations) == (ONE_PLANET, ())
    refused = ada.check(SKIRMISH, Trial(2, config=Config(planets=(Planet("P1", 1), Planet("P1", 2)))))
    assert all(violation.text for violation in refused.violations)
    assert refused.violations


def a_table_is_set_and_people_sit_down(people: Callers) -> None:
    ada, grace = people.come("Ada"), people.come("Grace")
    made = ada.new_match(SKIRMISH, NewMatch(_seats("me", "invite", "open"), autostart=False))
    match, secret = made.match, made.invites["2"]
    assert ada.set_terms(match, NewTerms(config=ONE_PLANET, absent=Absent("open"))).absent == Absent("open")
    assert ada.swap_seats(match.id, 2, 3).seats[2].kind == "invite"
    assert ada.set_seat(match.id, 2, SeatPlan("bot", "random")).match.seats[1].bot == "random"
    invitation = grace.invitation(match.id, secret)
    assert (invitation.by, invitation.seat, invitation.usable) == ("Ada", 3, True)
    assert grace.join(match.id, invite=secret).yours == (3,)
    assert grace.leave(match.id).yours == ()
    grace.join(match.id, invite=secret)
    assert ada.start(match.id).status == grace.match(match.id).status == "playing"
    other = ada.new_match(SKIRMISH, NewMatch(_seats("me", "open"))).match
    assert ada.cancel(other.id).status == "cancelled"
    alone = ada.new_match("skirmish", NewMatch((SeatPlan("me"), SeatPlan("bot", level="random")))).match
    assert ada.share(alone.id).spectators.policy == "public"


def lists_go_on_page_by_page(people: Callers) -> None:
    ada = people.come("Ada")
    made = [ada.new_match(SKIRMISH, NewMatch(_seats("me", "open"))).match.id for _ in range(3)]
    page = ada.list_matches(mine=True, game=SKIRMISH, limit=2)
    assert (len(page.matches), page.total) == (2, 3)
    rest = ada.list_matches(mine=True, game=SKIRMISH, limit=2, cursor=page.next)
    assert {line.id for line in (*page.matches, *rest.matches)} == set(made)
    assert {line.id for line in ada.each_match(mine=True, status="open")} == set(made)
    assert ada.each_match(mine=True, pace="live") == []


def a_whole_match(people: Callers) -> None:
    ada, grace = people.come("Ada"), people.come("Grace")
    terms = NewMatch(_seats("me", "open"), config=ONE_PLANET, pace=Live(60))
    match = ada.new_match(SKIRMISH, terms).match
    grace.join(match.id)
    table = ada.table(match)
    assert isinstance(table.table.view, game(SKIRMISH).view)
    assert (table.you, table.table.to_act) == (1, (1, 2))
    draft = ada.draft(match, Play(3))
    assert (draft.order, draft.notation, draft.violations) == (Play(3), "play 3", ())
    assert ada.draft(match, notation="play 2").order == Play(2)
    with pytest.raises(ServerSaid) as said:
        ada.order(match, Play(99))
    assert (said.value.status, said.value.violations[0].code) == (422, "card_not_held")
    assert said.value.detail
    first = ada.order(match, Play(1), step=0, key="mine")
    assert ada.order(match, Play(1), step=0, key="mine") == first
    assert not ada.withdraw(match).resolved
    ada.order(match, Play(3), step=0)
    assert [line.text for line in grace.chat(grace.say(match.id, "good luck").id)] == ["good luck"]
    assert ada.offer_draw(match.id).offers == (1,)
    assert ada.take_back_draw(match.id).offers == ()
    assert ada.ask_for_pause(match.id).pause.asked == (1,)
    assert ada.take_back_pause(match.id).pause.asked == ()
    for person in (ada, grace):
        paused = person.ask_for_pause(match.id)
    assert paused.pause.left == 60_000
    assert ada.resume(match.id).deadline is not None
    assert grace.order(match, Play(1), step=0).resolved
    _look_back(ada, grace, match)
    assert grace.resign(match.id).status == "over"
    looked = grace.analysis(match.id)
    assert [each.step for each in looked.steps] == [0, 1, 2]
    stored = grace.record(match.id)
    assert record.verify(stored).outcome == ada.match(match.id).outcome
    copy = ada.upload(stored)
    assert (copy.origin, copy.status) == ("upload", "over")
    fork = ada.fork(copy, Fork((SeatPlan("me"), SeatPlan("bot", "random")), step=0))
    assert (fork.origin, fork.status) == ("fork", "playing")
    hint = ada.hint(fork)
    assert (type(hint.order), hint.words, hint.left) == (Play, f"play the {hint.order.card}", 2)
    assert ada.hint(fork) == hint
    assert grace.rematch(match.id) == grace.match(ada.rematch(match.id).id)


def _look_back(ada: Caller, grace: Caller, match: MatchInfo) -> None:
    (turn,) = ada.history(match).steps
    assert isinstance(turn, TurnSeen)
    assert ada.each_entry(match) == [turn]
    assert ada.each_entry(match, since=turn.seq) == []
    assert {type(told.event) for told in turn.events} <= set(game(SKIRMISH).event.__args__)
    assert ada.step(match, 0, seat=1).view.hands == ((1, 2, 3), (1, 2, 3))
    steps = ada.each_step(match, 0, 1)
    assert steps == [ada.step(match, 0), ada.step(match, 1)]
    assert steps[1].view.setup == steps[0].view.setup
    described = grace.describe(match.id, step=0)
    assert grace.describe(match.id, step=0, part=described.names[0]).text in described.text


STORIES = (who_one_is, the_catalogue, a_table_is_set_and_people_sit_down, lists_go_on_page_by_page, a_whole_match)


@pytest.mark.parametrize("kind", ["blocking", "awaited"])
def test_every_request_is_made_and_its_answer_is_typed(server: Server, kind: str) -> None:
    with callers(server.address, kind) as people:
        for story in STORIES:
            story(people)
        assert {name for name, each in vars(Api).items() if isinstance(each, Verb | Walk)} <= people.called
