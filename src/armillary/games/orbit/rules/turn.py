"""A turn as the rule book tells it: nine stages, one after another, on a private working copy of the ship.

The stages only calculate; events and fates are made afterwards (`report`). Planning runs the first five alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from armillary.core import values
from armillary.core.contract import Step
from armillary.core.dice import Dice
from armillary.core.values import Seat
from armillary.games.orbit.model import (
    Arrived,
    Burn,
    Closed,
    Coast,
    Ended,
    Facing,
    OrderDrawn,
    Place,
    Plan,
    Ship,
    Shot,
    State,
    Strike,
    Subsystem,
    TurnOrder,
    Weapon,
)
from armillary.games.orbit.rules.board import Board
from armillary.games.orbit.rules.ends import afloat, end_reason, known_orders, living, turns_to_come
from armillary.games.orbit.rules.report import events, fates
from armillary.games.orbit.rules.space import destination, open_rings, outward
from armillary.games.orbit.rules.weapons import power

SHIELDS, RAILGUN = Subsystem.SHIELDS, Weapon.RAILGUN
PROGRADE, RETROGRADE = Facing.PROGRADE, Facing.RETROGRADE


# -- the stages --------------------------------------------------------------------------------------------


def allocate(board: Board) -> None:
    """1. Energy goes from the reactor to subsystems (OS-3)."""
    if board.allocated:
        board.energy = energy = dict(board.energy)
        for name, amount in board.allocated.items():
            energy[name] = energy.get(name, 0) + amount


def deallocate(board: Board) -> None:
    """2. Energy goes back; coming after allocation, it is free only for the next turn (OS-3)."""
    if board.returned:
        board.energy = energy = dict(board.energy)
        for name, amount in board.returned.items():
            if (left := energy.pop(name, 0) - amount) > 0:
                energy[name] = left


def vent(board: Board) -> None:
    """3. Heat is let out (OS-4)."""
    board.heat = max(0, board.heat - board.plan.vent)  # a preview may ask for more than there is


def rotate(board: Board) -> None:
    """4. The ship turns round, before it moves (OS-12)."""
    if board.plan.rotate:
        board.facing = RETROGRADE if board.facing is PROGRADE else PROGRADE


def move(board: Board) -> None:
    """5. Every ship drifts along its ring (OS-9); then it scoops or burns."""
    ring = board.config.rings[board.ring - 1]
    board.sector = (board.sector + ring.velocity) % ring.sectors
    movement = board.plan.move
    if type(movement) is Burn:
        cost = board.config.burns[movement.intensity]  # OS-10
        board.mass -= cost.mass
        rings = cost.rings * outward(board.facing)
        board.transfer = destination(board.config, board.ring, board.sector, rings, movement.adjust)
    elif type(movement) is Coast and movement.scoop:
        board.scooped = min(ring.velocity, board.config.most_mass - board.mass)  # OS-13
        board.mass += board.scooped


def fire(board: Board) -> None:
    """6. All shots at once: damage is added up, then applied (OS-17).

    Powered shields take up to their energy of it, as heat (OS-18); hull never goes below 0 (OS-8).
    """
    if not board.plan.shots:
        return
    damage: dict[Seat, int] = {}
    for shot in board.plan.shots:
        each = power(board.config, shot.weapon)
        for target in shot.targets:
            damage[target] = damage.get(target, 0) + each
        if shot.weapon is RAILGUN:
            _recoil(board, shot)
    strikes, ships, minimum = [], list(board.ships), board.config.subsystems[SHIELDS].minimum
    for seat, total in sorted(damage.items()):
        ship = ships[seat - 1]
        assert ship is not None
        shields = ship.energy.get(SHIELDS, 0)
        absorbed = min(total, shields) if shields >= minimum else 0
        hull, heat = max(0, ship.hull - total + absorbed), ship.heat + absorbed
        strikes.append(Strike(seat, total, absorbed, hull))
        after = Ship(ship.ring, ship.sector, ship.facing, hull, ship.mass, heat, ship.energy, ship.transfer)
        ships[seat - 1] = after if hull else None
    board.strikes, board.ships = tuple(strikes), tuple(ships)
    board.lost = tuple([strike.seat for strike in strikes if not strike.hull])


def _recoil(board: Board, shot: Shot) -> None:
    """A coasting ship pays with reaction mass, or is thrown to another ring, against its facing (OS-15)."""
    if type(board.plan.move) is not Coast:
        return
    if shot.compensate:
        board.mass -= board.config.weapons.railgun.compensation
    else:
        board.transfer = recoil_destination(board)


def recoil_destination(board: Board) -> Place | None:
    """Where the recoil of a railgun throws the ship; None where there is no such ring (OS-15)."""
    rings = -board.config.weapons.railgun.recoil * outward(board.facing)
    return destination(board.config, board.ring, board.sector, rings)


def suffer_heat(board: Board) -> None:
    """7. Heat that was there before the turn, less what was vented, goes through shields to the hull (OS-8)."""
    board.heat_damage = board.heat
    board.hull = max(0, board.hull - board.heat)
    if not board.hull:
        board.lost = tuple(sorted((*board.lost, board.seat)))


def make_heat(board: Board) -> None:
    """8. What is overclocked makes heat (OS-7), and so does a closed ring (OS-22); it hurts from the next turn on."""
    made = 0
    for name, amount in board.energy.items():
        spec = board.config.subsystems[name]
        if amount > spec.overclock:
            made += (amount - spec.overclock) * spec.heat
    board.heat_made = made
    if board.ring > board.open_rings:
        board.heat_taken = board.config.closing.heat
    board.heat += made + board.heat_taken


def stand_down(board: Board) -> None:
    """9. Ready for the next turn: what was used is forgotten (OS-3), what was allocated stays where it is (OS-6)."""
    ship = None
    if board.hull:  # OS-8
        hull, mass, heat = board.hull, board.mass, board.heat
        ship = Ship(board.ring, board.sector, board.facing, hull, mass, heat, board.energy, board.transfer)
    board.ships = (*board.ships[: board.seat - 1], ship, *board.ships[board.seat :])


Stage = Callable[[Board], None]

PLANNING: tuple[Stage, ...] = (allocate, deallocate, vent, rotate, move)
TURN: tuple[Stage, ...] = (*PLANNING, fire, suffer_heat, make_heat, stand_down)  # OS-3


def planned(state: State, seat: Seat, plan: Plan) -> Board:
    """The ship as it would be when its weapons fire, whether or not the plan is legal."""
    board = Board(state, seat, plan)
    for stage in PLANNING:
        stage(board)
    return board


# -- the whole turn ----------------------------------------------------------------------------------------


def resolve(state: State, orders: Mapping[Seat, Plan], dice: Dice) -> Step[State]:
    """One turn of one ship."""
    board = Board(state, state.active, orders[state.active])
    for stage in TURN:
        stage(board)
    happened = events(board)
    following = hand_over(state, board, dice, happened)
    return Step(following, tuple(happened), fates(board))


def hand_over(state: State, board: Board, dice: Dice, events: list[values.Event]) -> State:
    """After the ninth stage: the end (OS-19), or the next living seat's turn, which begins with its arrival (OS-10)."""
    lost = (*state.lost, board.lost) if board.lost else state.lost
    after = replace(state, ships=board.ships, lost=lost)
    left = living(board.ships)
    if left > 1:
        following, number = next(turns_to_come(after), (state.active, state.round + 1))
        after = replace(after, round=number, active=following)
    if reason := end_reason(state.setup, after.round, left):
        events.append(Ended(reason=reason, rule="OS-19"))
        return after
    if after.round > state.round:
        _close(state, after.round, events)
        after = _draw_order(after, dice, events)
    return replace(after, ships=_arrive(after.ships, after.active, events))


