"""Labels for what fleets may be ordered to do."""

from __future__ import annotations

from collections import Counter

from armillary.core.options import Choice, Options, Slot
from armillary.core.prose import labelled
from armillary.games.kepler.model import Orders, View


def label(options: Options[Orders], view: View) -> Options[Orders]:
    """Fleets by their ids and where they are, regions by their names."""
    regions = _regions(view)
    fleets = {fleet.id: f"{fleet.id} in {regions[fleet.region]}" for own in view.fleets for fleet in own}

    def slots(orders: Orders, slot: Slot) -> str:
        match slot.path:
            case ("orders", int(number), "to"):
                return f"Fleet {fleets[orders.orders[number].fleet]}"
            case ("orders", int(number)) if not isinstance(slot, Choice):
                return f"Take back the order of fleet {orders.orders[number].fleet}"
        return "Order another fleet"

    def values(orders: Orders, slot: Choice) -> list[str]:
        if slot.path[-1] == "to":
            return [regions[to] for to in slot.values]
        return [f"{fleets[order.fleet]}: {regions[order.to]}" for order in slot.values]

    return labelled(options, lambda orders: "Order your fleets", slots, values)


def _regions(view: View) -> dict[str | None, str]:
    """Where a fleet may be told to go: by name, with the id where several have the same, and nowhere."""
    regions = view.setup.match.map.regions
    names = Counter(region.name for region in regions)
    return {None: "hold", **{r.id: r.name if names[r.name] == 1 else f"{r.name} [{r.id}]" for r in regions}}
