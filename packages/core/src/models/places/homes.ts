import type { ModelRequest, Origin } from "../model.js";
import { BoundedMap } from "./bounded-map.js";
import { type HomeOf, Way } from "./way.js";

/** Conversations that are not where they belong, and values that were left behind; the newest count. */
const most = { places: 10_000, origins: 100_000 } as const;

/**
 * Where the conversations of a group of models are. A conversation has a home, which its beginning decides, and
 * which needs no memory. Remembered is only which conversations another model has answered last, and
 * which of their bound values come from elsewhere since then. Models are their indexes in the group.
 */
export class Homes {
  readonly #homeOf: HomeOf;
  /** Who has answered a conversation last, unless that was its home. */
  readonly #places = new BoundedMap<number, number>(most.places);
  /** Who has made a value, of those of conversations that went on with another model. */
  readonly #origins = new BoundedMap<string, number>(most.origins);
  /** Which models have failed for a request that may be tried again. */
  readonly #failed = new WeakMap<Origin, Set<number>>();

  constructor(homeOf: HomeOf) {
    this.#homeOf = homeOf;
  }

  /** The way of one request. */
  wayOf(request: ModelRequest): Way {
    return new Way(request, {
      homeOf: this.#homeOf,
      places: this.#places,
      origins: this.#origins,
      failed: this.#failed,
    });
  }
}
