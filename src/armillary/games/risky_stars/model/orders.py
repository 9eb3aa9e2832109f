"""What a player may order; a turn is a series of orders (RS-R2)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from armillary.core.bounds import Number
from armillary.core.values import Value

PlaceName: TypeAlias = Annotated[str, Meta(max_length=1000)]
"""What a place or a body is called, or anything that somebody takes for its name."""


class Tagged(Value, frozen=True, tag_field="kind"):
    """The base of all orders."""


class End(Tagged, frozen=True, tag="end"):
    """The turn is over."""


class Buy(Tagged, frozen=True, tag="buy"):
    """New units and where to place them (RS-E7)."""

    units: Annotated[dict[PlaceName, Number], Meta(max_length=10_000)]
    """How many units to place, by the name of the place."""


class Move(Tagged, frozen=True, tag="move"):
    """Launch units from one place to another (RS-V1)."""

    source: PlaceName
    """The name of the place to launch from."""
    target: PlaceName
    """The name of the place to go to."""
    units: Number
    """How many units to launch."""


class Upgrade(Tagged, frozen=True, tag="upgrade"):
    """The next level of a body (RS-E3)."""

    body: PlaceName
    """The name of the body."""


class Post(Tagged, frozen=True, tag="post"):
    """A hero of this class from the reserve to a body (RS-E4)."""

    rank: Number
    """The hero's class, from 1 on."""
    body: PlaceName
    """The name of the body to post it to."""


class Recall(Tagged, frozen=True, tag="recall"):
    """A hero of this class from a body back to the reserve (RS-E4)."""

    rank: Number
    """The hero's class, from 1 on."""
    body: PlaceName
    """The name of the body it is posted to."""


class Propose(Tagged, frozen=True, tag="propose"):
    """Offer an alliance with this player and its allies (RS-D1)."""

    player: Number
    """The seat of the player."""


class Accept(Tagged, frozen=True, tag="accept"):
    """Agree to the open proposal between one's own side and this player's."""

    player: Number
    """The seat of a player on the other side."""


class Decline(Tagged, frozen=True, tag="decline"):
    """Turn that proposal down."""

    player: Number
    """The seat of a player on the other side."""


class Withdraw(Tagged, frozen=True, tag="withdraw"):
    """Take back one's own agreement: the proposal lapses."""

    player: Number
    """The seat of a player on the other side."""


class Leave(Tagged, frozen=True, tag="leave"):
    """Leave one's alliance (RS-D2, RS-D3)."""


Order: TypeAlias = End | Buy | Move | Upgrade | Post | Recall | Propose | Accept | Decline | Withdraw | Leave
