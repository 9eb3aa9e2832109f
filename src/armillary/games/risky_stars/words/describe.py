"""The position in plain text: what is to be done, where everything is, and every part by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from armillary.core.prose import counted, listed, player
from armillary.core.values import Seat
from armillary.games.risky_stars.map.tables import NO_BODY, Tables, tables_of
from armillary.games.risky_stars.model import NOBODY, RESOURCES, Army, Hero, Place, SystemKind, View
from armillary.games.risky_stars.rules.board import owner, standing
from armillary.games.risky_stars.rules.diplomacy import parties
from armillary.games.risky_stars.rules.economy import MAX_LEVEL, YIELD, upgrade_price
from armillary.games.risky_stars.rules.ends import winners_of
from armillary.games.risky_stars.words.orders import find_short
from armillary.games.risky_stars.words.sentences import CLASSES, KINDS, ending, players, turns_text, world_of

WIDTH = 60


# -- what is to be done ------------------------------------------------------------------------------------


def ask(view: View) -> str:
    """What the seat is to do now, and what wins."""
    seat, turn = view.seat, view.turn
    if view.end_reason:
        return "The game is over."
    if seat != turn.seat:
        waiting = view.turn_order[view.turn_order.index(turn.seat) + 1 :]
        ahead = [other for other in waiting if other not in view.out]
        next_up = " You are next." if ahead[:1] == [seat] else ""
        return f"It is the turn of {player(turn.seat, view)}.{next_up}"
    most = view.affordable[seat - 1]
    if turn.launched:
        todo = "Move more armies, or end your turn; buying is over, because you have moved."
    elif most:
        todo = f"Buy up to {counted(most, 'unit')}, then move armies, then end your turn."
    else:
        todo = "Move armies, then end your turn; you cannot pay for new units."
    for proposal in view.proposals:
        if seat in parties(proposal) and seat not in proposal.accepted:
            other = proposal.outsider if proposal.outsider != seat else proposal.members[0]
            todo += f" Player {other} offers you an alliance: accept or decline it."
    return f"{todo} {_goal(view)}"


def _goal(view: View) -> str:
    config, all_regions = view.setup.config, tables_of(view.setup.map).region_count
    part, whole = config.domination or (1, 1)
    needed = part * all_regions // whole + 1
    if needed > all_regions:
        return f"You win with the most regions after round {config.max_rounds}."
    return (
        f"You win with {needed} of {all_regions} regions at the end of a round, "
        f"or with the most after round {config.max_rounds}."
    )


# -- the whole position ------------------------------------------------------------------------------------


def describe(view: View, part: str | None = None) -> str:
    """Who has what, who is allied, and which armies are where; or one system, body, place or player by name."""
    tables = tables_of(view.setup.map)
    if part is not None:
        return "\n".join(_part(view, find_short(part, names(view), "place, body, system or player"), tables))
    seats = range(1, view.setup.seats + 1)
    lines = [*_filled(_headline(view)), *_players(view, seats, tables), *_diplomacy(view)]
    for number in range(len(view.setup.map.systems)):
        lines += ["", *_system(view, number, tables)]
    return "\n".join(lines)


def _headline(view: View) -> str:
    if view.end_reason:
        return ending(view.end_reason, winners_of(world_of(view)), view)
    order = tuple(seat for seat in view.turn_order if seat not in view.out)
    return (
        f"Round {view.round} of {view.setup.config.max_rounds}; {turns_text(order, view)}. "
        f"It is the turn of {player(view.turn.seat, view)}."
    )


def _players(view: View, seats: Iterable[Seat], tables: Tables) -> Iterator[str]:
    for seat in seats:
        if seat in view.out:
            yield f"{player(seat, view)} is out."
            continue
        stock = ", ".join(
            f"{have} {name} (+{gain})"
            for have, name, gain in zip(view.stocks[seat - 1], RESOURCES, view.income[seat - 1], strict=True)
        )
        regions, units = counted(view.regions[seat - 1], "region"), counted(view.units[seat - 1], "unit")
        yield from _filled(
            f"{player(seat, view)}: {regions}, {units}, can buy {view.affordable[seat - 1]} more. "
            f"Stock and income: {stock}. Heroes: {_heroes(view.heroes[seat - 1], tables)}."
        )


def _heroes(heroes: tuple[Hero, ...], tables: Tables) -> str:
    told = [f"{CLASSES[h.rank]} {'' if h.body == NO_BODY else 'at ' + tables.bodies[h.body]}".strip() for h in heroes]
    return ", ".join(told) or "none"


def _diplomacy(view: View) -> Iterator[str]:
    for members in view.alliances:
        yield f"{players(members, view)} are allied."
    for truce in view.truces:
        yield f"Truce between {players((truce.one, truce.other), view)} through round {truce.until}."
    for proposal in view.proposals:
        agreed = players(proposal.accepted, view)
        yield from _filled(f"Proposed alliance of {players(parties(proposal), view)}; agreed so far: {agreed}.")
    if view.cards:
        yield f"Heroes still to be found in the featured system: {len(view.cards)}."
    if view.turn.launched:
        places = tables_of(view.setup.map).places
        yield from _filled("Launched this turn: " + ", ".join(places[place] for place in view.turn.launched) + ".")


def _system(view: View, number: int, tables: Tables) -> Iterator[str]:
    """A system's title, its bodies and its mouths; an empty system is described briefly."""
    places = tables.in_system[number]
    bodies = [body for body, where in enumerate(tables.body_system) if where == number]
    mouths = [place for place in places if tables.body_of[place] == NO_BODY]
    if all(view.places[place].possessor == NOBODY for place in places):
        yield f"{_system_title(view, number, tables)}: nobody is there."
        yield from _packed([_title(view, body, tables) for body in bodies])
        yield from _packed([_way(place, tables) for place in mouths])
        return
    yield _system_title(view, number, tables)
    for body in bodies:
        regions = tables.regions[body]
        if len(regions) > 1:
            first, *others = [f"{_last(tables.places[r])} {_camp(view.places[r], tables)}" for r in regions]
            yield from _packed([f"{_title(view, body, tables)}: {first}", *others])
    singles = [body for body in bodies if len(tables.regions[body]) == 1]
    camps = [_camp(view.places[tables.regions[body].start], tables) for body in singles]
    yield from _packed([f"{_title(view, body, tables)}: {camp}" for body, camp in zip(singles, camps, strict=True)])
    yield from _packed([f"{_way(place, tables)}: {_camp(view.places[place], tables)}" for place in mouths])


