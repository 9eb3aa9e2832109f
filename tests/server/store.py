"""`check_store`: does a database keep what the server promises? One suite, for SQLite and for PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from armillary.api.terms import Absent, Live, NoClock, Pause, Spectators
from armillary.core.errors import ArmillaryError
from armillary.server.clock import WallClock
from armillary.server.errors import Closed, Duplicate, NotFound, NotSignedIn, Stale
from armillary.server.matches.rows import Append, JournalRow, News, SeatRow, SnapshotRow, Stored
from armillary.server.people.guests import TRUST, Guests
from armillary.server.people.sessions import Sessions
from armillary.server.people.tokens import Tokens
from armillary.server.settings import async_url
from armillary.server.storage import listings, players, removals, uploads
from armillary.server.storage.listings import Filters
from armillary.server.storage.migrations import upgrade
from armillary.server.storage.store import Store
from armillary.testing.play import expect
from tests.server.bench import AWKWARD, NOW, Bench, change, seated

Law: TypeAlias = Callable[[Bench], Awaitable[None]]


def check_store(url: str) -> None:
    """Raise `ContractBroken` with the law unless the store keeps its promises on this database.

    The database must be an empty one that nobody needs: the suite leaves what it writes there.
    """
    asyncio.run(_check(async_url(url)))


async def _check(url: str) -> None:
    bench = Bench(url)
    try:
        for law in LAWS:
            await law(bench)
    finally:
        await bench.store.close()


# -- the laws ----------------------------------------------------------------------------------------------


async def tables_are_made_once(bench: Bench) -> None:
    """Migrations make everything from nothing, though several begin at once, and change nothing the second time."""
    stores = [bench.store, Store(bench.url), Store(bench.url)]
    await asyncio.gather(*(store.open() for store in stores))
    row = await bench.match()
    for store in stores[1:]:
        await store.close()
    await bench.store.database.write(upgrade)
    expect(await bench.store.match(row.id) == row, "tables_are_made_once", row.id)


async def what_is_appended_is_there(bench: Bench) -> None:
    """A change is read back as it was written, its rows in order, here and through another connection."""
    law = "what_is_appended_is_there"
    row = await bench.match()
    first = change(row, "a", None, None)
    await bench.store.append(first)
    second = change(first.row, None)
    await bench.store.append(second)
    other = Store(bench.url)
    try:
        for store in (bench.store, other):
            expect(await store.match(row.id) == second.row, law, "row")
            expect(await store.news(row.id, 2) == News(second.row, [first.rows[2], *second.rows]), law, "news")
            expect(await store.news(row.id, second.row.seq) is None, law, "no news")
            expect(await store.journal(row.id) == [*first.rows, *second.rows], law, "journal")
            expect(await store.journal(row.id, 1, 3) == list(first.rows[1:]), law, "part of the journal")
            expect(await store.find_key(row.id, 1, "a") == first.rows[0], law, "key")
    finally:
        await other.close()


async def who_asks_at_once_gets_the_same_answer(bench: Bench) -> None:
    """However many ask what is new of however many matches, each gets what came after what they know."""
    law = "who_asks_at_once_gets_the_same_answer"
    made = [change(await bench.match(), None, None) for _ in range(3)]
    await asyncio.gather(*(bench.store.append(each) for each in made))
    for change_made in made:
        asked = await asyncio.gather(*(bench.store.news(change_made.row.id, seq) for seq in (2, 0, 1)))
        found = [None if each is None else [row.seq for row in each.tail] for each in asked]
        expect(found == [None, [1, 2], [2]], law, found)


async def unknown_matches_are_none(bench: Bench) -> None:
    """Whatever is asked for, a match that is not there is none."""
    for strange in ("nosuchmatch", "", "\x00", "ü" * 5000, "'; DROP TABLE journal"):
        expect(await bench.store.match(strange) is None, "unknown_matches_are_none", strange)
    expect(await bench.store.news("nosuchmatch", 0) is None, "unknown_matches_are_none", "news")


async def only_one_change_follows_a_seq(bench: Bench) -> None:
    """Of many changes computed on the same seq one is made; the others learn that they are stale."""
    law = "only_one_change_follows_a_seq"
    row = await bench.match()
    rivals = [change(row, f"rival{number}") for number in range(10)]
    results = await asyncio.gather(*(bench.store.append(each) for each in rivals), return_exceptions=True)
    made = [each for each, result in zip(rivals, results, strict=True) if result is None]
    expect(len(made) == 1 and sum(isinstance(result, Stale) for result in results) == 9, law, results)
    expect(await bench.store.journal(row.id) == list(made[0].rows), law, "journal")


async def a_change_falls_with_the_one_before(bench: Bench) -> None:
    """Changes on top of changes that are still on their way are made in turn, or none after the first that fails:
    not even where somebody else has raised the seq just as far."""
    law = "a_change_falls_with_the_one_before"
    row = await bench.match()
    first = change(row, "first")
    second = change(first.row, "second")
    made = bench.store.append(first)
    await asyncio.gather(made, bench.store.append(second, after=made))
    expect(await bench.store.journal(row.id) == [*first.rows, *second.rows], law, "both are made")
    late = change(first.row, None)
    on_late = bench.store.append(late)
    later = bench.store.append(change(late.row, None), after=on_late)
    expect(await bench.raises(Stale, on_late) and await bench.raises(Stale, later), law, "neither is made")
    last = bench.store.append(change(late.row, None), after=on_late)
    expect(await bench.raises(Stale, last), law, "nor one that comes when the other has failed")
    expect(await bench.store.match(row.id) == second.row, law, "nothing of them is kept")
    expect(last.after is None, law, "a settled change remembers none before it")


async def a_key_is_used_once(bench: Bench) -> None:
    """The same idempotency key a second time is refused, whatever it is called; nothing of that change is kept."""
    law = "a_key_is_used_once"
    for key in ("plain", "idempotency", "journal.match, journal.seat, journal.key", "ключ"):
        row = await bench.match()
        first = change(row, key)
        await bench.store.append(first)
        again = change(first.row, None, key)
        expect(await bench.raises(Duplicate, bench.store.append(again)), law, key)
        expect(await bench.store.match(row.id) == first.row, law, key)
        taken = Append(replace(first.row, seq=2), 1, (JournalRow(1, 0, 2, "order", "null", key, NOW),))
        expect(await bench.raises(Stale, bench.store.append(taken)), law, f"a seq taken twice is no key: {key}")


async def failures_fail_alone(bench: Bench) -> None:
    """In one batch, whoever fails fails alone: stale, used before, or plainly broken."""
    law = "failures_fail_alone"
    rows = [await bench.match() for _ in range(6)]
    await bench.store.append(change(rows[0], "used"))

    def broken(connection: Connection) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    jobs = [
        bench.store.append(change(replace(rows[0], seq=1), "used")),
        bench.store.append(change(rows[1], "fine")),
        bench.store.write(broken),
        bench.store.append(change(replace(rows[2], seq=7), "stale")),
        *(bench.store.append(change(row, "fine")) for row in rows[3:]),
    ]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    kinds = [Duplicate, None, SQLAlchemyError, Stale, None, None, None]
    for kind, result in zip(kinds, results, strict=True):
        expect(result is None if kind is None else isinstance(result, kind), law, result)
    for row in (rows[1], *rows[3:]):
        expect([each.key for each in await bench.store.journal(row.id)] == ["fine"], law, row.id)
    expect(await bench.store.journal(rows[2].id) == [], law, "nothing of a stale change")


async def two_stores_never_wait_in_a_circle(bench: Bench) -> None:
    """Two processes that change the same matches in opposite orders both come to an end, each match changed once."""
    law = "two_stores_never_wait_in_a_circle"
    rows = [await bench.match() for _ in range(20)]
    other = Store(bench.url)
    await other.open()
    try:
        jobs = [bench.store.append(change(row, "here")) for row in rows]
        jobs += [other.append(change(row, "there")) for row in reversed(rows)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
    finally:
        await other.close()
    expect(all(result is None or isinstance(result, Stale) for result in results), law, results)
    expect(sum(result is None for result in results) == len(rows), law, results)
    for row in rows:
        expect(len(await bench.store.journal(row.id)) == 1, law, row.id)


async def seats_change_with_their_match(bench: Bench) -> None:
    """A seat is read back as it was written, in its place, by everybody; a stale change leaves every seat alone."""
    law = "seats_change_with_their_match"
    row, neighbour, guest = await bench.match(), await bench.match(), await bench.guest()
    here, free = row.seats
    taken = SeatRow("person", AWKWARD, player=guest.id)
    joined = seated(row, here, taken)
    await bench.store.append(joined)
    expect(await bench.store.match(row.id) == joined.row, law, "somebody has joined")
    expect(await bench.store.news(row.id, 0) == News(joined.row, list(joined.rows)), law, "others hear of it")
    stale = bench.store.append(seated(row, here, SeatRow("bot", "bot:x", bot="x")))
    expect(await bench.raises(Stale, stale), law, "a stale change")
    expect(await bench.store.match(row.id) == joined.row, law, "a stale change seats nobody")
    over = seated(joined.row, replace(here, result=2), replace(taken, result=1))
    await bench.store.append(replace(over, row=replace(over.row, status="over")))
    found = await bench.store.match(row.id)
    expect(found is not None and [seat.result for seat in found.seats] == [2, 1], law, "results")
    expect(await bench.store.match(neighbour.id) == neighbour, law, "the seats of other matches stay")
    expect(neighbour.seats[1] == free, law, "the second seat is free")


async def terms_change_with_their_match(bench: Bench) -> None:
    """What seldom changes is written when a change says so, and read back as it was written."""
    law = "terms_change_with_their_match"
    row = await bench.match()
    made = change(row, None)
    new = replace(
        made.row,
        config='{"x":1}',
        pace=Live(7),
        spectators=Spectators("none"),
        autostart=False,
        absent=Absent("open", after=2),
        players=(AWKWARD, "Ada"),
        pause=Pause((1,), 5),
        rematch="match1",
    )
    await bench.store.append(replace(made, row=new, terms=True))
    expect(await bench.store.match(row.id) == new, law, "new terms")
    other = change(new, None)
    await bench.store.append(replace(other, row=replace(other.row, rematch=None, pace=NoClock())))
    expect(await bench.store.match(row.id) == other.row, law, "terms that the change does not say it changes")


async def matches_come_whole_and_go(bench: Bench) -> None:
    """An uploaded match is there with all its rows, counted against its owner's, and gone without a trace."""
    law = "matches_come_whole_and_go"
    row = replace(await bench.match(), id="uploaded", origin="upload", position="{}", status="over", seq=1)
    journal = [JournalRow(1, 0, 0, "start", "[]", None, NOW)]
    stored = Stored(row, journal, [SnapshotRow(1, 1, AWKWARD)], [1, 2])
    expect(await uploads.keep(bench.store, stored, 1) == 0, law, "kept")
    expect(await bench.store.read_all(row.id) == stored, law, "as it was written")
    second = replace(stored, row=replace(row, id="second"))
    expect(await uploads.keep(bench.store, second, 1) == 1, law, "no more than allowed")
    expect(await bench.store.match("second") is None, law, "and not kept")
    await removals.remove_match(bench.store, row.id, NOW)
    expect(await bench.store.read_all(row.id) is None, law, "removed")
    expect((await bench.store.journal(row.id), await bench.store.snapshot(row.id)) == ([], None), law, "with its rows")


