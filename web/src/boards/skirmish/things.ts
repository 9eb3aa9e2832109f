/** The ids of what lies on the table, as board, panel and report share them. */

export const DECK = "deck";

export function seatThing(seat: number): string {
  return `seat:${seat}`;
}

export function planetThing(id: string): string {
  return `planet:${id}`;
}

export function cardThing(card: number): string {
  return `card:${card}`;
}

export function isCard(thing: string | null): boolean {
  return thing?.startsWith("card:") ?? false;
}
