/**
 * A turn as it is planned: read from a draft, and changed. Pure.
 *
 * Every change is a whole new plan. Energy is always written as what subsystems are to have, whichever way it was given
 * before: people think in what a laser has, not in how much more that is.
 */

import type { Json, Options } from "../../api";
import { equal } from "../../play/paths";
import { SUBSYSTEMS, WEAPONS, INTENSITIES, type Energy, type Intensity, type Subsystem, type Weapon } from "./things";

export type Burn = { readonly kind: "burn"; readonly intensity: Intensity; readonly adjust: number };
export type Move = { readonly kind: "coast"; readonly scoop: boolean } | Burn;

export const COAST: Move = { kind: "coast", scoop: false };
export const SCOOP: Move = { kind: "coast", scoop: true };

export interface Shot {
  readonly weapon: Weapon;
  readonly targets: readonly number[];
  readonly compensate: boolean;
}

export interface Plan {
  /** What every subsystem is to have. */
  readonly energy: { readonly [Name in Subsystem]: number };
  readonly vent: number;
  readonly rotate: boolean;
  readonly move: Move | null;
  readonly shots: readonly Shot[];
}

interface Span {
  readonly low: number;
  readonly high: number;
}

/** What the options offer, as the plan stands. */
export interface Doable {
  readonly energy: ReadonlyMap<Subsystem, Span>;
  readonly vent: Span;
  readonly canTurn: boolean;
  readonly moves: readonly Move[];
  /** Shots that can be added; seats that weapons can aim at instead of, or besides, those they do. */
  readonly shots: readonly Shot[];
  readonly instead: ReadonlyMap<Weapon, readonly number[]>;
  readonly besides: ReadonlyMap<Weapon, readonly number[]>;
  /** Can it be changed whether recoil is compensated? */
  readonly canCompensate: boolean;
}

// -- reading -------------------------------------------------------------------------------------------------

/** The plan in a draft, for a ship with this energy. A browser may have kept it: what makes no sense is left out. */
export function planOf(draft: Json, ship: Energy): Plan {
  const given = mapping(draft);
  const [more, less, targets] = [mapping(given["allocate"]), mapping(given["deallocate"]), mapping(given["targets"])];
  const amount = (name: Subsystem): number => {
    const before = ship[name] ?? 0;
    return name in targets ? number(targets[name]) : before + number(more[name]) - number(less[name]);
  };
  return {
    energy: Object.fromEntries(SUBSYSTEMS.map((name) => [name, amount(name)])) as Plan["energy"],
    vent: number(given["vent"]),
    rotate: given["rotate"] === true,
    move: moveIn(given["move"]),
    shots: list(given["shots"]).flatMap(shotIn),
  };
}

export function doable(options: Options, ship: Energy): Doable {
  const template = options.templates[0];
  const plan = planOf(template?.order ?? null, ship);
  const energy = new Map<Subsystem, Span>();
  const [instead, besides] = [new Map<Weapon, readonly number[]>(), new Map<Weapon, readonly number[]>()];
  const found = { vent: { low: plan.vent, high: plan.vent }, canTurn: false, canCompensate: false };
  let moves: readonly Move[] = plan.move === null ? [] : [plan.move];
  let shots: readonly Shot[] = [];
  for (const slot of template?.slots ?? []) {
    const [field, key, part, index] = slot.path;
    const name = SUBSYSTEMS.find((each) => each === key);
    const shot = field === "shots" ? plan.shots[Number(key)] : undefined;
    if (name !== undefined) energy.set(name, widened(energy.get(name), amounts(slot, String(field), plan, name, ship)));
    else if (field === "vent" && slot.kind === "range") found.vent = { low: slot.low, high: slot.high };
    else if (field === "rotate") found.canTurn = true;
    else if (slot.kind !== "choice") continue;
    else if (field === "move") moves = slot.values.flatMap((value) => moveIn(value) ?? []);
    else if (shot === undefined) shots = slot.values.flatMap(shotIn);
    else if (part === "compensate") found.canCompensate = true;
    else (index === shot.targets.length ? besides : instead).set(shot.weapon, slot.values.filter(isNumber));
  }
  return { ...found, energy, moves, shots, instead, besides };
}

type Slot = Options["templates"][number]["slots"][number];

