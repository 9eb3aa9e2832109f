/** Names and short descriptions of what lies on the table. */

import { counted } from "../../play/words";
import type { Planet, Scene, Seated, Ship, Spot, Threat } from "./adapter";
import { DECK, seatThing } from "./things";

/** Those without a name are told apart by what they are worth. */
export function nameOf(planet: Planet): string {
  return planet.name || "Planet";
}

function classOf(planet: Planet): string | null {
  return planet.class == null ? null : spaced(planet.class);
}

/** What a planet does for whoever claims it, one line per ability. */
export function abilitiesOf(planet: Planet): string[] {
  return (planet.abilities ?? []).map(({ type, params = {} }) => {
    switch (type) {
      case "double_next_planet_no_combat": {
        const times = params["multiplier"] ?? 1;
        return times === 1 ? "Brings the next planet" : `Brings the next planet at ${times} times its VP`;
      }
      case "class_set_bonus":
        return `${params["bonus"] ?? 0} VP for every ${params["size"] ?? "?"} of class ${spaced(String(params["class"]))}`;
    }
  });
}

/** Its class and what it does, line by line. */
export function linesOf(planet: Planet): string[] {
  const kind = classOf(planet);
  return kind === null ? abilitiesOf(planet) : [kind, ...abilitiesOf(planet)];
}

/** All there is to say of a planet, for a screen reader. */
export function planetWords({ planet, points }: Pick<Spot, "planet" | "points">): string {
  return [nameOf(planet), `${short(points)} VP`, ...linesOf(planet)].join(", ");
}

/** What is shown when a thing on the table is selected, for a screen reader. */
export function detailWords({ seats, stake, toCome }: Scene, thing: string): string {
  const planets = (those: readonly Pick<Spot, "planet" | "points">[]): string =>
    those.map(planetWords).join("; ") || "none";
  const seated = seats.find(({ seat }) => seatThing(seat) === thing);
  if (seated !== undefined) return `Ships left: ${shipsWords(seated.ships)}. Planets: ${planets(seated.claimed)}.`;
  if (thing === DECK)
    return `Still to come: ${planets(toCome.map((planet) => ({ planet, points: planet.victory_points })))}.`;
  return planets(stake.filter((spot) => spot.thing === thing));
}

const FATES = { won: "won", tied: "tied", lost: "was not enough" } as const;

export function seatWords(seated: Seated, name: string): string {
  const { score, left, card, isReady } = seated;
  const parts = [name, `${score} VP`, `${counted(left, "ship")} left`];
  if (card !== null) parts.push(`${card.value} ${FATES[card.fate]}`);
  if (isReady) parts.push("has chosen a card");
  return parts.join(", ");
}

/** "3 beat it, 1 ties". */
export function threatWords({ beats, ties }: Threat): string {
  const parts = [];
  if (beats > 0) parts.push(`${beats} ${beats === 1 ? "beats" : "beat"} it`);
  if (ties > 0) parts.push(`${ties} ${ties === 1 ? "ties" : "tie"}`);
  return parts.join(", ") || "none beats it";
}

export function shipsWords(ships: readonly Ship[]): string {
  return (
    ships
      .filter(({ isHeld }) => isHeld)
      .map(({ card }) => short(card))
      .join(" ") || "none"
  );
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A number that fits on a card. */
export function short(value: number): string {
  return Math.abs(value) < 10_000 ? String(value).replace("-", "−") : compact.format(value).replace("-", "−");
}

function spaced(code: string): string {
  return code.replaceAll("_", " ");
}