async def matches_are_found_by_their_seats(bench: Bench) -> None:
    """Lists know who sits where now: open seats, a player's own matches, matches with bots."""
    law = "matches_are_found_by_their_seats"
    row, guest = await bench.match(), await bench.guest()
    here, free = row.seats

    async def lists(which: Literal["open", "mine"], player: str | None = None) -> bool:
        asked = Filters(status="open") if which == "open" else Filters(mine=True)
        return row.id in [
            each.id for each in (await listings.page_of(bench.store, asked, player or "", None, 100)).rows
        ]

    expect(await lists("open") and await lists("mine", here.player), law, "made")
    expect(not await lists("mine", guest.id) and not await lists("mine"), law, "nobody else's")
    joined = seated(row, here, SeatRow("person", guest.name, player=guest.id))
    await bench.store.append(joined)
    expect(not await lists("open") and await lists("mine", guest.id), law, "joined")
    left = seated(joined.row, here, free)
    await bench.store.append(left)
    expect(await lists("open") and not await lists("mine", guest.id), law, "left")
    bot = seated(left.row, here, SeatRow("bot", "bot:x", bot="x"))
    await bench.store.append(replace(bot, row=replace(bot.row, status="playing")))
    expect(not await lists("open") and not await lists("mine"), law, "a bot has the seat")
    expect(await listings.with_bots(bench.store, bot.row.changed_at, bot.row.changed_at) == [row.id], law, "bots")
    expect(await listings.with_bots(bench.store, 0, bot.row.changed_at - 1) == [], law, "later than asked for")


