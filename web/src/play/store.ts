/** What is known of something, and whoever follows it. */

/** A store as Svelte knows them. */
export abstract class Store<Known extends object> {
  readonly #listeners = new Set<(now: this["now"]) => void>();

  constructor(protected known: Known) {}

  get now(): Known {
    return this.known;
  }

  /** The listener is called at once, and after every change. */
  subscribe(listener: (now: this["now"]) => void): () => void {
    this.#listeners.add(listener);
    listener(this.now);
    return () => this.#listeners.delete(listener);
  }

  protected change(fields: Partial<Known>): void {
    this.know(fields);
    this.tell();
  }

  /** A change of which nobody is told yet. */
  protected know(fields: Partial<Known>): void {
    this.known = { ...this.known, ...fields };
  }

  protected tell(): void {
    const { now } = this;
    for (const listener of this.#listeners) listener(now);
  }

  /** Tell nobody any more. */
  protected end(): void {
    this.#listeners.clear();
  }
}
