/** All keys of a table. */
export const KEYS = [
  ["Arrows", "on the board: move to the nearest item in that direction"],
  ["Enter", "on the board: select, or choose as a target"],
  ["0 to 9", "in Stellar Skirmish: choose the card of that number; type two digits quickly for 10 and more"],
  ["N", "go to your next unit without an order"],
  ["Esc", "deselect; skip the animation"],
  ["U", "undo"],
  ["Ctrl + Enter", "submit"],
  ["+  −  0", "on the board: zoom in, zoom out, fit"],
  ["← →", "on the timeline: one step; with Shift, one turn"],
  ["Home  End", "on the timeline: go to the start, go to now"],
  ["Space", "on the timeline: play or stop"],
  ["T", "switch between text and the board"],
  ["?", "show these keys"],
] as const;
