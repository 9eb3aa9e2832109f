/** What is on the board, and where on it the server's answers belong. Pure. */

import type { Json, Of, Path, Turn, Violation } from "../../api";
import { counted } from "../../play/words";
import type { Thing } from "../kit/nearest";
import { ownerOf, stacksOf, type Stacks } from "./beats";
import type { Layout, Setup, View } from "./geometry";
import { move, ordersOf } from "./plan";

export interface Region extends Thing {
  readonly name: string;
  /** Who controls it, and whose home it is. */
  readonly seat: number | null;
  readonly home: number | null;
  readonly stacks: readonly { seat: number; count: number }[];
}

/** Fleets that are bound to a move which takes effect later. */
export interface Journey {
  readonly id: string;
  readonly seat: number;
  readonly from: string;
  readonly to: string;
  readonly turn: number;
  readonly count: number;
}

/** The setup of a view. Only a view that has not been given it back has none. */
export function setupOf(view: View): Setup {
  if (view.setup === null) throw new TypeError("The view has no setup.");
  return view.setup;
}

/** All regions as they stand in a view; while something is revealed, with the stacks of that moment. */
export function scene(view: View, { places }: Layout, revealed: Stacks | null): Region[] {
  const { map, extensions, seats } = setupOf(view).match;
  const starts = extensions?.starts ?? [];
  const begins = starts.length > 0 ? starts.map((own) => own.map(({ region }) => region)) : map.homes.slice(0, seats);
  const homes = new Map(begins.flatMap((own, index) => own.map((region) => [region, index + 1] as const)));
  const shown = revealed ?? stacksOf(view);
  return map.regions.flatMap(({ id, name }) => {
    const place = places.get(id);
    const stacks = [...(shown.get(id) ?? [])].map(([seat, count]) => ({ seat, count }));
    const seat = (revealed === null ? view.control[id] : stacks.length === 1 ? stacks[0]?.seat : null) ?? null;
    return place === undefined ? [] : [{ ...place, id, name, seat, home: homes.get(id) ?? null, stacks }];
  });
}

/** Regions by name, with the id where several have the same. */
export function namesOf(view: View): Map<string, string> {
  const { regions } = setupOf(view).match.map;
  const alike = Map.groupBy(regions, ({ name }) => name);
  return new Map(regions.map(({ id, name }) => [id, alike.get(name)?.length === 1 ? name : `${name} [${id}]`]));
}

export function journeys({ fleets }: View): Journey[] {
  const found = new Map<string, Journey>();
  for (const [index, own] of fleets.entries()) {
    for (const { region: from, journey } of own) {
      if (!journey) continue;
      const { to, turn } = journey;
      const id = `${index + 1} ${move(from, to)} ${turn}`;
      found.set(id, { id, seat: index + 1, from, to, turn, count: (found.get(id)?.count ?? 0) + 1 });
    }
  }
  return [...found.values()];
}

export type Chosen =
  | { readonly kind: "region"; readonly id: string }
  | { readonly kind: "move"; readonly from: string; readonly to: string };

/** What a selected thing is: a region, a move between two, or the region a fleet is in. */
export function chosen(selected: string | null, view: View): Chosen | null {
  if (selected === null) return null;
  const known = new Set(setupOf(view).match.map.regions.map(({ id }) => id));
  const [from = "", to] = selected.split(">");
  if (to !== undefined) return known.has(from) && known.has(to) ? { kind: "move", from, to } : null;
  const fleet = view.fleets.flat().find(({ id }) => nameOf(id) === selected);
  const id = fleet?.region ?? selected;
  return known.has(id) ? { kind: "region", id } : null;
}

/** The fleet that a path in an order is about. */
export function locate(path: Path, order: Json): string | null {
  const given = path[0] === "orders" ? ordersOf(order)[Number(path[1])] : undefined;
  return given === undefined ? null : nameOf(given.fleet);
}

/** How a fleet is named among the things on the board: no region has such an id. */
function nameOf(fleet: string): string {
  return `#${fleet}`;
}

export interface Ghosts {
  /** Regions in which fleets would meet, and those that would be gained, if everybody else held. */
  readonly conflicts: ReadonlySet<string>;
  readonly gained: ReadonlySet<string>;
}

/** What a draft would do. */
export function ghosts(preview: unknown, view: View, you: number): Ghosts {
  if (preview === null) return { conflicts: new Set(), gained: new Set() };
  const { conflicts, occupancy } = preview as Of<"kepler", "Preview">;
  const own = Object.keys(occupancy).filter((region) => occupancy[region]?.every((fleet) => ownerOf(fleet) === you));
  return { conflicts: new Set(conflicts), gained: new Set(own.filter((region) => view.control[region] !== you)) };
}

export interface Note {
  readonly weight: "refused" | "void" | "altered";
  readonly texts: readonly string[];
}

/** What is wrong with a draft, at the regions whose fleets it is about. */
export function notes(violations: readonly Violation[], draft: Json, view: View): Map<string, Note> {
  const found = new Map<string, Note>();
  for (const { path, weight, text } of violations) {
    const at = chosen(locate(path, draft), view);
    if (at?.kind !== "region") continue;
    const before = found.get(at.id);
    found.set(at.id, {
      weight: before?.weight === "refused" ? "refused" : weight,
      texts: [...(before?.texts ?? []), text],
    });
  }
  return found;
}

/** A fleet that was lost, that came back, or that could not go. */
const WRONG: ReadonlySet<string> = new Set(["lost", "bounced", "became_hold"]);

export interface Fate {
  readonly region: string;
  readonly verdict: string;
  /** How many fleets it befell, and what is said of them. */
  readonly count: number;
  readonly text: string;
}

type Told = Turn["fates"];

/** What went wrong with a seat's orders, by region. */
export function fates(last: Turn | null, you: number | null): Fate[] {
  return alike((last?.fates ?? []).filter(({ seat, verdict }) => seat === you && WRONG.has(verdict))).flatMap(
    (group) => {
      const [first] = group;
      if (first === undefined || typeof first.params["region"] !== "string") return [];
      return [{ region: first.params["region"], verdict: first.verdict, count: group.length, text: textOf(group) }];
    },
  );
}

/** What became of orders, in a sentence for all fleets that fared alike in a region. */
export function summedUp(told: Told): { text: string; thing: string | null }[] {
  return alike(told).map((group) => {
    const region = group[0]?.params["region"];
    return { text: textOf(group), thing: typeof region === "string" ? region : null };
  });
}

function alike(told: Told): Told[] {
  return [...Map.groupBy(told, ({ verdict, params }) => `${verdict} ${String(params["region"])}`).values()];
}

/** The server's sentence about a fleet, said of as many as there are. */
function textOf(group: Told): string {
  const [first] = group;
  const fleet = first?.params["fleet"];
  const text = first?.text ?? "";
  return typeof fleet === "string" ? text.replace(fleet, counted(group.length, "fleet")) : text;
}
