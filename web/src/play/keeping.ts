/** Where a browser keeps what is to outlive a page. */

export type Drawer = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Browsers may refuse to store anything. */
export function attempt<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch {
    return null;
  }
}
