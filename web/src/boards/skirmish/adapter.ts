/** What the server says, as a table to draw: planets and where they lie, seats and their ships. */

import type { Beat } from "../../play/reveals";
import type { Entry, Json, Of, Options, Path, Table, Turn, View } from "../../api";
import { get } from "../../play/paths";
import type { Standing } from "../contract";
import { eventsIn, finale } from "../kit/stages";
import { beats as beatsOf } from "./beats";
import { cardThing, planetThing } from "./things";

export type Planet = Of<"skirmish", "Planet">;
type Seen = Of<"skirmish", "View">;

export interface Spot {
  thing: string;
  planet: Planet;
  /** What it is worth here: an ability may have multiplied it. */
  points: number;
  where: "deck" | "stake" | number;
  /** Its place among those that lie there, and how many they are. */
  place: number;
  among: number;
  /** Did it come here in the battle on show? */
  isNew: boolean;
}

export interface Ship {
  card: number;
  isHeld: boolean;
}

export interface Seated {
  seat: number;
  score: number;
  /** The whole fleet as far as it is known here, the weakest ship first. */
  ships: readonly Ship[];
  left: number;
  claimed: readonly Spot[];
  /** The card of the battle on show, and what became of it; null before the first. */
  card: { value: number; fate: "won" | "tied" | "lost" } | null;
  /** Does a card for the coming battle lie there, face down? */
  isReady: boolean;
}

/** How far a battle on show has come: the cards turn over, then it shows what they do, then they go again. */
export type Duel = "turned" | "settled" | "over";

export interface Scene {
  /** Null while no battle is on show. */
  duel: Duel | null;
  planets: readonly Spot[];
  stake: readonly Spot[];
  toCome: readonly Planet[];
  seats: readonly Seated[];
}

export interface Shown {
  table: Table;
  beats: readonly Beat[];
  last: Turn | null;
  entries: readonly Entry[];
}

export function seen(table: { view: View }): Seen {
  return table.view as Seen;
}

/** The table as it is to be drawn, in the middle of a reveal or after it. */
export function scene({ table, beats, last, entries }: Shown): Scene {
  const view = seen(table);
  const isRevealing = beats.some(({ kind }) => kind === "card");
  const battle = isRevealing ? beats : last === null ? [] : finale(beatsOf(last));
  const planets = spots(view, isRevealing ? beats : [], moved(battle));
  const undealt = new Set(view.undealt);
  return {
    duel: isRevealing ? duelOf(beats) : null,
    planets,
    stake: planets.filter(({ where }) => where === "stake"),
    toCome: planets
      .filter(({ where, planet }) => where === "deck" && undealt.has(planet.id))
      .map(({ planet }) => planet),
    seats: view.scores.map((score, index) => {
      const seat = index + 1;
      return {
        seat,
        score,
        ships: fleet(view.hands[index] ?? [], playedBy(seat, entries)),
        left: view.hands[index]?.length ?? 0,
        claimed: planets.filter(({ where }) => where === seat),
        card: cardOf(seat, battle),
        isReady: !isRevealing && table.submitted.includes(seat),
      };
    }),
  };
}

function duelOf(beats: readonly Beat[]): Duel {
  const kinds = new Set(beats.map(({ kind }) => kind));
  if (["claimed", "added", "ended"].some((kind) => kinds.has(kind))) return "over";
  return kinds.has("won") || kinds.has("tied") ? "settled" : "turned";
}

