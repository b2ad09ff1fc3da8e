import type { Exchange } from "@diglot/core";
import type { InputItem } from "../schemas/items.js";
import type { Continued } from "../wire/request-of.js";

/** The last reply of a connection, and what a request that continues it begins with. */
export interface Remembered extends Pick<Continued, "id" | "chain" | "kept"> {
  /** All items of its conversation, its own output included. */
  readonly items: readonly InputItem[];
}

/**
 * What one connection remembers of its last reply, also of one that is not to be kept. It ends with the
 * connection.
 */
export class ConnectionMemory {
  #last: Remembered | undefined;

  remember(last: Remembered): void {
    this.#last = last;
  }

  /** A reply, if it was the last one. */
  recall(id: string): Remembered | undefined {
    return this.#last?.id === id ? this.#last : undefined;
  }

  /** A reply from which a request could not go on is not to be continued again. */
  forget(id: string): void {
    if (this.#last?.id === id) this.#last = undefined;
  }
}

/** The memory of the connection that a request has come on, if it may bring several. */
export function memoryOf({
  connection,
}: Pick<Exchange, "connection">): ConnectionMemory | undefined {
  return connection instanceof ConnectionMemory ? connection : undefined;
}
