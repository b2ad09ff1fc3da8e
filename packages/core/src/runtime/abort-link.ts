/** What can be listened to for an abort: an `AbortSignal`, or a link, which costs less. */
export interface AbortSource {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * What one part of the service aborts and other parts follow: an `AbortController` and its signal in
 * one, without the platform's events. Each listener is called once, in the order in which they came,
 * and must not throw.
 */
export class AbortLink implements AbortSource {
  aborted = false;
  reason: unknown = undefined;
  #listeners: (() => void)[] = [];
  #controller: AbortController | undefined;

  /** Aborts with a reason. Repeated calls change nothing. */
  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    while (this.#listeners.length > 0) this.#listeners.shift()?.();
    this.#controller?.abort(reason);
  }

  /** A signal of the platform that follows the link, for code that is not the service's own. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    // A list to which is pushed would have room for many more.
    this.#listeners = this.#listeners.concat(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}

/** The signal of the platform for a source. */
export function toAbortSignal(source: AbortSource): AbortSignal {
  return source instanceof AbortLink ? source.signal : (source as AbortSignal);
}

const link = Symbol("link");

/** What has the signal of a link, which is made only if somebody asks for it. */
interface Linked {
  readonly [link]: AbortLink;
}

/**
 * One accessor for all objects. A getter written into each would give each a hidden class, and V8
 * keeps that, with all that the getter sees, until a full collection.
 */
const signalOnUse: PropertyDescriptor & ThisType<Linked> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[link].signal;
  },
};

/** An object with the signal of the platform for a source. A copy of the object has the same signal. */
export function withSignal<T extends object>(
  object: T,
  source: AbortSource,
): T & { readonly signal: AbortSignal } {
  const signalled: object =
    source instanceof AbortLink
      ? Object.defineProperty(Object.assign(object, { [link]: source }), "signal", signalOnUse)
      : Object.assign(object, { signal: source });
  return signalled as T & { readonly signal: AbortSignal };
}

/** What can be listened to for the abort of an object: the link behind its signal, if there is one. */
export function abortOf(object: { readonly signal: AbortSignal }): AbortSource {
  const isLinked = Object.getOwnPropertyDescriptor(object, "signal")?.get === signalOnUse.get;
  return isLinked ? (object as unknown as Linked)[link] : object.signal;
}
