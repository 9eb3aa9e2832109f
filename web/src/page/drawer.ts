/** What this browser keeps. Where it forbids even to look, that fails when something is read or written, not before. */

import type { Drawer } from "../play/keeping";

export const drawer: Drawer = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};
