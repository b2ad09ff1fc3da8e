import type { Tool } from "./tools.js";

/** What an agent needs besides a client. */
export interface AgentOptions {
  readonly tools: readonly Tool[];
  /** How often it may ask the model. @default 5 */
  readonly maxTurns?: number;
  /** How long one answer of the model may take. @default 60000 */
  readonly timeoutMilliseconds?: number;
}

export const instructions = "You answer questions about the weather. Use the tools.";

/** The agent has no answer, although nothing failed. */
export class AgentError extends Error {
  override readonly name = "AgentError";

  constructor(readonly reason: "refused" | "cut_short" | "too_many_turns") {
    super(`The agent has no answer: ${reason}`);
  }
}
