/** Invitations that I may send: the server shows their secrets once, so this browser keeps them, by match and seat. */

import type { Drawer } from "./keeping";

const key = (match: string): string => `armillary.invites.${match}`;

export type Invites = { readonly [seat: string]: string };

export function invitesOf(drawer: Drawer, match: string): Invites {
  try {
    const found: unknown = JSON.parse(drawer.getItem(key(match)) ?? "{}");
    const isOurs = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
    return Object.fromEntries(Object.entries(found ?? {}).filter(isOurs));
  } catch {
    return {};
  }
}

/** Keep these; what is not named any more is forgotten. A browser may refuse: then links hold until the page is left. */
export function keepInvites(drawer: Drawer, match: string, invites: Invites): void {
  try {
    if (Object.keys(invites).length > 0) drawer.setItem(key(match), JSON.stringify(invites));
    else drawer.removeItem(key(match));
  } catch {
    // A link can be made anew.
  }
}
