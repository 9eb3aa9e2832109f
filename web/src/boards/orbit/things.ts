/** What there is in this game, and the ids by which board, panel and report share it. */

import type { Of } from "../../api";

/** The server tells all of it, also what need not be given to it. */
type Whole<Known> = Known extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : Known extends object
    ? { readonly [Key in keyof Known]-?: Whole<Known[Key]> }
    : Known;

export type View = Of<"orbit", "View">;
export type Config = Whole<Of<"orbit", "Config">>;
export type Preview = Of<"orbit", "Preview">;
export type Ship = Of<"orbit", "Ship">;
export type Place = Of<"orbit", "Place">;
export type Arc = Of<"orbit", "Arc">;
export type Facing = Of<"orbit", "Facing">;
export type Subsystem = Of<"orbit", "Subsystem">;
export type Weapon = Of<"orbit", "Weapon">;
export type Intensity = Of<"orbit", "Intensity">;
export type Energy = { readonly [Name in Subsystem]?: number };

/** As the rule book lists them. */
export const SUBSYSTEMS: readonly Subsystem[] = [
  "engines",
  "thrusters",
  "scoop",
  "laser",
  "railgun",
  "missiles",
  "shields",
];
export const WEAPONS: readonly Weapon[] = ["laser", "railgun", "missiles"];
export const INTENSITIES: readonly Intensity[] = ["light", "medium", "heavy"];

/** The config of a view. Only a view that has not been given its setup back has none. */
export function configOf({ setup }: View): Config {
  if (setup === null) throw new TypeError("The view has no setup.");
  return setup.config as Config;
}

export const REACTOR = "reactor";
export const VENT = "vent";
export const MOVE = "move";
export const TURNS = "turns";

export function shipThing(seat: number): string {
  return `ship:${seat}`;
}

export function placeThing({ ring, sector }: Place): string {
  return `place:${ring}/${sector}`;
}

/** A subsystem in the panel. A weapon is also a thing to aim with: its reach is shown while it is selected. */
export function subsystemThing(name: Subsystem): string {
  return `subsystem:${name}`;
}

/** The weapon of a ship other than one's own. */
export function foreignThing(weapon: Weapon, seat: number): string {
  return `${subsystemThing(weapon)}@${seat}`;
}

export type Chosen =
  | { readonly kind: "ship"; readonly seat: number }
  | { readonly kind: "place"; readonly place: Place }
  /** Whose weapon; null: one's own. */
  | { readonly kind: "weapon"; readonly weapon: Weapon; readonly seat: number | null };

/** What a selected thing is on the board; null for what is only in the panel. */
export function chosen(selected: string | null): Chosen | null {
  const [kind, rest = ""] = (selected ?? "").split(":");
  if (kind === "ship") return { kind, seat: Number(rest) };
  if (kind === "place") {
    const [ring, sector] = rest.split("/").map(Number);
    return ring === undefined || sector === undefined ? null : { kind, place: { ring, sector } };
  }
  const [name, seat] = rest.split("@");
  const weapon = kind === "subsystem" ? WEAPONS.find((each) => each === name) : undefined;
  return weapon === undefined ? null : { kind: "weapon", weapon, seat: seat === undefined ? null : Number(seat) };
}
