import type { Exchange } from "@diglot/core";
import type { InputItem } from "../schemas/items.js";

/**
 * What one connection remembers of its last reply, also of one that is not to be kept: all items of its
 * conversation. It ends with the connection.
 */
export class ConnectionMemory {
  #last: { readonly id: string; readonly items: readonly InputItem[] } | undefined;

  remember(id: string, items: readonly InputItem[]): void {
    this.#last = { id, items };
  }

  /** The items up to a reply and its own, if it was the last one. */
  recall(id: string): readonly InputItem[] | undefined {
    return this.#last?.id === id ? this.#last.items : undefined;
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
