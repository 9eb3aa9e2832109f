/** Names of what is on the map, and what can be said of it. */

import { counted, listed } from "../../play/words";
import type { Body, Place, Seen } from "./adapter";
import type { Chart } from "./geometry";
import { bought, type Plan } from "./plan";

export const RESOURCES = ["population", "metals", "fuel"] as const;
export const RANKS: { readonly [rank: number]: string } = { 1: "I", 2: "II", 3: "III" };

const KINDS: { readonly [Kind in Body["kind"]]: string } = {
  gaia: "Gaia planet",
  barren: "barren planet",
  ocean: "ocean planet",
  planetoid: "planetoid",
  gas_giant: "gas giant",
  comet: "comet",
};

export function kindWords({ kind }: Pick<Body, "kind">): string {
  return KINDS[kind];
}

const known = new WeakMap<Chart, ReadonlyMap<string, string>>();

/** What players call a place or a body, by what orders call it. */
export function titleOf({ setup }: Pick<Seen, "setup">, name: string): string {
  if (setup === null) return name;
  const titles = known.get(setup) ?? new Map([...setup.sites, ...setup.bodies].map((each) => [each.name, each.title]));
  known.set(setup, titles);
  return titles.get(name) ?? name;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface Known {
  names: readonly string[];
  you: number | null;
}

export function whose(seat: number | null, { names, you }: Known): string {
  if (seat === null) return "free";
  return seat === you ? "yours" : `${names[seat - 1] ?? `Seat ${seat}`}’s`;
}

function who(seat: number, { names, you }: Known): string {
  return seat === you ? "you" : (names[seat - 1] ?? `Seat ${seat}`);
}

/** "Arden (Vega), Gaia planet, yours, 3 units, attacked by Coral bot with 5": all there is to say of a place. */
export function placeWords(view: Seen, place: Place, body: Body | null, known: Known, plan: Plan | null): string {
  const { stand, name, title, leadsTo } = place;
  const parts = [title, body === null ? `lane to ${leadsTo}` : kindWords(body), whose(stand.seat, known)];
  if (stand.units > 0) parts.push(counted(stand.units, "unit"));
  for (const { seat, units } of stand.guests) parts.push(`${units} of ${who(seat, known)}`);
  for (const { seat, units } of stand.attackers) parts.push(`attacked by ${who(seat, known)} with ${units}`);
  if (body !== null && body.level > 0) parts.push(`level ${body.level}`);
  for (const { rank } of body?.heroes ?? []) parts.push(`hero ${RANKS[rank]}`);
  const more = plan === null ? 0 : (bought(plan)[name] ?? 0);
  if (more > 0) parts.push(`${more} to be bought`);
  if (plan?.draft.kind === "move" && plan.draft.source === name) {
    parts.push(`${plan.draft.units} going to ${titleOf(view, plan.draft.target)}`);
  }
  return parts.join(", ");
}

/** What to do with a place of one's own, or why nothing can be done. */
export function hintFor({ name, number, stand }: Place, plan: Plan, view: Seen): string {
  const march = plan.marches.get(name);
  if (march !== undefined)
    return `${march.high} of ${counted(stand.units, "unit")} can leave${stand.units - march.high === 1 ? "; one always stays" : ""}. Choose where, or drag.`;
  if (stand.attackers.length > 0) return "No units can leave during a fight.";
  if (view.turn.launched.includes(number)) return "It has already sent an army this turn.";
  if (view.turn.arrived.some(([place]) => place === number)) return "Units that arrived this turn stay until the next.";
  return stand.units === 1 ? "Its last unit must stay." : "No units can leave right now.";
}

/** What the most is called that can leave a place: its last unit always stays. */
export function mostWords({ setup, places }: Seen, source: string, most: number): string {
  const units = places[setup?.sites.findIndex(({ name }) => name === source) ?? -1]?.units ?? 0;
  return units - most === 1 ? "All but one" : `All ${most}`;
}

/** What the first move of a turn costs whoever could still buy; null where it costs nothing. */
export function lastChance({ draft, most }: Plan): string | null {
  return draft.kind === "move" && most > 0
    ? `Your first move ends buying: ${counted(most, "unit")} could still be bought.`
    : null;
}

/** Why a seat can buy nothing now; if it is for want of a resource, also where that comes from. */
export function noPurchase(view: Seen, seat: number): string {
  if (view.turn.seat === seat && view.turn.launched.length > 0)
    return "You have moved, so you cannot buy any more this turn.";
  if (view.allotments[seat - 1] === 0) return "Your alliance’s pool cannot pay for more of your units.";
  const { unit_price: price = [0, 0, 0], bodies = [] } = view.setup ?? {};
  const stock = view.stocks[seat - 1] ?? [0, 0, 0];
  const missing = RESOURCES.flatMap((resource, index) => {
    const [asked, had] = [price[index] ?? 0, stock[index] ?? 0];
    const kinds = new Set(bodies.flatMap((body) => (body.resource === index ? [`${kindWords(body)}s`] : [])));
    return had < asked
      ? [`A unit costs ${asked} ${resource}, and you have ${had}: ${listed([...kinds])} bring ${resource}.`]
      : [];
  });
  return missing.join(" ");
}

/** Part of some tries, in whole percent; what is not certain is not called so. */
export function percent(times: number, tries: number): string {
  const share = (100 * times) / Math.max(1, tries);
  if (times > 0 && share < 1) return "< 1%";
  if (times < tries && share > 99) return "> 99%";
  return `${Math.round(share)}%`;
}

/** The middle of how many units are lost, by how often each number came up. */
export function median(lost: readonly (readonly [number, number])[], tries: number): number {
  let before = 0;
  for (const [units, times] of lost) {
    before += times;
    if (2 * before >= tries) return units;
  }
  return lost.at(-1)?.[0] ?? 0;
}