/** Every planet of the deck: where it lies, and as the how manieth. */
function spots(view: Seen, beats: readonly Beat[], news: ReadonlySet<string>): Spot[] {
  const printed = new Map((view.setup?.planets ?? []).map((planet) => [planet.id, planet]));
  const lying = new Map<Spot["where"], { id: string; points: number | null }[]>();
  const isMoving = new Map(
    beats.flatMap(({ kind, thing, seat, amount }) =>
      thing !== null && (kind === "claimed" || kind === "added")
        ? [[thing, { to: kind === "claimed" && seat !== null ? seat : ("stake" as const), points: amount }]]
        : [],
    ),
  );
  const lay = (where: Spot["where"], id: string, points: number | null): void => {
    lying.set(where, [...(lying.get(where) ?? []), { id, points }]);
  };
  view.claimed_planets.forEach((claims, index) => {
    for (const { id, victory_points } of claims) {
      if (!isMoving.has(planetThing(id))) lay(index + 1, id, victory_points);
    }
  });
  for (const id of view.stake) if (!isMoving.has(planetThing(id))) lay("stake", id, null);
  for (const [thing, { to, points }] of isMoving) lay(to, thing.slice(planetThing("").length), points);
  for (const id of view.undealt) if (!isMoving.has(planetThing(id))) lay("deck", id, null);
  return [...lying].flatMap(([where, those]) =>
    those.flatMap(({ id, points }, place) => {
      const planet = printed.get(id);
      if (planet === undefined) return [];
      const thing = planetThing(id);
      const worth = points ?? planet.victory_points;
      return [{ thing, planet, points: worth, where, place, among: those.length, isNew: news.has(thing) }];
    }),
  );
}

function moved(beats: readonly Beat[]): Set<string> {
  const isMove = ({ kind }: Beat): boolean => kind === "claimed" || kind === "added";
  return new Set(beats.filter(isMove).flatMap(({ thing }) => thing ?? []));
}

function cardOf(seat: number, beats: readonly Beat[]): Seated["card"] {
  const own = beats.filter((beat) => beat.seat === seat);
  const value = own.find(({ kind }) => kind === "card")?.amount ?? null;
  const has = (wanted: string): boolean => own.some(({ kind }) => kind === wanted);
  return value === null ? null : { value, fate: has("won") ? "won" : has("tied") ? "tied" : "lost" };
}

/** The cards that a seat has played, as far as it is known here. */
function playedBy(seat: number, entries: readonly Entry[]): number[] {
  return eventsIn<Of<"skirmish", "Event">>(entries).flatMap((event) =>
    event.kind === "revealed" ? event.cards.slice(seat - 1, seat) : [],
  );
}

function fleet(held: readonly number[], played: readonly number[]): Ship[] {
  const ships = [...held.map((card) => ({ card, isHeld: true })), ...played.map((card) => ({ card, isHeld: false }))];
  return ships.sort((one, other) => one.card - other.card || Number(one.isHeld) - Number(other.isHeld));
}

// -- orders ---------------------------------------------------------------------------------------------------

/** The cards that may be played, and where in the draft a card stands. */
export function doable(options: Options): { path: Path; cards: ReadonlySet<number> } | null {
  const slot = options.templates[0]?.slots.find(({ kind }) => kind === "choice");
  if (slot?.kind !== "choice") return null;
  return { path: slot.path, cards: new Set(slot.values.filter((value) => typeof value === "number")) };
}

/** The card of a draft. */
export function cardIn(draft: Json): number | null {
  try {
    const card = get(draft, ["card"]);
    return typeof card === "number" ? card : null;
  } catch {
    return null;
  }
}

export interface Threat {
  beats: number;
  ties: number;
}

/** How many cards of every seat beat the drafted one, and how many tie it; null before the server has said. */
export function ghosts(draft: Json, preview: unknown): { card: number; threats: readonly Threat[] } | null {
  const card = cardIn(draft);
  const known = preview as Of<"skirmish", "Preview"> | null;
  if (card === null || known === null) return null;
  return { card, threats: known.beaten_by.map((beats, index) => ({ beats, ties: known.tied_by[index] ?? 0 })) };
}

/** The only thing an order says is the card. */
export function locate(_path: Path, order: Json): string | null {
  const card = cardIn(order);
  return card === null ? null : cardThing(card);
}

// -- how it stands --------------------------------------------------------------------------------------------

export function standings(view: View): Standing[] {
  const { scores } = view as Seen;
  return scores.map((score) => ({ text: `${score} VP`, share: null }));
}

export function scores(view: View): readonly number[] {
  return (view as Seen).scores;
}