def _system_title(view: View, number: int, tables: Tables) -> str:
    system = view.setup.map.systems[number]
    if system.kind is SystemKind.HOME:
        return f"{system.name}, home of {player(tables.homes.index(number) + 1, view)}"
    return f"{system.name}, {KINDS[system.kind]} system"


def _title(view: View, body: int, tables: Tables) -> str:
    kind, level, regions = KINDS[tables.body_kind[body]], view.levels[body], len(tables.regions[body])
    details = [kind, *([f"{regions} regions"] if regions > 1 else []), *([f"level {level}"] if level else [])]
    return f"{_last(tables.bodies[body])} ({', '.join(details)})"


def _way(place: int, tables: Tables) -> str:
    return f"{_last(tables.places[place])} to {tables.places[tables.across[place]].partition('/')[0]}"


def _last(name: str) -> str:
    return name.rpartition("/")[2]


def _camp(place: Place, tables: Tables) -> str:
    """Who is there: `P1 3 +P2 4, attacked by P3 5`."""
    if place.possessor == NOBODY:
        return "free"
    told = f"P{place.possessor} {place.units}"
    told += "".join(f" +P{army.owner} {army.units}" for army in place.guests + place.reinforcements)
    if place.attackers:
        told += f", attacked by {' '.join(_attacker(army, tables) for army in place.attackers)}"
    return told


def _attacker(army: Army, tables: Tables) -> str:
    return f"P{army.owner} {army.units} from {tables.places[army.origin]}"


def _packed(items: list[str]) -> Iterator[str]:
    """As many items per line as fit; no item is broken."""
    line = ""
    for item in items:
        longer = f"{line}; {item}" if line else f"  {item}"
        if line and len(longer) > WIDTH:
            yield f"{line};"
            longer = f"    {item}"
        line = longer
    if line:
        yield line


