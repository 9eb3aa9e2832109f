/** Is there anything to choose? No DOM, no rules. */

import type { Options } from "../api";

/** Do the options leave one order and no other? Not where there are none: then nothing is known yet. */
export function isOnlyOrder({ templates }: Options): boolean {
  const slots = templates.flatMap((template) => template.slots);
  return (
    templates.length === 1 &&
    slots.every((slot) =>
      slot.kind === "choice" ? slot.values.length === 1 : slot.kind === "range" && slot.low === slot.high,
    )
  );
}
