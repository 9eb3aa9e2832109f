/** How every seat stands: the regions it holds, against those that win. Pure. */

import { counted } from "../../play/words";
import type { Standing } from "../contract";
import { setupOf } from "./adapter";
import type { View } from "./geometry";

export function standings(view: View): Standing[] {
  const { needed } = setupOf(view);
  return view.scores.map((score) =>
    needed === null || score > needed
      ? { text: counted(score, "region"), share: needed === null ? null : 1 }
      : { text: `${score} of ${needed} regions`, share: score / needed },
  );
}
