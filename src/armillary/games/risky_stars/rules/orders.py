"""What is wrong with an order, and what a missed deadline means (RS-R2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from armillary.core.values import Seat, Violation
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
    State,
    Upgrade,
    Withdraw,
)
from armillary.games.risky_stars.rules import diplomacy, economy, navigation

Check: TypeAlias = Callable[[State, Seat, Any], Iterator[Violation]]

CHECKS: Mapping[type[Order], Check] = {
    Buy: economy.check_buy,
    Upgrade: economy.check_upgrade,
    Post: economy.check_post,
    Recall: economy.check_recall,
    Propose: diplomacy.check_propose,
    Accept: diplomacy.check_accept,
    Decline: diplomacy.check_decline,
    Withdraw: diplomacy.check_withdraw,
    Leave: diplomacy.check_leave,
    Move: navigation.check_move,
    End: lambda state, seat, order: iter(()),  # a turn can always end
}


def check(state: State, seat: Seat, order: Order) -> tuple[Violation, ...]:
    """Everything wrong with this order (RS-R2)."""
    return tuple(CHECKS[type(order)](state, seat, order))


def default_order(state: State, seat: Seat) -> End:
    """A missed deadline ends the turn (RS-R2)."""
    return End()
