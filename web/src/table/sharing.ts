/** Showing a match to others: its link, and who can open it. */

import * as calls from "../api/calls";
import { address } from "../page/route";
import type { Sitting } from "./sitting.svelte";

/** Can nobody else open the match until its link is given away? */
export function isPrivate({ now }: Sitting): boolean {
  return now.practice && now.spectators.policy === "none";
}

/** The link to a match or a step of it, which others can open from now on. */
export async function linkTo(sitting: Sitting, step: number | null = null): Promise<string> {
  if (isPrivate(sitting)) await calls.share(sitting.info.id);
  return new URL(address.table(sitting.info.id, step), location.origin).href;
}

/** Desktops offer a menu of programs where people expect a link or a file. */
export const hasShareMenu = (): boolean => matchMedia("(pointer: coarse)").matches && "share" in navigator;
