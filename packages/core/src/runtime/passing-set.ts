/** A member of a passing set, as long as it has not been removed. */
export interface Place<Value> {
  readonly value: Value;
  /** Where the set keeps it; only the set reads and writes it. */
  index: number;
}

/**
 * A set for members that pass through, for the same reason as the passing map. It keeps no order, and
 * a value that is added twice is a member twice.
 */
export class PassingSet<Value> {
  readonly #places: Place<Value>[] = [];

  get size(): number {
    return this.#places.length;
  }

  /** Adds a value. What is returned removes it. */
  add(value: Value): Place<Value> {
    const place: Place<Value> = { value, index: this.#places.length };
    this.#places.push(place);
    return place;
  }

  /** Removes a member. A second removal changes nothing. */
  delete(place: Place<Value>): void {
    if (this.#places[place.index] !== place) return;
    const last = this.#places.pop();
    if (!last || last === place) return;
    this.#places[place.index] = last;
    last.index = place.index;
  }

  /** Removes all members. */
  clear(): void {
    this.#places.length = 0;
  }

  /** The values as they are now. */
  values(): Value[] {
    return this.#places.map(({ value }) => value);
  }
}
