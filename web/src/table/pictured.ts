/** A board of which a picture is kept for the match's card at home, when nobody waits for anything else. */

import type { Sitting } from "./sitting.svelte";

/** A position that stood for less is nobody's last sight of the match. */
const STANDS = 1500;

/** Safari has no idle time. */
const whenIdle = (action: () => void): unknown =>
  "requestIdleCallback" in window ? requestIdleCallback(action, { timeout: 4 * STANDS }) : setTimeout(action);

/** People who share a device see no more of each other on a card than at the table: of theirs, none is kept. */
export function pictured(sitting: Sitting): (board: HTMLElement) => (() => void) | undefined {
  // Whoever only looks in loads nothing for it.
  let isTouched = false;
  return (board) => {
    const isOwn = sitting.you !== null && sitting.info.yours.length === 1;
    const isStill = !sitting.revealing.isPlaying && !sitting.isLookingBack && sitting.ending === null;
    if (!isOwn || !isStill || sitting.newest < 0) return undefined;
    const keep = async (): Promise<void> => {
      const { keepMiniature } = await import("./miniature");
      await keepMiniature(board, sitting.info.id);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touch = (): void => {
      isTouched = true;
      timer ??= setTimeout(() => whenIdle(() => void keep()), STANDS);
    };
    if (isTouched) touch();
    document.addEventListener("pointerdown", touch, { capture: true });
    document.addEventListener("keydown", touch, { capture: true });
    const leave = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest("a[href]") !== null) void keep();
    };
    document.addEventListener("click", leave, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", touch, { capture: true });
      document.removeEventListener("keydown", touch, { capture: true });
      document.removeEventListener("click", leave, { capture: true });
    };
  };
}
