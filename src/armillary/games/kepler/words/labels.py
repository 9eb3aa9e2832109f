"""Labels for what fleets may be ordered to do."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from armillary.core.options import Choice, Options, Slot
from armillary.games.kepler.model import FleetOrder, Orders, View

HOLD = "hold"


def label(options: Options[Orders], view: View) -> Options[Orders]:
    """Fleets by their ids and where they are, regions by their names."""
    (template,) = options.templates
    regions = _region_labels(view)
    where = {fleet.id: regions[fleet.region] for own in view.fleets for fleet in own}
    slots = tuple(_slot(slot, template.order.orders, where, regions) for slot in template.slots)
    return Options((replace(template, label="Order your fleets", slots=slots),))


def _region_labels(view: View) -> dict[str, str]:
    """Every region by its name, with its id where several have the same."""
    regions = view.setup.match.map.regions
    names = Counter(region.name for region in regions)
    return {r.id: r.name if names[r.name] == 1 else f"{r.name} [{r.id}]" for r in regions}


def _slot(slot: Slot, orders: tuple[FleetOrder, ...], where: dict[str, str], regions: dict[str, str]) -> Slot:
    _, number, *field = slot.path
    if field and isinstance(slot, Choice):
        fleet = orders[int(number)].fleet
        labels = tuple([HOLD if to is None else regions[to] for to in slot.values])
        return replace(slot, label=f"Fleet {fleet} in {where[fleet]}", labels=labels)
    if isinstance(slot, Choice):
        labels = tuple(
            [f"{o.fleet} in {where[o.fleet]}: {HOLD if o.to is None else regions[o.to]}" for o in slot.values]
        )
        return replace(slot, label="Order another fleet", labels=labels)
    return replace(slot, label=f"Take back the order of fleet {orders[int(number)].fleet}")
