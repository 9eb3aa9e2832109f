"""Every request of the API, written once: what is sent, and how the answer is read.

What concerns a match from outside takes its id. What has a game's own types in it takes the `MatchInfo`, which says
which game it is and in which version.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypedDict, TypeVar, Unpack
from urllib.parse import quote
from uuid import uuid4

from armillary.api.analysis import Analysis
from armillary.api.catalogue import GameDetail, GameInfo, RulePage, RuleText
from armillary.api.history import Description, EntrySeen, History
from armillary.api.matches import (
    DrawOffered,
    Invitation,
    Invite,
    Join,
    MatchInfo,
    MatchLine,
    MatchList,
    NewMatchMade,
    PauseAsked,
    SeatSet,
    Swap,
)
from armillary.api.people import Name, Player, Token
from armillary.api.tables import Accepted, ChatLine, Considered, Draft, Hint, OrderBody, Say, TableAnswer
from armillary.api.terms import Fork, NewMatch, NewTerms, SeatPlan, Trial, Verdict
from armillary.client.asking import Parts
from armillary.client.errors import BadAnswer
from armillary.client.reading import convert, game_of, read, with_setup
from armillary.client.request import Request
from armillary.core import codec, record
from armillary.core.errors import BadRecord
from armillary.core.record import Record
from armillary.core.registry import game as registered
from armillary.core.table import Table
from armillary.core.values import Seat

T = TypeVar("T")

MAX_STEPS = 50
"""Past tables in one answer."""


def _as(kind: Any) -> Callable[[bytes], Any]:
    return partial(read, kind=kind)


def _path(*parts: object) -> str:
    return "/api/" + "/".join(quote(str(part), safe="") for part in parts)


# -- who you are -----------------------------------------------------------------------------------------------


def me() -> Request[Player]:
    """Who you are; a new visitor becomes a guest."""
    return Request("GET", _path("me"), _as(Player))


def rename(name: str) -> Request[Player]:
    """Change your display name."""
    return Request("PUT", _path("me"), _as(Player), Name(name))


def declare_program() -> Request[Player]:
    """Say that a program plays as you: everybody sees it from now on. This cannot be undone."""
    return Request("PUT", _path("me", "program"), _as(Player))


def give_up() -> Request[None]:
    """Delete your identity: the cookie and all tokens become invalid. This cannot be undone."""
    return Request("DELETE", _path("me"), lambda _: None)


def tokens() -> Request[list[Token]]:
    """The tokens of your programs, without their secrets."""
    return Request("GET", _path("tokens"), _as(list[Token]))


def new_token(name: str) -> Request[Token]:
    """A token for a program of yours; its secret is shown this once."""
    return Request("POST", _path("tokens"), _as(Token), Name(name))


def drop_token(token_id: str) -> Request[None]:
    """Delete a token."""
    return Request("DELETE", _path("tokens", token_id), lambda _: None)


# -- the catalogue ---------------------------------------------------------------------------------------------


def games() -> Request[list[GameInfo]]:
    """Every game there is."""
    return Request("GET", _path("games"), _as(list[GameInfo]))


def game(slug: str, seats: int | None = None) -> Request[GameDetail]:
    """One game, with the shape of its config and its presets for this many seats."""
    return Request("GET", _path("games", slug), _as(GameDetail), query={"seats": seats})


def rules(slug: str) -> Request[RulePage]:
    """The rules of a game."""
    return Request("GET", _path("games", slug, "rules"), _as(RulePage))


def rule(slug: str, rule_id: str) -> Request[RuleText]:
    """One rule by its id."""
    return Request("GET", _path("games", slug, "rules", rule_id), _as(RuleText))


def check(slug: str, trial: Trial[Any]) -> Request[Verdict[Any]]:
    """Would a match begin with this config? Nothing is made."""
    config: Any = registered(slug).config
    return Request("POST", _path(slug, "check"), _as(Verdict[config]), trial, changes_nothing=True)


# -- matches before the start ----------------------------------------------------------------------------------


def new_match(slug: str, terms: NewMatch[Any]) -> Request[NewMatchMade[Any, Any]]:
    """Make a match."""
    return Request("POST", _path(slug, "matches"), _as(NewMatchMade[Any, Any]), terms)


def match(match_id: str) -> Request[MatchInfo]:
    """A match from outside."""
    return Request("GET", _path("matches", match_id), _as(MatchInfo))


def join(match_id: str, *, seat: Seat | None = None, invite: str | None = None) -> Request[MatchInfo]:
    """Take a seat: this one, the one of the invitation, or the first that is kept for you or open."""
    return Request("POST", _path("matches", match_id, "join"), _as(MatchInfo), Join(seat, invite))


def leave(match_id: str, *, seat: Seat | None = None) -> Request[MatchInfo]:
    """Give your seat back before the start, or decline one that is kept for you."""
    return Request("POST", _path("matches", match_id, "leave"), _as(MatchInfo), query={"seat": seat})


def start(match_id: str) -> Request[MatchInfo]:
    """Begin a match you made, once all seats are taken."""
    return Request("POST", _path("matches", match_id, "start"), _as(MatchInfo))


def cancel(match_id: str) -> Request[MatchInfo]:
    """Cancel a match that you made and that has not begun, or delete a record that you uploaded."""
    return Request("DELETE", _path("matches", match_id), _as(MatchInfo))


def share(match_id: str) -> Request[MatchInfo]:
    """Let everybody watch a match that you play, or played, alone against bots."""
    return Request("POST", _path("matches", match_id, "share"), _as(MatchInfo))


def set_seat(match_id: str, seat: Seat, plan: SeatPlan) -> Request[SeatSet]:
    """Fill a seat of a match you made in another way."""
    return Request("PUT", _path("matches", match_id, "seats", seat), _as(SeatSet), plan)


def swap_seats(match_id: str, one: Seat, other: Seat) -> Request[MatchInfo]:
    """Let two seats of a match you made change places."""
    return Request("POST", _path("matches", match_id, "seats", "swap"), _as(MatchInfo), Swap((one, other)))


def set_terms(match: MatchInfo, terms: NewTerms[Any]) -> Request[MatchInfo]:
    """Change the terms of a match you made."""
    return Request("PATCH", _path(match.game, "matches", match.id), _as(MatchInfo), terms)


def invitation(match_id: str, invite: str) -> Request[Invitation]:
    """What an invitation is for. Changes nothing."""
    path = _path("matches", match_id, "invitation")
    return Request("POST", path, _as(Invitation), Invite(invite), changes_nothing=True)


# -- lists -----------------------------------------------------------------------------------------------------


class Filters(TypedDict, total=False):
    """Which matches to list; what is left out does not matter."""

    game: str
    pace: Literal["none", "live", "correspondence"]
    status: Literal["open", "playing", "over"]
    mine: bool
    your_move: bool
    to_join: bool
    to_watch: bool
    marks: bool


def list_matches(*, cursor: str | None = None, limit: int = 50, **filters: Unpack[Filters]) -> Request[MatchList]:
    """A page of the matches that fit, the newest change first."""
    return Request("GET", _path("matches"), _as(MatchList), query={"cursor": cursor, "limit": limit, **filters})


def each_match(**filters: Unpack[Filters]) -> Parts[MatchList, MatchLine]:
    """All matches that fit, the newest change first."""

    def page(cursor: str | None) -> Request[MatchList]:
        return list_matches(cursor=cursor, limit=100, **filters)

    return Parts(page(None), lambda part: None if part.next is None else page(part.next), lambda part: part.matches)


# -- at the table ----------------------------------------------------------------------------------------------


def table(match: MatchInfo, *, seat: Seat | None = None, marks: bool = False) -> Request[TableAnswer[Any, Any]]:
    """What you may see now."""
    game = game_of(match)
    view, order = game.view, game.order
    kind = TableAnswer[view, order]  # type: ignore[valid-type]
    return Request("GET", _at(match, "table"), _as(kind), query={"seat": seat, "marks": marks})


def draft(
    match: MatchInfo, order: Any = None, *, notation: str | None = None, seat: Seat | None = None, marks: bool = False
) -> Request[Considered[Any, Any]]:
    """Everything about an order you are thinking of, the default order unless given. Changes nothing."""
    game = game_of(match)
    kind: Any = Considered[game.order, game.preview]  # type: ignore[name-defined]
    query = {"seat": seat, "marks": marks}
    return Request("POST", _at(match, "draft"), _as(kind), Draft(order, notation), query, changes_nothing=True)


def hint(match: MatchInfo, *, seat: Seat | None = None, marks: bool = False) -> Request[Hint[Any]]:
    """A good move, and why, where you play alone against bots; it counts once in a step, however often you ask."""
    kind: Any = Hint[game_of(match).order]  # type: ignore[misc]
    return Request("POST", _at(match, "hint"), _as(kind), query={"seat": seat, "marks": marks}, changes_nothing=True)


def order(
    match: MatchInfo,
    order: Any = None,
    *,
    notation: str | None = None,
    step: int | None = None,
    seat: Seat | None = None,
    key: str | None = None,
    marks: bool = False,
    ready: bool = True,
) -> Request[Accepted]:
    """Give your order, or change it until the reveal, for one `step` only; not `ready`, keep it for the deadline."""
    body, query = OrderBody(order, notation, step, ready), {"seat": seat, "marks": marks}
    return Request("POST", _at(match, "orders"), _as(Accepted), body, query, uuid4().hex if key is None else key)


def withdraw(match: MatchInfo, *, seat: Seat | None = None) -> Request[Accepted]:
    """Take your order back before the reveal."""
    return Request("DELETE", _at(match, "orders"), _as(Accepted), query={"seat": seat})


def chat(
    match_id: str, *, since: int = 0, before: int | None = None, limit: int = 100, seat: Seat | None = None
) -> Request[list[ChatLine]]:
    """The first lines said after `since`; the next follow the `seq` of the last. With `before`: the last before it."""
    query = {"since": since, "before": before, "limit": limit, "seat": seat}
    return Request("GET", _path("matches", match_id, "chat"), _as(list[ChatLine]), query=query)


def say(match_id: str, text: str, *, to: Seat | None = None, seat: Seat | None = None) -> Request[MatchInfo]:
    """Say something at a table you sit at: to all, or to one other seat in private."""
    return Request("POST", _path("matches", match_id, "chat"), _as(MatchInfo), Say(text, to), {"seat": seat})


def resign(match_id: str, *, seat: Seat | None = None) -> Request[MatchInfo]:
    """Resign."""
    return Request("POST", _path("matches", match_id, "resign"), _as(MatchInfo), query={"seat": seat})


def offer_draw(match_id: str, *, seat: Seat | None = None) -> Request[DrawOffered]:
    """Offer a draw, or agree to one."""
    return Request("POST", _path("matches", match_id, "draw"), _as(DrawOffered), query={"seat": seat})


def take_back_draw(match_id: str, *, seat: Seat | None = None) -> Request[DrawOffered]:
    """Take your offer of a draw back."""
    return Request("DELETE", _path("matches", match_id, "draw"), _as(DrawOffered), query={"seat": seat})


def ask_for_pause(match_id: str, *, seat: Seat | None = None) -> Request[PauseAsked]:
    """Ask for a pause: the clock stops once all people who still play have."""
    return Request("POST", _path("matches", match_id, "pause"), _as(PauseAsked), query={"seat": seat})


def take_back_pause(match_id: str, *, seat: Seat | None = None) -> Request[PauseAsked]:
    """Ask no longer for a pause."""
    return Request("DELETE", _path("matches", match_id, "pause"), _as(PauseAsked), query={"seat": seat})


def resume(match_id: str, *, seat: Seat | None = None) -> Request[PauseAsked]:
    """Let the clock go on."""
    return Request("POST", _path("matches", match_id, "resume"), _as(PauseAsked), query={"seat": seat})


def _at(match: MatchInfo, *parts: object) -> str:
    return _path(match.game, "matches", match.id, *parts)


# -- the past --------------------------------------------------------------------------------------------------


def history(
    match: MatchInfo, *, since: int = 0, limit: int = 100, seat: Seat | None = None, marks: bool = False
) -> Request[History[Any, Any]]:
    """A part of what happened after `since`."""
    game = game_of(match)
    kind: Any = History[game.event, game.order]  # type: ignore[name-defined]
    query = {"since": since, "limit": limit, "seat": seat, "marks": marks}
    return Request("GET", _at(match, "history"), _as(kind), query=query)


def each_entry(
    match: MatchInfo, *, since: int = 0, seat: Seat | None = None, marks: bool = False
) -> Parts[History[Any, Any], EntrySeen[Any, Any]]:
    """Everything that happened after `since`, in order."""

    def part(since: int) -> Request[History[Any, Any]]:
        return history(match, since=since, limit=200, seat=seat, marks=marks)

    return Parts(part(since), lambda each: None if each.next is None else part(each.next), lambda each: each.steps)


def step(match: MatchInfo, step: int, *, seat: Seat | None = None) -> Request[Table[Any, Any]]:
    """The table as you saw it after this many steps."""
    return Request("GET", _at(match, "steps", step), _as(_table_of(match)), query={"seat": seat})


def each_step(
    match: MatchInfo, first: int, last: int, *, seat: Seat | None = None
) -> Parts[list[Table[Any, Any]], Table[Any, Any]]:
    """The tables as you saw them after each of these numbers of steps, all with whole views."""
    kind = _table_of(match)

    def following(part: list[Table[Any, Any]]) -> Request[list[Table[Any, Any]]] | None:
        if not part or part[-1].step >= last:
            return None
        setup, begin = codec.tree(part[-1].view.setup), part[-1].step + 1
        query = {"from": begin, "to": min(last, begin + MAX_STEPS - 1), "seat": seat}
        return Request("GET", _at(match, "steps"), partial(_without_setup, kind, setup), query=query)

    opening = Request("GET", _at(match, "steps", first), lambda data: [read(data, kind)], query={"seat": seat})
    return Parts(opening, following, lambda part: part)


def _without_setup(kind: Any, setup: Any, data: bytes) -> list[Table[Any, Any]]:
    """Tables that come without what never changes."""
    return [convert(with_setup(each, setup), kind) for each in read(data, list[Any])]


def _table_of(match: MatchInfo) -> Any:
    game = game_of(match)
    return Table[game.view, game.order]  # type: ignore[name-defined]


def describe(
    match_id: str,
    *,
    step: int | None = None,
    part: str | None = None,
    seat: Seat | None = None,
    marks: bool = False,
    width: int | None = None,
) -> Request[Description]:
    """The position as you see it in plain text: now or after a step, all of it or one part by its name."""
    query = {"step": step, "part": part, "seat": seat, "marks": marks, "width": width}
    return Request("GET", _path("matches", match_id, "describe"), _as(Description), query=query)


def analysis(match_id: str, *, marks: bool = False) -> Request[Analysis]:
    """A finished match looked at afterwards; the first time it takes some seconds."""
    return Request("GET", _path("matches", match_id, "analysis"), _as(Analysis), query={"marks": marks})


# -- records and further matches -------------------------------------------------------------------------------


def get_record(match_id: str, *, seat: Seat | None = None) -> Request[Record]:
    """The record; its seed is in it once the match is over."""
    return Request("GET", _path("matches", match_id, "record"), _record, query={"seat": seat})


def _record(data: bytes) -> Record:
    try:
        return record.load(data)
    except BadRecord as error:
        raise BadAnswer(str(error)) from error


def upload(stored: Record) -> Request[MatchInfo]:
    """Bring the record of a finished match."""
    return Request("POST", _path("replays"), _as(MatchInfo), stored)


def fork(match: MatchInfo, terms: Fork) -> Request[MatchInfo]:
    """Play on, at a private table, from a position of a match that is over."""
    return Request("POST", _at(match, "fork"), _as(MatchInfo), terms)


def rematch(match_id: str) -> Request[MatchInfo]:
    """Meet the same people again."""
    return Request("POST", _path("matches", match_id, "rematch"), _as(MatchInfo))
