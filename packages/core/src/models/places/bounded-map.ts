/** A map that forgets its oldest entries. */
export class BoundedMap<Key, Value> {
  readonly #most: number;
  readonly #values = new Map<Key, Value>();

  /** @param most how many entries it keeps */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  /** Adds an entry, or makes one the newest. */
  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }
}
