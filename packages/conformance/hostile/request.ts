/** The wire format of a caller. */
export type Caller = "messages" | "chat-completions";

/** A request that costs far more than it is worth, as a function of its size. */
export interface HostileRequest {
  readonly name: string;
  /** The formats in which it means something; both, if there are none. */
  readonly callers?: readonly Caller[];
  /**
   * The members of the body after `model`, `stream` and `max_tokens`, as JSON text without braces,
   * about `size` characters long.
   */
  toMembers(size: number, caller: Caller): string;
  /** What follows the body and makes it invalid. */
  readonly after?: string;
  /** Bytes of each chunk in which it is sent; by default as few chunks as possible. */
  readonly chunkBytes?: number;
}
