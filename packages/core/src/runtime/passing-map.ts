/**
 * A map for entries that pass through: each is added, and removed soon after, as long as the service
 * runs. V8 replaces the table of a busy `Map` or `Set` again and again, and each old table refers to
 * the next one. Once one of them is in the old generation, it keeps all later tables and what they
 * held until the next full collection. The properties of a plain object have no such chain.
 */
export class PassingMap<Value> {
  readonly #values: Record<string, Value> = Object.create(null);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return key in this.#values;
  }

  get(key: string): Value | undefined {
    return this.#values[key];
  }

  /** Adds an entry, or replaces the one with its key. */
  set(key: string, value: Value): void {
    if (!(key in this.#values)) this.#size += 1;
    this.#values[key] = value;
  }

  delete(key: string): void {
    if (!(key in this.#values)) return;
    delete this.#values[key];
    this.#size -= 1;
  }

  /** The keys as they are now, in the order in which they came. */
  keys(): string[] {
    return Object.keys(this.#values);
  }

  /** The values as they are now, in the order in which they came. */
  values(): Value[] {
    return Object.values(this.#values);
  }
}
