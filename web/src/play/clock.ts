/** Time as headless modules are given it, so that tests need not wait. */

export interface Clock {
  /** Do something later; what comes back calls it off. */
  after(milliseconds: number, action: () => void): () => void;
}

export const realClock: Clock = {
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