async def snapshots_are_the_latest_of_each_round(bench: Bench) -> None:
    """A round keeps its last snapshot; the newest is found, and the newest not beyond a seq."""
    law = "snapshots_are_the_latest_of_each_round"
    row = await bench.match()
    expect(await bench.store.snapshot(row.id) is None, law, "none yet")
    for round_number, body in ((1, "one"), (1, "two"), (2, "three")):
        made = change(row, None)
        await bench.store.append(replace(made, snapshot=(round_number, made.row.seq, body)))
        row = made.row
    expect(await bench.store.snapshot(row.id) == (3, "three"), law, "newest")
    expect(await bench.store.snapshot(row.id, 2) == (2, "two"), law, "at most 2")
    expect(await bench.store.snapshot(row.id, 1) is None, law, "replaced by a later one of its round")


async def a_change_is_made_though_nobody_waits(bench: Bench) -> None:
    """Whoever gives up waiting takes nothing back: the change is made, and what follows from it happens."""
    law = "a_change_is_made_though_nobody_waits"
    row, settled = await bench.match(), asyncio.Event()
    waiting = asyncio.ensure_future(bench.store.append(change(row, "gone"), lambda _: settled.set()))
    await asyncio.sleep(0)
    waiting.cancel()
    expect(await bench.raises(asyncio.CancelledError, waiting), law, "cancelled")  # type: ignore[arg-type]
    await asyncio.wait_for(settled.wait(), 10)
    expect([each.key for each in await bench.store.journal(row.id)] == ["gone"], law, "journal")


