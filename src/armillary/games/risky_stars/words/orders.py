"""Orders as text: `move Vega/Aurum/Arden > Vega/Mouth-2 4` and the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from armillary.core.errors import BadNotation
from armillary.core.prose import MAX_NAMED, find, listed
from armillary.games.risky_stars.map.tables import Tables, tables_of
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
The end of a name is enough where no other name ends like it: 'Aurum/Arden', or just 'Arden'."""

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
    order = read(rest, tables_of(view.setup.map))
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


def notation() -> str:
    """How orders are typed."""
    return HELP


def find_short(name: str, names: Sequence[str], what: str) -> str:
    """The name that is meant; `Opal` is enough for `Nashira/Opal` where no other name ends like it."""
    folded = name.casefold()
    if any(known.casefold() == folded for known in names):
        return find(name, names, what)
    ending = [known for known in names if known.casefold().endswith(f"/{folded}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise BadNotation(f"More than one {what} is called {name!r}; did you mean {listed(ending[:MAX_NAMED], 'or')}?")
    return find(name, names, what)


def _fail(example: str, text: str) -> BadNotation:
    return BadNotation(f"Write it like '{example}', not {text[:60]!r}.")


def _buy(text: str, tables: Tables) -> Buy:
    example = "buy 5 @ Vega/Aurum/Arden 3, Vega/Mouth-2 2"
    found = _BUY.fullmatch(text)
    if found is None:
        raise _fail(example, text)
    total, units = int(found[1]), {}
    parts = [part.strip() for part in found[2].split(",")]
    for part in parts:
        placed = _PLACED.fullmatch(part)
        if placed is None or (placed[2] is None and len(parts) > 1):
            raise _fail(example, part)
        name = find_short(placed[1], tables.places, "place")
        if name in units:
            raise BadNotation(f"{name} is named twice.")
        units[name] = total if placed[2] is None else int(placed[2])
    if sum(units.values()) != total:
        raise BadNotation(f"{total} units are bought, but {sum(units.values())} placed.")
    return Buy(units)


def _move(text: str, tables: Tables) -> Move:
    found = _MOVE.fullmatch(text)
    if found is None:
        raise _fail("move Vega/Aurum/Arden > Vega/Mouth-2 4", text)
    return Move(
        find_short(found[1], tables.places, "place"), find_short(found[2], tables.places, "place"), int(found[3])
    )


def _upgrade(text: str, tables: Tables) -> Upgrade:
    if not re.fullmatch(_NAME, text):
        raise _fail("upgrade Vega/Aurum", text)
    return Upgrade(find_short(text, tables.bodies, "body"))


def _hero(text: str, tables: Tables) -> Post | Recall:
    found = _HERO.fullmatch(text)
    if found is None:
        raise _fail("hero 2 > Vega/Aurum", text)
    rank = _RANKS.get(found[1].lower()) or int(found[1])
    body = find_short(found[3], tables.bodies, "body")
    return Post(rank, body) if found[2] == ">" else Recall(rank, body)


def _to_player(
    kind: type[Propose] | type[Accept] | type[Decline] | type[Withdraw], word: str
) -> Callable[[str, Tables], Order]:
    def read(text: str, tables: Tables) -> Order:
        if not re.fullmatch(_NUMBER, text):
            raise _fail(f"{word} 3", text)
        return kind(int(text))

    return read


def _alone(order: Order, word: str) -> Callable[[str, Tables], Order]:
    def read(text: str, tables: Tables) -> Order:
        if text:
            raise _fail(word, text)
        return order

    return read


_READERS: Mapping[str, Callable[[str, Tables], Order]] = {
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
