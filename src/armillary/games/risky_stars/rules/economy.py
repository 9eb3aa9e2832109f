"""Economy: what regions yield, what heroes and upgrades add, what armies cost (RS-E1 to RS-E8)."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.core.bounds import number_faults
from armillary.core.values import Fate, Seat, Violation
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import (
    PRICE,
    RESOURCES,
    Allotted,
    Army,
    Bought,
    Buy,
    Drew,
    Hero,
    Place,
    Post,
    Posted,
    Produced,
    Recall,
    Recalled,
    Ruined,
    State,
    Stock,
    Upgrade,
    Upgraded,
)
from armillary.games.risky_stars.rules.board import (
    MAX_TEXT,
    Board,
    Position,
    minus,
    owner,
    plus,
    regions_of,
    shares,
    side,
)

YIELD = (100, 110, 150, 200)  # per region, by the body's level: RS-E1, RS-E3
UPGRADE_PRICE = (500, 2500, 5000)  # of each of two resources: RS-E3
MAX_LEVEL = 3
MAX_HEROES = 3
IMPROVED, UNIMPROVED = (1, 5, 25, 125), (1, 4, 16, 64)  # 5/4 for each hero of class II or III, at most three
CLASS_I, CLASS_II, CLASS_III = 1, 2, 3


# -- production --------------------------------------------------------------------------------------------


def income(position: State | Board) -> list[Stock]:
    """What a production would give each seat now, seat 1 first (RS-E1)."""
    tables, places, levels = tables_of(position.setup.map), position.places, position.levels
    gains = [[0, 0, 0] for _ in range(position.setup.seats + 1)]
    posted = _posted(position)
    for body, regions in enumerate(tables.regions):
        resource, level = tables.resource[body], levels[body]
        if body in posted:
            gains[places[regions.start].possessor][resource] += _with_heroes(
                position, len(regions) * YIELD[level], posted[body]
            )
        else:
            for region in regions:
                gains[places[region].possessor][resource] += YIELD[level]
    return [(gain[0], gain[1], gain[2]) for gain in gains[1:]]


def _posted(position: State | Board) -> dict[int, list[int]]:
    """The classes of the heroes at each body that has some."""
    found: dict[int, list[int]] = {}
    for heroes in position.heroes:
        for hero in heroes:
            if hero.body != NO_BODY:
                found.setdefault(hero.body, []).append(hero.rank)
    return found


def _with_heroes(position: Position, plain: int, ranks: list[int]) -> int:
    """Every improvement multiplies by 5/4, floored once; fixed amounts come after (RS-E4)."""
    config = position.setup.config
    times = sum(rank != CLASS_I for rank in ranks)
    fixed = ranks.count(CLASS_I) * config.class_one_amount + ranks.count(CLASS_III) * config.class_three_amount
    return plain * IMPROVED[times] // UNIMPROVED[times] + fixed


def body_income(state: State, body: int, level: int) -> int:
    """What a body would yield its owner per round at this level, with the heroes it has (RS-E3, RS-E4)."""
    regions = tables_of(state.setup.map).regions[body]
    return _with_heroes(state, len(regions) * YIELD[level], _posted(state).get(body, []))


def produce(board: Board) -> None:
    """Everybody who has an army receives what their regions yield (RS-R1, RS-E1)."""
    for seat, gained in enumerate(income(board), start=1):
        if seat not in board.out:
            board.stocks[seat - 1] = plus(board.stocks[seat - 1], gained)
            board.tell(Produced(seat=seat, gained=gained, rule="RS-E1"))
    allot(board)


def allot(board: Board) -> None:
    """What each alliance's pool can pay for, divided by regions possessed (RS-E8)."""
    board.allotments = [None] * board.setup.seats
    regions = regions_of(board.places, board.tables, board.setup.seats)
    for members in board.alliances:
        units = _payable(_together(board, members))
        weights = [regions[seat] for seat in members]
        ranks = [(-regions[seat], seat) for seat in members]
        given = shares(units, weights, ranks)
        for seat, allotted in zip(members, given, strict=True):
            board.allotments[seat - 1] = allotted
        board.tell(Allotted(members=members, units=tuple(given), rule="RS-E8"))


# -- armies ------------------------------------------------------------------------------------------------


def pool(position: State | Board, seat: Seat) -> tuple[Seat, ...]:
    """Whose stock pays for this seat's units: its own, or that of the allies it was pooled with (RS-E8)."""
    if position.allotments[seat - 1] is None:
        return (seat,)
    return tuple(member for member in side(position, seat) if position.allotments[member - 1] is not None)


def affordable(position: State | Board, seat: Seat) -> int:
    """How many units this seat may buy now (RS-E7, RS-E8)."""
    units = _payable(_together(position, pool(position, seat)))
    allotted = position.allotments[seat - 1]
    return units if allotted is None else min(units, allotted)


