/** What is said of ships and places, here and to a screen reader. */

import type { Craft } from "./adapter";
import { listed } from "../../play/words";
import type { Move, Plan } from "./plan";
import { SUBSYSTEMS, type Energy, type Facing, type Place, type Preview, type Ship, type Subsystem } from "./things";

/** More ships than this are named by their marks alone: their names stand beside these, among the players. */
export const FEW = 2;

/** Forward is the way ships drift; as the server's sentences say it. */
export const FACINGS: { readonly [Way in Facing]: string } = { prograde: "forward", retrograde: "backward" };

/** As the server's sentences write it. */
export function placeWords({ ring, sector }: Place): string {
  return `R${ring} S${sector}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "engines 2, shields 2". */
export function energyWords(energy: Energy): string {
  const parts = SUBSYSTEMS.flatMap((name) => (energy[name] ? [`${name} ${energy[name]}`] : []));
  return parts.join(", ") || "none";
}

export function moveWords(move: Move): string {
  if (move.kind === "coast") return move.scoop ? "Coast and scoop" : "Coast";
  return `${capital(move.intensity)} burn`;
}

/** What a plan of the past was: "Light burn, laser at Ada". Energy is told where it is looked up. */
export function planWords(
  { move, rotate, shots }: Pick<Plan, "move" | "rotate" | "shots">,
  names: readonly string[],
): string {
  const fired = shots.map(
    ({ weapon, targets }) => `${weapon} at ${listed(targets.map((seat) => names[seat - 1] ?? `Seat ${seat}`))}`,
  );
  return [...(rotate ? ["turn"] : []), ...(move === null ? [] : [moveWords(move).toLowerCase()]), ...fired].join(", ");
}

/** Where a burn leads, for a ship that faces this way: "2 rings out". */
export function leadWords(rings: number, facing: Facing): string {
  return `${rings} ${rings === 1 ? "ring" : "rings"} ${facing === "prograde" ? "out" : "in"}`;
}

/** What a plan comes to, for whoever does not see it change. */
export function sumWords(free: number, back: number, preview: Preview): string {
  const { returns_left: left, hull, heat, mass, arrival } = preview;
  return [
    `Reactor ${free} free${back > 0 ? `, ${back} more next turn` : ""}.`,
    `Returns left: ${left}.`,
    `After the turn: hull ${hull}, heat ${heat}, mass ${mass}.`,
    ...(arrival === null ? [] : [`Then arriving at ${placeWords(arrival)}.`]),
  ].join(" ");
}

/** "Vega, yours, R5 S0, facing forward, hull 10, heat 0, mass 10"; and whatever else is to be said. */
export function shipWords(
  craft: Craft,
  ship: Ship | null,
  name: string,
  isYours: boolean,
  ...more: readonly string[]
): string {
  return [
    name,
    ...(isYours ? ["yours"] : []),
    placeWords(craft.place),
    `facing ${FACINGS[craft.facing]}`,
    `hull ${craft.hull}`,
    ...(ship === null ? [] : [`heat ${ship.heat}`, `mass ${ship.mass}`]),
    ...(craft.transfer === null ? [] : [`arriving at ${placeWords(craft.transfer)}`]),
    ...more,
  ].join(", ");
}

/** What there is to say of the energy of a subsystem. */
export function powerWords(minimum: number, isPowered: boolean, isOverclocked: boolean): string {
  if (isOverclocked) return "overclocked";
  return isPowered ? "powered" : `needs ${minimum}`;
}

/** What a subsystem is for, for somebody who sees it the first time. */
export const PURPOSES: { readonly [Name in Subsystem]: string } = {
  engines: "Burn to another ring",
  thrusters: "Turn the ship around",
  scoop: "Gather reaction mass while coasting",
  laser: "Hits every chosen ship on the rings beside yours",
  railgun: "Hits hard, ahead on your own ring",
  missiles: "Hit in all directions",
  shields: "Turn damage into heat",
};