/** The amounts of energy that a slot comes to, from what there is. */
function amounts(slot: Slot, field: string, plan: Plan, name: Subsystem, ship: Energy): number[] {
  const before = ship[name] ?? 0;
  if (slot.kind === "remove") return [plan.energy[name], before];
  if (slot.kind !== "range") return [];
  const bounds = [slot.low, slot.high];
  const by = { allocate: (amount: number) => before + amount, deallocate: (amount: number) => before - amount }[field];
  return [plan.energy[name], ...bounds.map(by ?? ((amount) => amount))];
}

function widened(span: Span | undefined, found: readonly number[]): Span {
  const all = span === undefined ? found : [span.low, span.high, ...found];
  return { low: Math.min(...all), high: Math.max(...all) };
}

/** Is this one of the moves on offer? */
export function isOffered(move: Move, { moves }: Doable): boolean {
  return moves.some((each) => equal(each, move));
}

/** Whom a weapon can be told to fire at. */
export function targetsOf(weapon: Weapon, { shots, instead, besides }: Doable): Set<number> {
  const added = shots.filter((shot) => shot.weapon === weapon).flatMap(({ targets }) => targets);
  return new Set([...added, ...(instead.get(weapon) ?? []), ...(besides.get(weapon) ?? [])]);
}

// -- changing ------------------------------------------------------------------------------------------------

/** A plan as it is sent: only the energy that changes is named. */
export function written({ energy, move, ...plan }: Plan, ship: Energy): Json {
  const targets = Object.fromEntries(
    SUBSYSTEMS.flatMap((name) => (energy[name] === (ship[name] ?? 0) ? [] : [[name, energy[name]]])),
  );
  return { ...plan, move, allocate: {}, deallocate: {}, targets } as unknown as Json;
}

/** Energy moved from one to another; null stands for the reactor. */
export function carried(plan: Plan, from: Subsystem | null, to: Subsystem | null, amount = 1): Plan {
  const energy = { ...plan.energy };
  if (from !== null) energy[from] -= amount;
  if (to !== null) energy[to] += amount;
  return { ...plan, energy };
}

/**
 * Aim a weapon at a ship, or no longer.
 *
 * Where it can fire at several, this one joins them; else it takes their place. A shot that is not on offer is planned
 * all the same: the server says what keeps it from being fired.
 */
export function aimed(plan: Plan, weapon: Weapon, seat: number, { shots, besides }: Doable): Plan {
  const shot = plan.shots.find((each) => each.weapon === weapon);
  if (shot === undefined) {
    const offered = shots.find((each) => each.weapon === weapon && each.targets.includes(seat));
    return { ...plan, shots: [...plan.shots, offered ?? { weapon, targets: [seat], compensate: false }] };
  }
  const others = shot.targets.filter((target) => target !== seat);
  const joins = besides.get(weapon)?.includes(seat) ?? false;
  const targets = others.length < shot.targets.length ? others : joins ? [...others, seat] : [seat];
  const changed = plan.shots.flatMap((each) =>
    each !== shot ? [each] : targets.length > 0 ? [{ ...shot, targets }] : [],
  );
  return { ...plan, shots: changed };
}

export function compensated(plan: Plan, weapon: Weapon, compensate: boolean): Plan {
  return { ...plan, shots: plan.shots.map((shot) => (shot.weapon === weapon ? { ...shot, compensate } : shot)) };
}

// -- what a draft may hold -----------------------------------------------------------------------------------

function moveIn(value: Json | undefined): Move | null {
  const { kind, scoop, intensity, adjust } = mapping(value);
  if (kind === "coast") return { kind, scoop: scoop === true };
  const known = INTENSITIES.find((each) => each === intensity);
  return kind === "burn" && known !== undefined ? { kind, intensity: known, adjust: number(adjust) } : null;
}

function shotIn(value: Json): Shot[] {
  const { weapon, targets, compensate } = mapping(value);
  const known = WEAPONS.find((each) => each === weapon);
  return known === undefined
    ? []
    : [{ weapon: known, targets: list(targets).filter(isNumber), compensate: compensate === true }];
}

function mapping(value: Json | undefined): { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function number(value: Json | undefined): number {
  return isNumber(value) ? value : 0;
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}
