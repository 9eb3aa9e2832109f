/**
 * What one's fleets are told to do: read from a draft, and changed. Pure.
 *
 * A draft has an order for every fleet. People think in stacks: "3 from Vega to Lyra".
 */

import type { Json, Options } from "../../api";
import type { View } from "./geometry";

export interface Given {
  readonly fleet: string;
  /** Null: it holds. */
  readonly to: string | null;
}

/** Fleets that go from one region to another. */
export interface Line {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** In the order of their ids. */
  readonly fleets: readonly string[];
}

/** Where each fleet may be told to go, null for holding. A fleet that is not here takes no orders. */
export type Doable = ReadonlyMap<string, readonly (string | null)[]>;

export interface Plan {
  readonly orders: readonly Given[];
  readonly doable: Doable;
  /** The fleets that take orders, by region and in the order of their ids; and those of them that hold. */
  readonly free: ReadonlyMap<string, readonly string[]>;
  readonly idle: ReadonlyMap<string, readonly string[]>;
  readonly lines: readonly Line[];
}

/** What the options offer, fleet by fleet. */
export function doable(options: Options): Doable {
  const found = new Map<string, (string | null)[]>();
  for (const { order, slots } of options.templates) {
    const orders = ordersOf(order);
    for (const slot of slots) {
      if (slot.kind !== "choice") continue;
      const [, index, field] = slot.path;
      const ordered = orders[Number(index)]?.fleet;
      if (field === "to" && ordered !== undefined) found.set(ordered, slot.values as (string | null)[]);
      else if (field === undefined) {
        for (const { fleet, to } of slot.values.flatMap(given)) found.set(fleet, [...(found.get(fleet) ?? []), to]);
      }
    }
  }
  return found;
}

/** The orders in a draft. It may be one that was kept by a browser: whatever is no order is left out. */
export function ordersOf(draft: Json): Given[] {
  const isMapping = typeof draft === "object" && draft !== null && "orders" in draft;
  return isMapping && Array.isArray(draft["orders"]) ? draft["orders"].flatMap(given) : [];
}

export function planOf(view: View, you: number, draft: Json, options: Options): Plan {
  const orders = ordersOf(draft);
  const able = doable(options);
  const told = new Map(orders.map(({ fleet, to }) => [fleet, to]));
  const free = (view.fleets[you - 1] ?? []).filter(({ id }) => able.has(id));
  const idle = free.filter(({ id }) => (told.get(id) ?? null) === null);
  return { orders, doable: able, free: byRegion(free), idle: byRegion(idle), lines: linesOf(view, you, draft) };
}

/** Who is told to go where by an order of a seat. */
export function linesOf(view: View, seat: number, order: Json): Line[] {
  const told = new Map(ordersOf(order).map(({ fleet, to }) => [fleet, to]));
  const lines = new Map<string, Line & { fleets: string[] }>();
  for (const { id: fleet, region: from } of view.fleets[seat - 1] ?? []) {
    const to = told.get(fleet) ?? null;
    if (to === null) continue;
    const id = move(from, to);
    const line = lines.get(id) ?? { id, from, to, fleets: [] };
    line.fleets.push(fleet);
    lines.set(id, line);
  }
  return [...lines.values()];
}

/** Where some of the fleets in a region may go. */
export function targets({ free, doable }: Plan, from: string): Set<string> {
  const all = (free.get(from) ?? []).flatMap((fleet) => doable.get(fleet) ?? []);
  return new Set(all.filter((to) => to !== null));
}

/**
 * Send some more fleets on their way: the first that hold, or, where none does, the first that go elsewhere.
 *
 * Null where no fleet there can go.
 */
export function send(plan: Plan, from: string, to: string, amount: number): Json | null {
  const able = (plan.free.get(from) ?? []).filter((fleet) => plan.doable.get(fleet)?.includes(to));
  const told = new Map(plan.orders.map(({ fleet, to }) => [fleet, to]));
  const idle = able.filter((fleet) => (told.get(fleet) ?? null) === null);
  const others = able.filter((fleet) => told.get(fleet) !== to);
  const sent = (idle.length > 0 ? idle : others).slice(0, amount);
  return sent.length > 0 ? tell(plan, sent, to) : null;
}

/** Let as many fleets go as asked: the last hold again, or more of those that hold join them. */
export function resize(plan: Plan, { from, to, fleets }: Line, amount: number): Json | null {
  if (amount < fleets.length) return tell(plan, fleets.slice(amount), null);
  return amount > fleets.length
    ? send(plan, from, to, Math.min(amount - fleets.length, idleFor(plan, from, to)))
    : null;
}

/** The most fleets that a line can have. */
export function most(plan: Plan, { from, to, fleets }: Line): number {
  return fleets.length + idleFor(plan, from, to);
}

/** How a move is named, among the things on the board. */
export function move(from: string, to: string): string {
  return `${from}>${to}`;
}

function idleFor(plan: Plan, from: string, to: string): number {
  return (plan.idle.get(from) ?? []).filter((fleet) => plan.doable.get(fleet)?.includes(to)).length;
}

/** The orders with these fleets told something else. */
function tell({ orders }: Plan, fleets: readonly string[], to: string | null): Json {
  const left = new Set(fleets);
  const changed = orders.map((order) => (left.delete(order.fleet) ? { ...order, to } : order));
  return [...changed, ...[...left].map((fleet) => ({ fleet, to }))] as unknown as Json;
}

function byRegion(fleets: readonly { id: string; region: string }[]): Map<string, string[]> {
  const grouped = Map.groupBy(fleets, ({ region }) => region);
  return new Map([...grouped].map(([region, there]) => [region, there.map(({ id }) => id)]));
}

function given(order: Json): Given[] {
  if (typeof order !== "object" || order === null || !("fleet" in order)) return [];
  const { fleet, to = null } = order;
  return typeof fleet === "string" && (to === null || typeof to === "string") ? [{ fleet, to }] : [];
}
