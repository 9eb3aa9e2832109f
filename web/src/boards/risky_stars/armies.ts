/** Who stands where, and how events change it: a reveal shows many steps before the table after them is on show. Pure. */

import type { Of } from "../../api";
import type { Event, Seen } from "./adapter";

export interface Troop {
  readonly seat: number;
  readonly units: number;
}

/** What stands in a place. */
export interface Stand {
  /** Who possesses it; null where nobody does. */
  readonly seat: number | null;
  /** The units of its possessor. */
  readonly units: number;
  /** Allies of the possessor, each once. */
  readonly guests: readonly Troop[];
  /** Those who fight for it, each once; none where there is no combat. */
  readonly attackers: readonly Troop[];
}

/** By the names of places. */
export type Armies = ReadonlyMap<string, Stand>;

const EMPTY: Stand = { seat: null, units: 0, guests: [], attackers: [] };

export function armiesOf(view: Seen): Armies {
  const sites = view.setup?.sites ?? [];
  return new Map(sites.map(({ name }, place) => [name, standOf(view.places[place])]));
}

function standOf(camp: Of<"risky_stars", "Camp"> | undefined): Stand {
  const seat = camp?.possessor ?? 0;
  if (camp === undefined || seat === 0) return EMPTY;
  const first: Stand = { ...EMPTY, seat, units: camp.units ?? 0 };
  const defended = [...(camp.guests ?? []), ...(camp.reinforcements ?? [])].reduce(
    (stand, { owner, units }) => joined(stand, owner, units),
    first,
  );
  return (camp.attackers ?? []).reduce<Stand>(
    (stand, { owner, units }) => ({ ...stand, attackers: more(stand.attackers, owner, units) }),
    defended,
  );
}

/** The armies after an event. */
export function applied(armies: Armies, event: Event): Armies {
  const changed = new Map(armies);
  const change = (place: string, edit: (stand: Stand) => Stand): void => {
    changed.set(place, edit(changed.get(place) ?? EMPTY));
  };
  switch (event.kind) {
    case "bought":
      for (const [place, units] of Object.entries(event.units))
        change(place, (stand) => joined(stand, event.seat, units));
      break;
    case "moved": {
      const { seat, units, source, target, arrival } = event;
      if (arrival === "returned") break;
      change(source, (stand) => without(stand, seat, units));
      const isAttack = arrival === "attacks" || arrival === "reinforces";
      change(target, (stand) =>
        isAttack ? { ...stand, attackers: more(stand.attackers, seat, units) } : joined(stand, seat, units),
      );
      break;
    }
    case "fought":
      change(event.place, (stand) => {
        const attackers = lost(event.attack_lost).reduce(
          (left, { seat, units }) => fewer(left, seat, units),
          stand.attackers,
        );
        return lost(event.defence_lost).reduce((left, { seat, units }) => without(left, seat, units), {
          ...stand,
          attackers,
        });
      });
      break;
    case "taken":
      change(event.place, (stand) => (stand.seat === event.by ? stand : takenBy(stand, event.by)));
      break;
    case "held":
      change(event.place, (stand) => ({ ...stand, attackers: [] }));
      break;
    case "retreated": {
      const { seat, units, place, to } = event;
      change(place, (stand) =>
        stand.attackers.some((troop) => troop.seat === seat)
          ? { ...stand, attackers: fewer(stand.attackers, seat, units) }
          : without(stand, seat, units),
      );
      if (to !== null) change(to, (stand) => joined(stand, seat, units));
      break;
    }
  }
  return changed;
}

function takenBy({ attackers }: Stand, by: number): Stand {
  const units = attackers.find(({ seat }) => seat === by)?.units ?? 0;
  return { seat: by, units, guests: attackers.filter(({ seat }) => seat !== by), attackers: [] };
}

/** More units for those who possess a place, or want to. */
function joined(stand: Stand, seat: number, units: number): Stand {
  if (stand.seat === null) return { ...EMPTY, seat, units };
  if (stand.seat === seat) return { ...stand, units: stand.units + units };
  return { ...stand, guests: more(stand.guests, seat, units) };
}

function without(stand: Stand, seat: number, units: number): Stand {
  if (stand.seat === seat) return { ...stand, units: Math.max(0, stand.units - units) };
  return { ...stand, guests: fewer(stand.guests, seat, units) };
}

function more(troops: readonly Troop[], seat: number, units: number): Troop[] {
  const before = troops.find((troop) => troop.seat === seat);
  if (before === undefined) return [...troops, { seat, units }];
  return troops.map((troop) => (troop === before ? { seat, units: troop.units + units } : troop));
}

function fewer(troops: readonly Troop[], seat: number, units: number): Troop[] {
  return troops
    .map((troop) => (troop.seat === seat ? { seat, units: troop.units - units } : troop))
    .filter((troop) => troop.units > 0);
}

function lost(units: { readonly [seat: string]: number }): Troop[] {
  return Object.entries(units).map(([seat, count]) => ({ seat: Number(seat), units: count }));
}
