"""Orders as text: `move Vega/Aurum/Arden > Vega/Mouth-2 4` and the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TypeVar

from armillary.core.errors import BadNotation
from armillary.core.prose import counted, find, listed, player
from armillary.core.values import refusals
from armillary.games.risky_stars.map.tables import tables_of
from armillary.games.risky_stars.model import (
    Accept,
    Buy,
    Decline,
    End,
    Leave,
    Move,
    Order,
    Post,
    Propose,
    Recall,
    Upgrade,
    View,
    Withdraw,
)
from armillary.games.risky_stars.rules.orders import check
from armillary.games.risky_stars.words.sentences import CLASSES, titles_of, world_of

O = TypeVar("O", bound=Order)

HELP = """\
A turn is a series of orders. Buy before you move, and finish with 'end'.
  buy 5 @ Vega/Aurum/Arden 3, Vega/Mouth-2 2   buy units, and say where
  move Vega/Aurum/Arden > Vega/Mouth-2 4       launch 4 units
  upgrade Vega/Aurum                           the body's next level
  hero 2 > Vega/Aurum   hero 2 < Vega/Aurum    post or recall a hero of class 2
  ally 3                                       propose an alliance to player 3
  accept 3   decline 3   withdraw 3            answer a proposal, or take it back
  leave                                        leave your alliance
  end                                          end your turn
