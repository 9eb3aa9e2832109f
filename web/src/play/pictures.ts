/** Small pictures of the positions in which matches were left, for their cards at home. No DOM. */

import { attempt, type Drawer } from "./keeping";
import { idsIn, saveIds } from "./ids";
import { picturePlace as place } from "./seen";

const KEY = "armillary.pictures";
const MOST = 20;

export function keepPicture(drawer: Drawer, match: string, picture: string): void {
  const latest = [match, ...idsIn(drawer, KEY).filter((id) => id !== match)];
  for (const id of latest.splice(MOST)) attempt(() => drawer.removeItem(place(id)));
  saveIds(drawer, KEY, latest);
  attempt(() => drawer.setItem(place(match), picture));
}

/** Forget the pictures of matches that are not listed any more. */
export function forgetPictures(drawer: Drawer, listed: ReadonlySet<string>): void {
  const known = idsIn(drawer, KEY);
  const gone = known.filter((id) => !listed.has(id));
  if (gone.length === 0) return;
  for (const id of gone) attempt(() => drawer.removeItem(place(id)));
  saveIds(
    drawer,
    KEY,
    known.filter((id) => listed.has(id)),
  );
}
