/** The matches against bots that somebody does not want to see at home, in this browser. */

import { idsIn, saveIds } from "../play/ids";
import { drawer } from "./drawer";

const KEY = "armillary.hidden";
const MOST = 200;

class Hidden {
  #ids = $state.raw<readonly string[]>(idsIn(drawer, KEY));

  has = (id: string): boolean => this.#ids.includes(id);

  hide(id: string): void {
    this.#keep([id, ...this.#ids.filter((each) => each !== id)].slice(0, MOST));
  }

  showAll(): void {
    this.#keep([]);
  }

  #keep(ids: readonly string[]): void {
    this.#ids = ids;
    saveIds(drawer, KEY, ids);
  }
}

export const hidden = new Hidden();
