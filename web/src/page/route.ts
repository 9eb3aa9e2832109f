/** Addresses of the client's screens: read, and written. */

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: string }
  | { screen: "table"; id: string; step: number | null; isLesson: boolean; from: string | null }
  | { screen: "join"; id: string; secret: string }
  | { screen: "replay" }
  | { screen: "learn"; game: string }
  | { screen: "rules"; game: string; rule: string | null }
  | { screen: "settings" }
  | { screen: "lost" };

/** What an address shows. An invitation's secret is a fragment, so that it reaches no server's log. */
export function read({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">): Route {
  const parts = pathname.split("/").filter((part) => part !== "");
  const [screen, subject] = parts.map(decode);
  const fragment = decode(hash.slice(1));
  if (parts.length === 0) return { screen: "home" };
  if (parts.length === 1 && (screen === "replay" || screen === "settings")) return { screen };
  if (parts.length !== 2 || subject === undefined) return { screen: "lost" };
  switch (screen) {
    case "new":
    case "learn":
      return { screen, game: subject };
    case "rules":
      return { screen, game: subject, rule: fragment || null };
    case "m": {
      const query = new URLSearchParams(search);
      const [step, isLesson] = [whole(query.get("step")), query.has("lesson")];
      return { screen: "table", id: subject, step, isLesson, from: query.get("from") };
    }
    case "join":
      return { screen, id: subject, secret: fragment };
    default:
      return { screen: "lost" };
  }
}

export const address = {
  home: "/",
  replay: "/replay",
  settings: "/settings",
  /** Pages of the server's own, beside the client. */
  docs: "/docs/",
  new: (game: string) => `/new/${encodeURIComponent(game)}`,
  learn: (game: string) => `/learn/${encodeURIComponent(game)}`,
  rules: (game: string, rule: string | null = null) =>
    `/rules/${encodeURIComponent(game)}${rule === null ? "" : `#${encodeURIComponent(rule)}`}`,
  table: (id: string, step: number | null = null) =>
    `/m/${encodeURIComponent(id)}${step === null ? "" : `?step=${step}`}`,
  /** A match that was begun from a position of another. */
  fork: (id: string, from: string) => `/m/${encodeURIComponent(id)}?from=${encodeURIComponent(from)}`,
  /** A guided match. */
  lesson: (id: string) => `/m/${encodeURIComponent(id)}?lesson`,
  join: (id: string, secret: string) => `/join/${encodeURIComponent(id)}#${encodeURIComponent(secret)}`,
} as const;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