async def what_follows_may_fail(bench: Bench) -> None:
    """An accident after the commit reaches whoever asked, and the next change is made all the same."""
    law = "what_follows_may_fail"
    row = await bench.match()

    def fail(_: Exception | None) -> None:
        raise ArmillaryError("an accident")

    first = change(row, None)
    expect(await bench.raises(ArmillaryError, bench.store.append(first, fail)), law, "told")
    await bench.store.append(change(first.row, None))
    expect(len(await bench.store.journal(row.id)) == 2, law, "both are there")


async def closing_finishes_what_waits(bench: Bench) -> None:
    """A store that closes makes every change it has taken, and takes no more."""
    law = "closing_finishes_what_waits"
    rows = [await bench.match() for _ in range(5)]
    closing = Store(bench.url)
    await closing.open()
    waiting = [closing.append(change(row, "last")) for row in rows]
    await closing.close()
    expect(await asyncio.gather(*waiting) == [None] * 5, law, "answers")
    for row in rows:
        expect(len(await bench.store.journal(row.id)) == 1, law, row.id)

    async def late() -> None:
        await closing.append(change(rows[0], "late"))

    expect(await bench.raises(Closed, late()), law, "afterwards")


async def people_are_known_again(bench: Bench) -> None:
    """Guests and tokens are recognized by another process, forged, dropped and revoked ones by nobody."""
    law, signed_in = "people_are_known_again", Sessions(bench.store)
    here, there = (Guests(bench.store, WallClock(), signed_in) for _ in range(2))
    own, others = (Tokens(bench.store, WallClock(), guests, signed_in) for guests in (here, there))
    await here.open()
    await there.open()
    guest = await here.rename(await here.welcome(), "Ærø")
    cookie = here.cookie(guest)
    expect(await there.by_cookie(cookie) == guest, law, "cookie")
    for forged in (cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), guest.id, f"{guest.id}.", "", ".", "\x00.ü"):
        expect(await there.by_cookie(forged) is None, law, forged)
    token = await own.new(guest, "bot")
    assert token.secret is not None
    expect(await own.by_token(token.secret) == guest, law, "token")
    expect([each.id for each in await others.all_of(guest)] == [token.id], law, "tokens")
    stranger = await here.welcome()
    for other in (token.id, "nosuchtoken", "\x00"):
        expect(await bench.raises(NotFound, own.delete(stranger, other)), law, "a token that is not one's own")
    await others.delete(guest, token.id)
    await asyncio.sleep(TRUST / 1000)
    for useless in (token.secret, f"{token.id}.", "", ".", "\x00"):
        expect(await bench.raises(NotSignedIn, own.by_token(useless)), law, useless)
    last = await own.new(guest, "bot")
    expect(await players.signed_in(bench.store, (guest.id, last.id, token.id)) == {guest.id, last.id}, law, "before")
    await here.revoke(guest)
    expect(await here.by_cookie(cookie) is None, law, "an identity that was given up")
    expect(await bench.raises(NotSignedIn, own.by_token(last.secret or "")), law, "its token")
    expect(await players.signed_in(bench.store, (guest.id, last.id)) == set(), law, "afterwards")
    expect(await here.name_of(guest.id) == "Ærø", law, "its name")
    expect(await here.by_id(stranger.id) == stranger, law, "somebody else")


async def a_secret_is_made_once(bench: Bench) -> None:
    """Of several processes that bring a fresh secret, all get the same one, now and later."""
    found = await asyncio.gather(*(bench.store.secret("test", bytes([number]) * 32) for number in range(5)))
    expect(len(set(found)) == 1, "a_secret_is_made_once", found)
    expect(await bench.store.secret("test", b"later") == found[0], "a_secret_is_made_once", "later")


LAWS: tuple[Law, ...] = (
    tables_are_made_once,
    what_is_appended_is_there,
    who_asks_at_once_gets_the_same_answer,
    unknown_matches_are_none,
    only_one_change_follows_a_seq,
    a_change_falls_with_the_one_before,
    a_key_is_used_once,
    failures_fail_alone,
    two_stores_never_wait_in_a_circle,
    seats_change_with_their_match,
    terms_change_with_their_match,
    matches_come_whole_and_go,
    matches_are_found_by_their_seats,
    snapshots_are_the_latest_of_each_round,
    a_change_is_made_though_nobody_waits,
    what_follows_may_fail,
    closing_finishes_what_waits,
    people_are_known_again,
    a_secret_is_made_once,
)
