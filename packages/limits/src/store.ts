/** What a window holds, and when it ends in milliseconds since 1970. */
export interface WindowState {
  readonly used: number;
  readonly resetAt: number;
}

/** Counts of one minute each, by name. A window begins with its first charge. */
export interface Windows {
  /** Adds to a window and tells what it holds then, in one step. 0 only looks. */
  charge(name: string, amount: number): Promise<WindowState>;
  /** Takes back what was charged to the window that ends then; void when it is over. */
  giveBack(name: string, amount: number, resetAt: number): Promise<void>;
}

/** So many may stand in a place at once. */
export interface PlaceBound {
  readonly name: string;
  readonly most: number;
}

/** A place in each of several, or the one that is full; then none is taken. */
export type TakenPlaces<Bound extends PlaceBound> =
  | { readonly full: Bound }
  | { readonly full?: undefined; leave(): Promise<void> };

/** Who is running, by name. */
export interface Places {
  /** Takes a place in all of them or in none, in one step. */
  take<Bound extends PlaceBound>(bounds: readonly Bound[]): Promise<TakenPlaces<Bound>>;
}

/** Where requests are counted. */
export interface Store {
  readonly windows: Windows;
  readonly places: Places;
}
