#!/usr/bin/env node
// A bot in JavaScript: a line of JSON in, a line of JSON out. It plays any game, badly.
//
//   armillary simulate skirmish --bot "run:node examples/bot.mjs" --bot easy --games 20
//
// Every line it reads asks for one order: `view` is what its seat may know, `options` what it may order. A template is
// a legal order with the slots in which it may be changed. This bot takes one template and changes one slot. `seed`
// is where its chance comes from, so that a run can be repeated.

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { options, seed } = JSON.parse(line);
  const below = dice(seed);
  const template = options.templates[below(options.templates.length)];
  const slots = (template.slots ?? []).filter(({ kind }) => kind === "choice" || kind === "range");
  const order = template.order;
  if (slots.length > 0) {
    const slot = slots[below(slots.length)];
    const value = slot.kind === "choice" ? slot.values[below(slot.values.length)] : slot.low + below(slot.high - slot.low + 1);
    put(order, slot.path, value);
  }
  console.log(JSON.stringify({ order }));
}

/** Whole numbers from 0 to below n, the same from the same seed. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Change the order at the end of a path; a new key, or the place after the last item of a list, is added. */
function put(order, path, value) {
  const last = path.at(-1);
  path.slice(0, -1).reduce((part, step) => part[step], order)[last] = value;
}