def _close(state: State, next_round: int, events: list[values.Event]) -> None:
    """What closes as a new round begins (OS-22)."""
    config = state.setup.config
    before, after = open_rings(config, state.round), open_rings(config, next_round)
    events += [Closed(ring=ring, heat=config.closing.heat, rule="OS-22") for ring in range(before, after, -1)]


def _draw_order(state: State, dice: Dice, events: list[values.Event]) -> State:
    """As a round begins, the order of the next is drawn among those who are left (OS-23)."""
    config, orders = state.setup.config, known_orders(state)[1:]
    if config.turn_order is TurnOrder.FIXED:
        return state
    if state.round < config.max_rounds:
        drawn = dice.shuffle(afloat(state.ships))
        events.append(OrderDrawn(round=state.round + 1, order=drawn, rule="OS-23"))
        orders = (*orders, drawn)
    return replace(state, turn_orders=orders)


def ahead(state: State, seat: Seat) -> State:
    """The position as if this seat's turn began now: it has arrived where it is bound (OS-10), nobody else has moved.

    The round is the one in which this turn comes (OS-23), with the rings that are closed by then (OS-22). Whose turn it
    is and who has no ship, plans on the position as it is.
    """
    ships = state.ships
    if seat == state.active or ships[seat - 1] is None or end_reason(state.setup, state.round, living(ships)):
        return state
    coming = (number for turn, number in turns_to_come(state) if turn == seat)
    number = min(next(coming, state.round), state.setup.config.max_rounds)
    following = replace(state, round=number, active=seat, ships=_arrive(ships, seat, []))
    if not state.turn_orders or number == state.round:
        return following
    return replace(following, turn_orders=())  # what comes after that round is not drawn yet


def _arrive(ships: tuple[Ship | None, ...], seat: Seat, events: list[values.Event]) -> tuple[Ship | None, ...]:
    """A transfer is completed when the turn of its owner begins, before it plans (OS-10)."""
    ship = ships[seat - 1]
    if ship is None or ship.transfer is None:
        return ships
    ring, sector = ship.transfer.ring, ship.transfer.sector
    events.append(Arrived(seat=seat, ring=ring, sector=sector, rule="OS-10"))
    there = Ship(ring, sector, ship.facing, ship.hull, ship.mass, ship.heat, ship.energy)
    return (*ships[: seat - 1], there, *ships[seat:])