def _filled(text: str, indent: str = "") -> list[str]:
    """The text in lines that keep a player's name in one piece."""
    firm = text.replace("Player ", "Player\N{NO-BREAK SPACE}")
    lines = wrap(firm, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


# -- one part of it ----------------------------------------------------------------------------------------


def names(view: View) -> tuple[str, ...]:
    """Systems, bodies, places and players; a body of one region and its region have one name."""
    tables = tables_of(view.setup.map)
    systems = [system.name for system in view.setup.map.systems]
    seats = [f"Player {seat}" for seat in range(1, view.setup.seats + 1)]
    return tuple(dict.fromkeys((*systems, *tables.bodies, *tables.places, *seats)))


def _part(view: View, name: str, tables: Tables) -> list[str]:
    if name in tables.body:
        return list(_body_in_full(view, tables.body[name], tables))
    if name in tables.place:
        return list(_place_in_full(view, tables.place[name], tables))
    if " " in name:
        return list(_player_in_full(view, int(name.rpartition(" ")[2]), tables))
    systems = [system.name for system in view.setup.map.systems]
    return list(_system_in_full(view, systems.index(name), tables))


def _system_in_full(view: View, number: int, tables: Tables) -> Iterator[str]:
    yield _system_title(view, number, tables)
    for body, where in enumerate(tables.body_system):
        if where == number:
            regions = tables.regions[body]
            if len(regions) == 1:
                yield from _filled(f"{_title(view, body, tables)}: {_garrison(view, regions.start, tables)}", "  ")
            else:
                yield f"  {_title(view, body, tables)}"
                for region in regions:
                    yield from _filled(f"{_last(tables.places[region])}: {_garrison(view, region, tables)}", "    ")
    for place in tables.in_system[number]:
        if tables.body_of[place] == NO_BODY:
            yield from _filled(f"{_way(place, tables)}: {_garrison(view, place, tables)}", "  ")


def _body_in_full(view: View, body: int, tables: Tables) -> Iterator[str]:
    """What it is and yields, what its next level costs, who works there, and who holds which region."""
    level, resource = view.levels[body], RESOURCES[tables.resource[body]]
    holder = owner(view.places, tables, body)
    yield f"{tables.bodies[body]}, {KINDS[tables.body_kind[body]]}"
    yield f"  Each region yields {YIELD[level]} {resource} per round (level {level} of {MAX_LEVEL})."
    if level < MAX_LEVEL:
        price = upgrade_price(tables, body, level)
        costs = listed([f"{amount} {name}" for amount, name in zip(price, RESOURCES, strict=True) if amount])
        yield f"  Level {level + 1} costs {costs}, and yields {YIELD[level + 1]} per region."
    posted = [CLASSES[hero.rank] for heroes in view.heroes for hero in heroes if hero.body == body]
    if posted:
        yield f"  Heroes posted here: {', '.join(posted)}."
    yield f"  Owned by {player(holder, view)}." if holder else "  Owned by nobody: that takes all of its regions."
    for region in tables.regions[body]:
        yield from _filled(f"{_last(tables.places[region])}: {_garrison(view, region, tables)}", "  ")


def _place_in_full(view: View, place: int, tables: Tables) -> Iterator[str]:
    name = tables.places[place]
    if tables.body_of[place] == NO_BODY:
        yield f"{name}, the mouth of the lane to {tables.places[tables.across[place]]}"
    else:
        yield f"{name}, a region of {tables.bodies[tables.body_of[place]]}"
    told = _garrison(view, place, tables)
    yield from _filled(f"{told[0].upper()}{told[1:]}.", "  ")


def _player_in_full(view: View, seat: Seat, tables: Tables) -> Iterator[str]:
    """Belongings, allies and armies, the largest first."""
    yield from _players(view, (seat,), tables)
    for members in view.alliances:
        if seat in members:
            yield f"{players(members, view)} are allied."
    for truce in view.truces:
        if seat in (truce.one, truce.other):
            yield f"Truce between {players((truce.one, truce.other), view)} through round {truce.until}."
    armies = sorted(
        ((standing(here, seat), tables.places[place]) for place, here in enumerate(view.places)),
        key=lambda army: (-army[0], army[1]),
    )
    told = [f"{units} at {name}" for units, name in armies if units]
    if told:
        yield from _filled(f"Armies: {', '.join(told)}.")


def _garrison(view: View, place: int, tables: Tables) -> str:
    """Who is there, in words: `Player 1 (you), 3 units; attacked by Player 2, 5 units from Altair/Mouth-1`."""
    here = view.places[place]
    if here.possessor == NOBODY:
        return "free"
    told = [f"{player(here.possessor, view)}, {counted(here.units, 'unit')}"]
    told += [
        f"with {player(army.owner, view)}, {counted(army.units, 'unit')}" for army in here.guests + here.reinforcements
    ]
    told += [
        f"attacked by {player(army.owner, view)}, {counted(army.units, 'unit')} from {tables.places[army.origin]}"
        for army in here.attackers
    ]
    return "; ".join(told)
