/** Telling somebody who looks elsewhere that it is their move. No outside service: it needs an open page. */

import type { MatchLine } from "../api";
import { plain } from "../play/sentence";
import type { News } from "../play/home";
import { seatNames } from "../play/words";
import { catalogue } from "./catalogue";
import { address } from "./route";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

/** What is worth a notification, and what it says. */
const SAID: { readonly [Why in News["why"]]?: string } = {
  began: "the match has started",
  your_move: "your move",
  invited: "a seat is reserved for you",
  ended: "the match is over",
};

export function tell(why: News["why"], line: MatchLine): void {
  const said = SAID[why];
  if (!document.hidden || !settings.chosen.tell || said === undefined || Notification.permission !== "granted") return;
  void catalogue().then((games) => {
    const game = games.find(({ slug }) => slug === line.game);
    const names = seatNames(line.seats, line.game, game?.bots ?? []);
    // One for each match: the newest takes the place of the one before.
    const note = new Notification(`${game?.title ?? line.game}: ${said}`, {
      body: plain(line.last, (seat) => names[seat - 1] ?? ""),
      tag: line.id,
      icon: "/favicon.svg",
    });
    note.onclick = () => {
      window.focus();
      router.go(address.table(line.id));
      note.close();
    };
  });
}