The end of a name is enough: 'Aurum/Arden', or just 'Arden'. Where several names end like it, the one that your order
is allowed for now is meant."""

TOLD: Mapping[type[Order], str] = {
    Propose: "propose an alliance to",
    Accept: "accept the alliance with",
    Decline: "decline the alliance with",
    Withdraw: "withdraw the proposal to",
    Leave: "leave the alliance",
    End: "end the turn",
}

_NUMBER = r"([0-9]{1,9})"
_NAME = r"([A-Za-z][A-Za-z0-9'/-]{0,79})"
_BUY = re.compile(rf"{_NUMBER} ?@ ?(.+)")
_PLACED = re.compile(rf"{_NAME}(?: {_NUMBER})?")
_MOVE = re.compile(rf"{_NAME} ?> ?{_NAME} {_NUMBER}")
_HERO = re.compile(rf"([123]|i{{1,3}}) ?([<>]) ?{_NAME}", re.IGNORECASE)
_RANKS = {"i": 1, "ii": 2, "iii": 3}
MAX_TEXT = 20_000


def parse_order(text: str, view: View, draft: Order | None = None) -> Order:
    """The order that such a line means; raises `BadNotation`.

    A purchase adds to a draft of one, and says anew what is bought for a place; other orders take a draft's place.
    """
    if len(text) > MAX_TEXT:
        raise BadNotation(f"An order of {len(text)} characters is too long; {MAX_TEXT} is the most.")
    word, _, rest = " ".join(text.split()).partition(" ")
    read = _READERS.get(word.lower())
    if read is None:
        raise BadNotation(f"An order begins with {listed(list(_READERS), 'or')}, not {word[:20]!r}.")
    order = read(rest, view)
    if isinstance(order, Buy) and isinstance(draft, Buy):
        return Buy({**draft.units, **order.units})
    return order


def format_order(order: Order, view: View) -> str:
    """The order as it is typed."""
    match order:
        case Buy(units=units):
            places = ", ".join(f"{name} {number}" for name, number in sorted(units.items()))
            return f"buy {sum(units.values())} @ {places}"
        case Move(source=source, target=target, units=number):
            return f"move {source} > {target} {number}"
        case Upgrade(body=body):
            return f"upgrade {body}"
        case Post(rank=rank, body=body):
            return f"hero {rank} > {body}"
        case Recall(rank=rank, body=body):
            return f"hero {rank} < {body}"
        case Propose(player=player):
            return f"ally {player}"
        case Accept(player=player) | Decline(player=player) | Withdraw(player=player):
            return f"{type(order).__name__.lower()} {player}"
        case Leave():
            return "leave"
        case End():
            return "end"


def tell_order(order: Order, view: View) -> str:
    """`send 4 units from Arden (Vega) to Vega's Rigel mouth`, `end the turn` and the others."""
    titles = titles_of(view)
    match order:
        case Buy(units=units):
            places = listed([f"{number} for {titles[name]}" for name, number in sorted(units.items())])
            return f"buy {counted(sum(units.values()), 'unit')}: {places}"
        case Move(source=source, target=target, units=number):
            return f"send {counted(number, 'unit')} from {titles[source]} to {titles[target]}"
        case Upgrade(body=body):
            return f"upgrade {titles[body]}"
        case Post(rank=rank, body=body):
            return f"post a hero of class {CLASSES[rank]} to {titles[body]}"
        case Recall(rank=rank, body=body):
            return f"recall a hero of class {CLASSES[rank]} from {titles[body]}"
        case Propose(player=seat) | Accept(player=seat) | Decline(player=seat) | Withdraw(player=seat):
            return f"{TOLD[type(order)]} {player(seat, view)}"
        case Leave() | End():
            return TOLD[type(order)]


def notation() -> str:
    """How orders are typed."""
    return HELP


def find_short(name: str, names: Sequence[str], what: str) -> str:
    """The name that is meant; `Opal` is enough for `Nashira/Opal` where no other name ends like it."""
    found = _readings(name, names, what)
    if len(found) > 1:
        raise _ambiguous(name, found)
    return found[0]


def _readings(name: str, names: Sequence[str], what: str) -> list[str]:
    """What a name can mean: the one name written like it or else all that end like it; raises `BadNotation`."""
    folded = name.casefold()
    if any(known.casefold() == folded for known in names):
        return [find(name, names, what)]
    return [known for known in names if known.casefold().endswith(f"/{folded}")] or [find(name, names, what)]


def _ambiguous(name: str, readings: Sequence[str]) -> BadNotation:
    return BadNotation(f"{name!r} could mean {listed(readings, 'or')}; type more of the name.")


def _meant(make: Callable[..., O], typed: Sequence[str], names: Sequence[str], what: str, view: View) -> O:
    """The order with the names that are meant: where they have several readings, the only one allowed now."""
    orders = {found: make(*found) for found in product(*(_readings(name, names, what) for name in typed))}
    if len(orders) == 1:
        return next(iter(orders.values()))
    world, seat = world_of(view), view.seat
    allowed = [found for found, order in orders.items() if seat and not refusals(check(world, seat, order))]
    if len(allowed) == 1:
        return orders[allowed[0]]
    for name, column in zip(typed, zip(*(allowed or orders), strict=True), strict=True):
        if len(readings := list(dict.fromkeys(column))) > 1:
            raise _ambiguous(name, readings)
    raise AssertionError("Different readings differ in a name.")


def _fail(example: str, text: str) -> BadNotation:
    return BadNotation(f"Write it like '{example}', not {text[:60]!r}.")


def _buy(text: str, view: View) -> Buy:
    example = "buy 5 @ Vega/Aurum/Arden 3, Vega/Mouth-2 2"
    found = _BUY.fullmatch(text)
    if found is None:
        raise _fail(example, text)
    total, units, places = int(found[1]), {}, tables_of(view.setup.map).places
    parts = [part.strip() for part in found[2].split(",")]
    for part in parts:
        placed = _PLACED.fullmatch(part)
        if placed is None or (placed[2] is None and len(parts) > 1):
            raise _fail(example, part)
        (name,) = _meant(lambda place: Buy({place: 1}), [placed[1]], places, "place", view).units
        if name in units:
            raise BadNotation(f"{name} is named twice.")
        units[name] = total if placed[2] is None else int(placed[2])
    if sum(units.values()) != total:
        raise BadNotation(f"{total} units are bought, but {sum(units.values())} placed.")
    return Buy(units)


def _move(text: str, view: View) -> Move:
    found = _MOVE.fullmatch(text)
    if found is None:
        raise _fail("move Vega/Aurum/Arden > Vega/Mouth-2 4", text)
    make = partial(Move, units=int(found[3]))
    return _meant(make, [found[1], found[2]], tables_of(view.setup.map).places, "place", view)


def _upgrade(text: str, view: View) -> Upgrade:
    if not re.fullmatch(_NAME, text):
        raise _fail("upgrade Vega/Aurum", text)
    return _meant(Upgrade, [text], tables_of(view.setup.map).bodies, "body", view)


def _hero(text: str, view: View) -> Post | Recall:
    found = _HERO.fullmatch(text)
    if found is None:
        raise _fail("hero 2 > Vega/Aurum", text)
    rank = _RANKS.get(found[1].lower()) or int(found[1])
    make: Callable[[str], Post | Recall] = partial(Post if found[2] == ">" else Recall, rank)
    return _meant(make, [found[3]], tables_of(view.setup.map).bodies, "body", view)


def _to_player(
    kind: type[Propose] | type[Accept] | type[Decline] | type[Withdraw], word: str
) -> Callable[[str, View], Order]:
    def read(text: str, view: View) -> Order:
        if not re.fullmatch(_NUMBER, text):
            raise _fail(f"{word} 3", text)
        return kind(int(text))

    return read


def _alone(order: Order, word: str) -> Callable[[str, View], Order]:
    def read(text: str, view: View) -> Order:
        if text:
            raise _fail(word, text)
        return order

    return read


_READERS: Mapping[str, Callable[[str, View], Order]] = {
    "end": _alone(End(), "end"),
    "buy": _buy,
    "move": _move,
    "upgrade": _upgrade,
    "hero": _hero,
    "ally": _to_player(Propose, "ally"),
    "accept": _to_player(Accept, "accept"),
    "decline": _to_player(Decline, "decline"),
    "withdraw": _to_player(Withdraw, "withdraw"),
    "leave": _alone(Leave(), "leave"),
}
