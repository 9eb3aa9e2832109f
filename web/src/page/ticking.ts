/** One clock for all that is on show: whatever counts down moves at the same moment. */

import { createSubscriber } from "svelte/reactivity";

const EVERY = 500;

let now = Date.now();

const follow = createSubscriber((tell) => {
  now = Date.now();
  const timer = setInterval(() => {
    now = Date.now();
    tell();
  }, EVERY);
  return () => clearInterval(timer);
});

/** The time by this device, to be read again whenever it has gone on. */
export function tickingNow(): number {
  follow();
  return now;
}
