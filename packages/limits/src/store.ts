/** What a window holds, and when it ends in milliseconds since 1970. */
export interface WindowState {
  readonly used: number;
  readonly resetAt: number;
}

/** Counts of one minute each, by name. A window begins with its first charge. */
export interface Windows {
  /** Adds to a window and returns what it holds then, in one step. 0 only looks. */
  charge(name: string, amount: number): Promise<WindowState>;
  /** Takes back what was charged to the window that ends then; does nothing once that window is over. */
  giveBack(name: string, amount: number, resetAt: number): Promise<void>;
}

/** How many may hold a place at once. */
export interface PlaceQuota {
  readonly name: string;
  readonly most: number;
}

/** A place under each quota, or the quota that is full; then no place is taken. */
export type TakenPlaces<Quota extends PlaceQuota> =
  | { readonly full: Quota }
  | { readonly full?: undefined; leave(): Promise<void> };

/** Who is running, by name. */
export interface Places {
  /** Takes a place under all quotas or under none, in one step. */
  take<Quota extends PlaceQuota>(quotas: readonly Quota[]): Promise<TakenPlaces<Quota>>;
}

/** Where requests are counted. */
export interface Store {
  readonly windows: Windows;
  readonly places: Places;
}
