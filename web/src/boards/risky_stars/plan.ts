/** The order that is composed, and everything that can be ordered, as the server offers it. */

import type { Json, Options, Slot, Template } from "../../api";
import { counted } from "../../play/words";
import { equal } from "../../play/paths";
import type { Giving } from "../contract";
import type { Order } from "./adapter";

/** An army that can leave a place. */
export interface March {
  targets: ReadonlySet<string>;
  low: number;
  high: number;
}

export const TALKS = ["propose", "accept", "decline", "withdraw"] as const;
export type Talk = (typeof TALKS)[number];

export interface Plan {
  /** The order as it is written now. */
  draft: Order;
  /** By the place they leave. */
  marches: ReadonlyMap<string, March>;
  /** Where units can be bought, and how many in all. */
  shops: ReadonlySet<string>;
  most: number;
  /** Bodies whose next level can be paid. */
  upgrades: ReadonlySet<string>;
  /** Bodies to which a hero of a class can be posted. */
  posts: ReadonlyMap<number, readonly string[]>;
  recalls: readonly { rank: number; body: string }[];
  /** Whom one can propose to, accept, and so on. */
  talks: { readonly [Kind in Talk]: ReadonlySet<number> };
  canLeave: boolean;
}

export const END: Order = { kind: "end" };

/** Null before the server has said what can be done. */
export function planOf(draft: Json, options: Options): Plan | null {
  const { templates } = options;
  if (draft === null || templates.length === 0) return null;
  const of = <Kind extends Order["kind"]>(
    kind: Kind,
  ): { order: Extract<Order, { kind: Kind }>; template: Template }[] =>
    templates.flatMap((template) => {
      const order = template.order as unknown as Order;
      return order.kind === kind ? [{ order: order as Extract<Order, { kind: Kind }>, template }] : [];
    });
  const buys = of("buy").flatMap(({ order, template }) =>
    template.slots.flatMap((slot) => {
      const name = slot.kind === "range" ? slot.path[1] : undefined;
      if (slot.kind !== "range" || typeof name !== "string") return [];
      return [{ name, most: slot.high - (order.units[name] ?? 0) + total(order.units) }];
    }),
  );
  return {
    draft: draft as unknown as Order,
    marches: new Map(of("move").map(({ order, template }) => [order.source, marchOf(template)])),
    shops: new Set(buys.map(({ name }) => name)),
    most: Math.max(0, ...buys.map(({ most }) => most)),
    upgrades: new Set(of("upgrade").flatMap(({ order, template }) => [order.body, ...strings(template, "body")])),
    posts: new Map(of("post").map(({ order, template }) => [order.rank, strings(template, "body")])),
    recalls: of("recall").map(({ order: { rank, body } }) => ({ rank, body })),
    talks: {
      propose: players(of("propose")),
      accept: players(of("accept")),
      decline: players(of("decline")),
      withdraw: players(of("withdraw")),
    },
    canLeave: of("leave").length > 0,
  };
}

function marchOf(template: Template): March {
  const range = template.slots.find((slot) => slot.kind === "range" && equal(slot.path, ["units"]));
  const [low, high] = range?.kind === "range" ? [range.low, range.high] : [0, 0];
  return { targets: new Set(strings(template, "target")), low, high };
}

function choice({ slots }: Template, field: string): readonly Json[] {
  const slot = slots.find(
    (each): each is Extract<Slot, { kind: "choice" }> => each.kind === "choice" && each.path[0] === field,
  );
  return slot?.values ?? [];
}

function strings(template: Template, field: string): string[] {
  return choice(template, field).filter((value) => typeof value === "string");
}

function players(found: readonly { template: Template }[]): Set<number> {
  return new Set(
    found.flatMap(({ template }) => choice(template, "player")).filter((value) => typeof value === "number"),
  );
}

export function total(units: { readonly [place: string]: number }): number {
  return Object.values(units).reduce((sum, count) => sum + count, 0);
}

// -- buying -----------------------------------------------------------------------------------------------------

/** What the draft buys, by place. */
export function bought({ draft }: Plan): { readonly [place: string]: number } {
  return draft.kind === "buy" ? draft.units : {};
}

/** How many units can be bought for one place, beside what is bought for the others. */
export function mostAt(plan: Plan, place: string): number {
  if (!plan.shops.has(place)) return 0;
  const units = bought(plan);
  return Math.max(0, plan.most - total(units) + (units[place] ?? 0));
}

/** The order that buys so many units for a place, and the others as before; where nothing is left of it, none. */
export function buying(plan: Plan, place: string, count: number): Order {
  const { [place]: _, ...others } = bought(plan);
  const units = count > 0 ? { ...others, [place]: count } : others;
  return Object.keys(units).length > 0 ? { kind: "buy", units } : END;
}

/**
 * The order that buys for one more place: all that is left; where nothing is, everything is shared evenly.
 *
 * So whoever taps four places has a quarter in each.
 */
export function spreading(plan: Plan, place: string): Order {
  const units = bought(plan);
  const left = mostAt(plan, place);
  if (left > 0) return buying(plan, place, left);
  const places = [...Object.keys(units), place].slice(0, plan.most);
  const each = Math.floor(plan.most / places.length);
  const over = plan.most % places.length;
  return { kind: "buy", units: Object.fromEntries(places.map((name, index) => [name, each + (index < over ? 1 : 0)])) };
}

// -- moving -----------------------------------------------------------------------------------------------------

/** The order that sends everybody who can go; null where it is not offered. */
export function marching({ marches }: Plan, source: string, target: string): Order | null {
  const march = marches.get(source);
  return march?.targets.has(target) ? { kind: "move", source, target, units: march.high } : null;
}

/** Is an order about a place or a body that somebody points at? */
export function concerns(
  draft: Order,
  { place, body }: { place: { name: string } | null; body: { name: string } | null },
): boolean {
  switch (draft.kind) {
    case "move":
      return place !== null && [draft.source, draft.target].includes(place.name);
    case "buy":
      return place !== null && place.name in draft.units;
    case "upgrade":
    case "post":
    case "recall":
      return draft.body === body?.name;
    default:
      return false;
  }
}

// -- ending -----------------------------------------------------------------------------------------------------

/** What could still be done in this turn, most important first. */
export function unused({ most, marches, posts, upgrades, talks }: Plan): string[] {
  return [
    ...(most > 0 ? [`${counted(most, "unit")} to buy`] : []),
    ...(marches.size > 0 ? [`${counted(marches.size, "army", "armies")} to move`] : []),
    ...(posts.size > 0 ? ["heroes in reserve"] : []),
    ...(upgrades.size > 0 ? [counted(upgrades.size, "upgrade")] : []),
    ...(talks.accept.size > 0 ? ["an alliance to answer"] : []),
  ];
}

/** What the button says that gives the order: only the last of a turn is called something else. */
export function submit(draft: Json, options: Options): Giving | null {
  const plan = planOf(draft, options);
  if (plan === null || plan.draft.kind !== "end") return null;
  const left = unused(plan);
  return { label: "End turn", note: left.length > 0 ? `Unused: ${left.join(", ")}.` : null };
}
