/** Focus stays where somebody works: whoever presses a button that is then gone goes on beside it. */

import type { Attachment } from "svelte/attachments";

const STOPS = "button, input, select, textarea, summary, a[href], [tabindex='0']";

interface Place {
  stop: Element;
  /** How many places to stop at were before it. */
  index: number;
}

function stopsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(STOPS)].filter(
    (each) => each.checkVisibility() && !each.matches(":disabled, [tabindex='-1']"),
  );
}

/**
 * A box in which focus is not lost: when the place that had it is gone or cannot have it any more, the place that has
 * come to stand there gets it, or the nearest before it.
 */
export const keepsFocus: Attachment<HTMLElement> = (box) => {
  let last: Place | null = null;
  /** Is it we who put focus where it is, for want of a better place? */
  let isMakeshift = false;
  let isOurs = false;

  const remember = ({ target }: FocusEvent): void => {
    if (isOurs || !(target instanceof HTMLElement)) return;
    last = { stop: target, index: stopsIn(box).indexOf(target) };
    isMakeshift = false;
  };
  const forget = ({ target }: FocusEvent): void => {
    if (!box.contains(target as Node)) last = null;
  };
  const mend = (): void => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body || (isMakeshift && box.contains(activeElement));
    if (last === null || !isLost) return;
    const stops = stopsIn(box);
    const isBack = last.stop.isConnected && stops.includes(last.stop as HTMLElement);
    const next = isBack ? (last.stop as HTMLElement) : stops[Math.min(Math.max(last.index, 0), stops.length - 1)];
    if (next === undefined || next === activeElement) return;
    isOurs = true;
    next.focus({ preventScroll: true });
    isOurs = false;
    isMakeshift = !isBack;
  };

  const observer = new MutationObserver(mend);
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ["disabled", "tabindex"] });
  box.addEventListener("focusin", remember);
  document.addEventListener("focusin", forget);
  return () => {
    observer.disconnect();
    box.removeEventListener("focusin", remember);
    document.removeEventListener("focusin", forget);
  };
};