def _together(position: State | Board, seats: tuple[Seat, ...]) -> Stock:
    total: Stock = (0, 0, 0)
    for seat in seats:
        total = plus(total, position.stocks[seat - 1])
    return total


def _payable(stock: Stock) -> int:
    return min(have // price for have, price in zip(stock, PRICE, strict=True))


def check_buy(state: State, seat: Seat, order: Buy) -> Iterator[Violation]:
    """Units are bought before the first move, placed where the seat is in possession, and paid for (RS-E7, RS-R2)."""
    if state.turn.launched:
        yield Violation("buying_is_closed", "RS-R2")
    if not order.units:
        yield Violation("nothing_bought", "RS-E7", ("units",))
    place = tables_of(state.setup.map).place
    if too_many := tuple(number_faults(len(order.units), None, len(place), ("units",), rule="RS-E7", unit="entries")):
        yield from too_many
        return
    for name, units in order.units.items():
        at = place.get(name)
        if at is None:
            yield Violation("unknown_place", "RS-E7", ("units", name), {"name": name[:MAX_TEXT]})
        elif state.places[at].possessor != seat:
            yield Violation("not_in_possession", "RS-E7", ("units", name), {"name": name})
        yield from number_faults(units, 1, None, ("units", name), rule="RS-E7")
    asked, most = sum(max(0, units) for units in order.units.values()), affordable(state, seat)
    if asked > most:
        rule = "RS-E7" if state.allotments[seat - 1] is None else "RS-E8"
        yield Violation("cannot_pay", rule, ("units",), {"asked": asked, "most": most})


def buy(board: Board, seat: Seat, order: Buy) -> tuple[Fate, ...]:
    """Pay, then place: in a combat new units join as reinforcements (RS-E7)."""
    total = sum(order.units.values())
    paid = _pay(board, seat, total)
    fates = []
    for name, units in sorted(order.units.items()):
        at = board.tables.place[name]
        board.places[at] = _reinforced(board.places[at], Army(seat, units, at))
        fates.append(Fate(seat, ("units", name), "placed", "RS-E7", {"units": units, "place": name}))
    board.tell(Bought(seat=seat, units=dict(sorted(order.units.items())), paid=paid, rule="RS-E7"))
    return tuple(fates)


def _reinforced(place: Place, army: Army) -> Place:
    if place.attackers:
        later = (*place.reinforcements, army)
        return Place(place.possessor, place.units, place.guests, later, place.attackers)
    return Place(place.possessor, place.units + army.units, place.guests)


def _pay(board: Board, seat: Seat, units: int) -> dict[str, Stock]:
    """The whole pool pays in proportion to what each has, resource by resource (RS-E8)."""
    payers = pool(board, seat)
    ranks = [(payer,) for payer in payers]
    parts = [
        shares(units * price, [board.stocks[payer - 1][kind] for payer in payers], ranks)
        for kind, price in enumerate(PRICE)
    ]
    paid: dict[str, Stock] = {}
    for i, payer in enumerate(payers):
        paid[str(payer)] = (parts[0][i], parts[1][i], parts[2][i])
        board.stocks[payer - 1] = minus(board.stocks[payer - 1], paid[str(payer)])
    allotted = board.allotments[seat - 1]
    if allotted is not None:
        board.allotments[seat - 1] = allotted - units
    return paid


# -- bodies ------------------------------------------------------------------------------------------------


def upgrade_price(tables: Tables, body: int, level: int) -> Stock:
    """The next level costs the two resources the body does not produce (RS-E3)."""
    price = [UPGRADE_PRICE[level]] * 3
    price[tables.resource[body]] = 0
    return (price[0], price[1], price[2])


def check_upgrade(state: State, seat: Seat, order: Upgrade) -> Iterator[Violation]:
    """One level at a time, by the body's owner, for its price (RS-E2, RS-E3)."""
    tables = tables_of(state.setup.map)
    body = tables.body.get(order.body)
    if body is None:
        yield Violation("unknown_body", "RS-E3", ("body",), {"name": order.body[:MAX_TEXT]})
        return
    if owner(state.places, tables, body) != seat:
        yield Violation("not_owned", "RS-E2", ("body",), {"name": order.body})
    level = state.levels[body]
    if level == MAX_LEVEL:
        yield Violation("highest_level", "RS-E3", ("body",), {"name": order.body, "most": MAX_LEVEL})
        return
    for name, price, have in zip(RESOURCES, upgrade_price(tables, body, level), state.stocks[seat - 1], strict=True):
        if price > have:
            params = {"resource": name, "asked": price, "have": have}
            yield Violation("upgrade_not_paid", "RS-E3", ("body",), params)


def upgrade(board: Board, seat: Seat, order: Upgrade) -> tuple[Fate, ...]:
    """The body's next level (RS-E3)."""
    body = board.tables.body[order.body]
    level = board.levels[body]
    board.stocks[seat - 1] = minus(board.stocks[seat - 1], upgrade_price(board.tables, body, level))
    board.levels = (*board.levels[:body], level + 1, *board.levels[body + 1 :])
    board.tell(Upgraded(seat=seat, body=order.body, level=level + 1, rule="RS-E3"))
    return (Fate(seat, (), "upgraded", "RS-E3", {"body": order.body, "level": level + 1}),)


def ruin(board: Board, place: int) -> None:
    """Another player has taken a region of this body, so its upgrades and heroes are gone (RS-E5)."""
    body = board.tables.body_of[place]
    if body == NO_BODY:
        return
    level = board.levels[body]
    lost = tuple(hero.rank for heroes in board.heroes for hero in heroes if hero.body == body)
    if level or lost:
        board.levels = (*board.levels[:body], 0, *board.levels[body + 1 :])
        board.heroes = [tuple(hero for hero in heroes if hero.body != body) for heroes in board.heroes]
        board.tell(Ruined(body=board.tables.bodies[body], levels=level, heroes=lost, rule="RS-E5"))


# -- heroes ------------------------------------------------------------------------------------------------


def draw_hero(board: Board, place: int) -> None:
    """The first owner of a featured body draws the deck's next hero (RS-E6)."""
    body = board.tables.body_of[place]
    if body not in board.tables.featured or body in board.claimed or not board.deck:
        return
    seat = owner(board.places, board.tables, body)
    if seat:
        rank, board.deck = board.deck[0], board.deck[1:]
        board.claimed = tuple(sorted((*board.claimed, body)))
        board.heroes[seat - 1] = tuple(sorted((*board.heroes[seat - 1], Hero(rank))))
        board.tell(Drew(seat=seat, rank=rank, body=board.tables.bodies[body], rule="RS-E6"))


def room(state: State, body: int) -> int:
    """How many more heroes a body can take: three in all, and no more than it has regions (RS-E4)."""
    here = sum(hero.body == body for heroes in state.heroes for hero in heroes)
    return min(MAX_HEROES, len(tables_of(state.setup.map).regions[body])) - here


def check_post(state: State, seat: Seat, order: Post) -> Iterator[Violation]:
    """A hero in reserve goes to a body its player owns that has room, once per turn (RS-E2, RS-E4, RS-R2)."""
    tables = tables_of(state.setup.map)
    yield from _hero_faults(state, seat, order.rank, NO_BODY)
    body = tables.body.get(order.body)
    if body is None:
        yield Violation("unknown_body", "RS-E4", ("body",), {"name": order.body[:MAX_TEXT]})
        return
    if owner(state.places, tables, body) != seat:
        yield Violation("not_owned", "RS-E2", ("body",), {"name": order.body})
    if room(state, body) < 1:
        most = min(MAX_HEROES, len(tables.regions[body]))
        yield Violation("no_room", "RS-E4", ("body",), {"name": order.body, "most": most})


def check_recall(state: State, seat: Seat, order: Recall) -> Iterator[Violation]:
    """A hero that is posted there is recalled, once per turn (RS-E4, RS-R2)."""
    body = tables_of(state.setup.map).body.get(order.body)
    if body is None:
        yield Violation("unknown_body", "RS-E4", ("body",), {"name": order.body[:MAX_TEXT]})
    else:
        yield from _hero_faults(state, seat, order.rank, body)


def _hero_faults(state: State, seat: Seat, rank: int, body: int) -> Iterator[Violation]:
    there = [hero for hero in state.heroes[seat - 1] if hero.rank == rank and hero.body == body]
    if not there:
        yield Violation("no_such_hero", "RS-E4", ("rank",), {"rank": rank})
    elif all(hero.spent for hero in there):
        yield Violation("hero_is_spent", "RS-R2", ("rank",), {"rank": rank})


def post(board: Board, seat: Seat, order: Post) -> tuple[Fate, ...]:
    """The hero works for this body from the next production on (RS-E4)."""
    _send_hero(board, seat, Hero(order.rank), board.tables.body[order.body])
    board.tell(Posted(seat=seat, rank=order.rank, body=order.body, rule="RS-E4"))
    return (Fate(seat, (), "posted", "RS-E4", {"rank": order.rank, "body": order.body}),)


def recall(board: Board, seat: Seat, order: Recall) -> tuple[Fate, ...]:
    """The hero waits in reserve (RS-E4)."""
    _send_hero(board, seat, Hero(order.rank, board.tables.body[order.body]), NO_BODY)
    board.tell(Recalled(seat=seat, rank=order.rank, body=order.body, rule="RS-E4"))
    return (Fate(seat, (), "recalled", "RS-E4", {"rank": order.rank, "body": order.body}),)


def _send_hero(board: Board, seat: Seat, hero: Hero, body: int) -> None:
    heroes = list(board.heroes[seat - 1])
    heroes.remove(hero)
    board.heroes[seat - 1] = tuple(sorted([*heroes, Hero(hero.rank, body, spent=True)]))
