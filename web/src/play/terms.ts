/** What the terms of a match say: who may watch, how players talk. */

import type { MatchInfo } from "../api";
import { counted } from "./words";

/** Who may watch. */
export function spectatorsTold({ policy, steps }: MatchInfo["spectators"]): string {
  if (policy === "none") return "No spectators";
  return policy === "delayed" ? `Anyone can watch, ${counted(steps ?? 0, "step")} behind` : "Anyone can watch";
}

/** How players talk, and who reads it. */
export function talkTold({ kind, watched, revealed }: MatchInfo["talk"]): string {
  if (kind === "none") return "No talk";
  const how = kind === "private" ? "Players talk to everyone or in private" : "Players talk to everyone";
  const revealing = revealed && kind === "private" ? "; private messages are shown at the end" : "";
  return `${how}${watched ? "; spectators can read along" : ""}${revealing}`;
}
