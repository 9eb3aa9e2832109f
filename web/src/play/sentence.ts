/** Sentences of the server, taken apart: the words, the players and the rules that they name. */

export type Part = { text: string } | { seat: number } | { rule: string };

/** A player is the seat between double brackets, a rule its id in square ones. */
const NAMED = /⟦(\d+)⟧|\[([A-Z][A-Z0-9]*-[A-Z]?\d+(?:\.\d+)*[a-z]?)\]/g;

export function parts(sentence: string): Part[] {
  const found: Part[] = [];
  let done = 0;
  for (const match of sentence.matchAll(NAMED)) {
    if (match.index > done) found.push({ text: sentence.slice(done, match.index) });
    const [whole, seat, rule] = match;
    found.push(seat !== undefined ? { seat: Number(seat) } : { rule: rule ?? "" });
    done = match.index + whole.length;
  }
  if (done < sentence.length) found.push({ text: sentence.slice(done) });
  return found;
}

/** The sentence as plain text, for a screen reader or a title. */
export function plain(sentence: string, nameOf: (seat: number) => string): string {
  return parts(sentence)
    .map((part) => ("text" in part ? part.text : "seat" in part ? nameOf(part.seat) : ""))
    .join("")
    .trim();
}
