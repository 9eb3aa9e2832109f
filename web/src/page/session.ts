/** What this browser keeps until the tab is closed. Where it forbids even to look, that fails when it is used. */

import type { Drawer } from "../play/keeping";

export const session: Drawer = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, value) => sessionStorage.setItem(key, value),
  removeItem: (key) => sessionStorage.removeItem(key),
};
