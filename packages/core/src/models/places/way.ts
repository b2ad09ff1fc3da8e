import { ServiceError } from "../../errors/service-error.js";
import { addText, emptyHash, mixHashes } from "../../runtime/hash.js";
import type { ModelRequest, Origin } from "../model.js";
import { hashBeginning } from "./beginning.js";
import type { BoundedMap } from "./bounded-map.js";

/** A conversation, by the hash of its beginning, which is computed when it is first asked for. */
export interface Begun {
  readonly beginning: number;
}

/** Which model of a group a conversation belongs to. */
export type HomeOf = (conversation: Begun) => number;

/** What the ways of a group share. */
export interface Shared {
  readonly homeOf: HomeOf;
  readonly places: BoundedMap<number, number>;
  readonly origins: BoundedMap<string, number>;
  readonly failed: WeakMap<Origin, Set<number>>;
}

/** The maker of a value that some model has refused, and that nobody is known to have made. */
const nobody = -1;

/** The words by which upstreams refuse what they have not made. */
const disproof = /\bsignature\b|\bencrypted\b|\bcontainer\b/i;

/** Where one request of a conversation goes. */
export class Way implements Begun {
  /** The values of the request that only work where they were made, the newest last. */
  readonly values: readonly string[];
  readonly #request: ModelRequest;
  readonly #shared: Shared;
  #beginning: number | undefined;

  constructor(request: ModelRequest, shared: Shared) {
    const { origin, isForeign } = request;
    const values = origin.continuity?.boundValues(origin.body) ?? [];
    this.values = isForeign ? values.filter((value) => !isForeign(value)) : values;
    this.#request = request;
    this.#shared = shared;
  }

  /** The hash of the conversation's beginning. */
  get beginning(): number {
    this.#beginning ??= hashBeginning(this.#request.origin);
    return this.#beginning;
  }

  /** The model that has made the newest value, or has answered the conversation last, or is its home. */
  get place(): number {
    const newest = this.values.at(-1);
    const maker = newest === undefined ? undefined : this.#makerOf(newest);
    return maker === undefined || maker === nobody ? this.#lastPlace : maker;
  }

  /** Whether the request has such values, or asks for a reply that may have some. */
  get isBound(): boolean {
    const { continuity, body } = this.#request.origin;
    return this.values.length > 0 || continuity?.mayBind(body) === true;
  }

  /** Whether a model has failed for this request before. */
  hasFailed(model: number): boolean {
    return this.#shared.failed.get(this.#request.origin)?.has(model) === true;
  }

  /** Notes that a model has failed for this request: while it is tried again, others come before it. */
  noteFailure(model: number): void {
    const { failed } = this.#shared;
    const { origin } = this.#request;
    const others = failed.get(origin);
    if (others) others.add(model);
    else failed.set(origin, new Set([model]));
  }

  /** The request as one of the models gets it: it knows which values others have made. */
  requestTo(model: number): ModelRequest {
    if (this.values.length === 0) return this.#request;
    const last = this.#lastPlace;
    if (model !== last) this.#noteMaker(last);
    return this.#without(this.values.filter((value) => (this.#makerOf(value) ?? last) !== model));
  }

  /** The request for a model that has made none of its values. */
  requestWithoutValues(): ModelRequest {
    return this.#without(this.values);
  }

  #without(values: readonly string[]): ModelRequest {
    if (values.length === 0) return this.#request;
    const foreign = new Set(values);
    const { isForeign } = this.#request;
    const judge = (value: string) => foreign.has(value) || isForeign?.(value) === true;
    return { ...this.#request, isForeign: judge };
  }

  /** Whether a failure says that the model which was asked has not made what it was sent. */
  isDisproved({ isForeign }: ModelRequest, error: unknown): boolean {
    if (!ServiceError.is(error) || error.upstreamStatus !== 400) return false;
    if (!disproof.test(error.upstreamMessage ?? "")) return false;
    return this.values.some((value) => !isForeign?.(value));
  }

  /** Notes that nobody knows who has made the values of the request. */
  noteDisproved(): void {
    for (const value of this.values) this.#shared.origins.set(digest(value), nobody);
  }

  /** Notes that a model has answered: its conversation is there now. */
  noteAnswer(model: number): void {
    const { homeOf, places } = this.#shared;
    if (model !== homeOf(this)) places.set(this.#conversation, model);
    else if (places.size > 0) places.delete(this.#conversation);
  }

  /** Conversations of two accounts that begin alike have the same home, but may be in different places. */
  get #conversation(): number {
    return addText(this.beginning, this.#request.caller.accountId);
  }

  get #lastPlace(): number {
    const { homeOf, places } = this.#shared;
    const place = places.size === 0 ? undefined : places.get(this.#conversation);
    return place ?? homeOf(this);
  }

  #makerOf(value: string): number | undefined {
    const { origins } = this.#shared;
    return origins.size === 0 ? undefined : origins.get(digest(value));
  }

  /** The conversation leaves a model, which has made all values that nobody else has made. */
  #noteMaker(model: number): void {
    for (const value of this.values) {
      const name = digest(value);
      if (this.#shared.origins.get(name) === undefined) this.#shared.origins.set(name, model);
    }
  }
}

/** Stands for a value, which may be long. */
function digest(value: string): string {
  const hash = addText(emptyHash, value);
  return `${hash}.${addText(mixHashes(hash, value.length), value)}`;
}
