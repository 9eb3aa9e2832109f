/** What is on the board, and where on it the server's answers belong. Pure. */

import type { Beat } from "../../play/reveals";
import type { Json, Path, View as AnyView, Violation } from "../../api";
import type { Standing } from "../contract";
import type { Thing } from "../kit/nearest";
import { berths, point, type Layout, type Polar } from "./geometry";
import { planOf, type Plan } from "./plan";
import {
  chosen,
  configOf,
  MOVE,
  REACTOR,
  shipThing,
  SUBSYSTEMS,
  subsystemThing,
  VENT,
  WEAPONS,
  type Arc,
  type Facing,
  type Place,
  type Preview,
  type Ship,
  type View,
  type Weapon,
} from "./things";

/** A ship as it is drawn. */
export interface Craft extends Thing {
  readonly seat: number;
  readonly place: Place;
  readonly at: Polar;
  readonly facing: Facing;
  readonly hull: number;
  /** What is left of the hull it began with, from 0 to 1. */
  readonly share: number;
  /** Where it is bound. */
  readonly transfer: Place | null;
  readonly isLost: boolean;
}

/** All ships of a view; in a reveal, as they are after what is on show. */
export function scene(view: View, layout: Layout, beats: readonly Beat[]): Craft[] {
  const { start } = configOf(view);
  const ships = view.ships.flatMap((ship, index) => (ship === null ? [] : [after(ship, index + 1, beats)]));
  const places = berths(
    layout,
    ships.map(({ ship }) => ship),
  );
  return ships.map(({ ship, seat, isLost }, index) => {
    const at = places[index] ?? { degrees: 0, radius: 0 };
    const { facing, hull, transfer = null } = ship;
    const place = { ring: ship.ring, sector: ship.sector };
    return {
      ...{ id: shipThing(seat), seat, place, at, ...point(at), radius: layout.size },
      ...{ facing, hull, share: Math.min(1, hull / start.hull), transfer, isLost },
    };
  });
}

function after(ship: Ship, seat: number, beats: readonly Beat[]): { ship: Ship; seat: number; isLost: boolean } {
  const now = { ...ship };
  let isLost = false;
  for (const { kind, to, amount } of beats.filter((beat) => beat.seat === seat)) {
    const found = chosen(to);
    const place = found?.kind === "place" ? found.place : null;
    if (kind === "rotated") now.facing = ship.facing === "prograde" ? "retrograde" : "prograde";
    else if (kind === "hull") now.hull = amount ?? now.hull;
    else if (kind === "destroyed") isLost = true;
    else if (kind === "burned" || kind === "recoiled") now.transfer = place;
    else if (kind === "moved" && place !== null) Object.assign(now, place);
    else if (kind === "arrived" && place !== null) Object.assign(now, place, { transfer: null });
  }
  return { ship: now, seat, isLost };
}

/** Shots, whether they are still on their way, and what they and the heat did, as some beats show it. */
export interface Strikes {
  shots: { id: string; weapon: Weapon; from: number; to: number }[];
  isFlying: boolean;
  hurt: Map<number, number>;
  /** What shields took. */
  shielded: Map<number, number>;
}

export function strikes(beats: readonly Beat[]): Strikes {
  const shots = beats.flatMap(({ kind, seat, to }) => {
    const [weapon, target] = [WEAPONS.find((each) => each === kind), chosen(to)];
    if (weapon === undefined || seat === null || target?.kind !== "ship") return [];
    return [{ id: `${weapon} ${target.seat}`, weapon, from: seat, to: target.seat }];
  });
  const sums = (...kinds: string[]): Map<number, number> => {
    const found = new Map<number, number>();
    for (const { kind, seat, amount } of beats) {
      if (seat !== null && kinds.includes(kind)) found.set(seat, (found.get(seat) ?? 0) + (amount ?? 0));
    }
    return found;
  };
  const isFlying = shots.length > 0 && beats.every(({ kind }) => kind !== "hit");
  return { shots, isFlying, hurt: sums("hit", "overheated"), shielded: sums("shielded") };
}

export interface Ghosts {
  /** Where the ship will be after its drift, and how it will face there. */
  readonly coming: Place;
  readonly facing: Facing;
  /** Where it begins from, and where it will arrive in its next turn; null: it stays on its ring. */
  readonly now: Place;
  readonly arrival: Place | null;
}

/** Where a plan leads; null before the server has said. */
export function ghosts(preview: Preview | null): Ghosts | null {
  return preview === null
    ? null
    : { coming: preview.after_orbit, facing: preview.facing, now: preview.now, arrival: preview.arrival };
}

/** Where a weapon reaches: one's own as planned, any other's after it has coasted. */
export function reach(
  view: View,
  preview: Preview | null,
  weapon: Weapon,
  seat: number,
  isOwn: boolean,
): readonly Arc[] {
  const known = isOwn && preview !== null ? preview.reach : view.reach[seat - 1];
  return known?.[weapon] ?? [];
}

/** Whom a weapon reaches. */
export function inRange(
  view: View,
  preview: Preview | null,
  weapon: Weapon,
  seat: number,
  isOwn: boolean,
): readonly number[] {
  const known = isOwn && preview !== null ? preview.in_range : view.in_range[seat - 1];
  return known?.[weapon] ?? [];
}

// -- what the server says of a plan --------------------------------------------------------------------------

/** The control, and with it the subsystem, that a path in a plan is about. */
export function locate(path: Path, order: Json): string | null {
  const [field, key] = path;
  const name = SUBSYSTEMS.find((each) => each === key);
  switch (field) {
    case "allocate":
    case "deallocate":
    case "targets":
      return name === undefined ? REACTOR : subsystemThing(name);
    case "vent":
      return VENT;
    case "rotate":
      return subsystemThing("thrusters");
    case "move":
      return key === "scoop" ? subsystemThing("scoop") : MOVE;
    case "shots": {
      const weapon = planOf(order, {}).shots[Number(key)]?.weapon;
      return weapon === undefined ? null : subsystemThing(weapon);
    }
    default:
      return null;
  }
}

export interface Note {
  readonly weight: Violation["weight"];
  readonly text: string;
}

/** What is wrong with a plan, by the control it is about. */
export function notes(violations: readonly Violation[], draft: Json): Map<string, Note[]> {
  const found = violations.flatMap(({ path, weight, text }) => {
    const thing = locate(path, draft);
    return thing === null ? [] : [{ thing, weight, text }];
  });
  return Map.groupBy(found, ({ thing }) => thing);
}

/** Energy that goes out, and that comes back to the reactor, when a plan is carried out. */
export function flows(plan: Plan, ship: Ship): { given: number; back: number } {
  const changes = SUBSYSTEMS.map((name) => plan.energy[name] - (ship.energy[name] ?? 0));
  return {
    given: changes.reduce((sum, change) => sum + Math.max(0, change), 0),
    back: changes.reduce((sum, change) => sum + Math.max(0, -change), 0),
  };
}

// -- how it stands -------------------------------------------------------------------------------------------

export function standings(view: AnyView): Standing[] {
  const { ships } = view as View;
  const { start } = configOf(view as View);
  return ships.map((ship) => {
    if (ship === null) return { text: "Lost", share: 0 };
    const heat = ship.heat === 0 ? "" : ` · ${ship.heat} heat`;
    return { text: `${ship.hull} hull${heat}`, share: Math.min(1, ship.hull / start.hull) };
  });
}

export function hulls(view: AnyView): readonly number[] {
  return (view as View).ships.map((ship) => ship?.hull ?? 0);
}
