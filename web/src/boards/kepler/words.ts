/** What is said of regions and fleets, here and to a screen reader. */

import { counted } from "../../play/words";
import type { Journey, Region } from "./adapter";
import { targets, type Line, type Plan } from "./plan";

export function fleets(count: number): string {
  return counted(count, "fleet");
}

/** The first of some sentences, and how many more there are: a stack may have dozens that say the same. */
export function summed(texts: readonly string[]): string[] {
  return texts.length > 1 ? [`${texts[0]} And ${texts.length - 1} more.`] : [...texts];
}

export interface Known {
  readonly names: readonly string[];
  readonly you: number | null;
  readonly regions: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
  readonly journeys: readonly Journey[];
}

export function regionName(region: string, { regions }: Pick<Known, "regions">): string {
  return regions.get(region) ?? region;
}

export function whose(seat: number, { names, you }: Pick<Known, "names" | "you">): string {
  return seat === you ? "yours" : `${names[seat - 1] ?? `seat ${seat}`}’s`;
}

/** "Vega, yours, 8 fleets, 3 going to Lyra"; and whatever else is to be said of it. */
export function called(region: Region, known: Known, ...more: readonly string[]): string {
  const going = known.lines.filter(({ from }) => from === region.id);
  const coming = known.lines.filter(({ to }) => to === region.id);
  const bound = known.journeys.filter(({ from }) => from === region.id);
  return [
    regionName(region.id, known),
    ...(region.stacks.length === 0 ? ["empty"] : []),
    ...region.stacks.flatMap(({ seat, count }) => [whose(seat, known), fleets(count)]),
    ...going.map((line) => `${line.fleets.length} going to ${regionName(line.to, known)}`),
    ...coming.map((line) => `${line.fleets.length} coming from ${regionName(line.from, known)}`),
    ...bound.map(({ count, to, turn }) => `${count} on the way to ${regionName(to, known)}, arriving in turn ${turn}`),
    ...more,
    ...(region.home === null
      ? []
      : [region.home === known.you ? "your home" : `home of ${known.names[region.home - 1]}`]),
  ].join(", ");
}

/** What can be done with the fleets in a region. */
export function hint(plan: Plan, region: string): string {
  const [free, idle] = [plan.free.get(region)?.length ?? 0, plan.idle.get(region)?.length ?? 0];
  if (targets(plan, region).size === 0) return "Its fleets cannot move right now.";
  if (idle > 1) return `${fleets(idle)} ${idle === free ? "here" : "left"}: choose where they go.`;
  if (idle === 1) return free === 1 ? "Choose where its fleet goes." : "1 fleet left: choose where it goes.";
  return free === 1
    ? "Its fleet has an order: choose another region to redirect it."
    : "All have orders: choose another region to redirect one.";
}
