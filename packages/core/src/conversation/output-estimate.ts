import { byteLength, bytesPerToken } from "./estimate.js";
import type { ConversationEvent } from "./events.js";

/** Counts what a reply generates, for upstreams that report nothing. */
export interface OutputEstimate {
  add(events: readonly ConversationEvent[]): void;
  /** How many events were added. */
  events(): number;
  /** Tokens so far, reasoning included. */
  output(): number;
  /** Tokens of reasoning so far. */
  reasoning(): number;
}

/** An estimate of one reply: four bytes to a token, summed in bytes, so cuts make no difference. */
export function createOutputEstimate(): OutputEstimate {
  let count = 0;
  let bytes = 0;
  let reasoningBytes = 0;
  let thinking = false;

  function addEvent(event: ConversationEvent): void {
    count += 1;
    if (event.type === "open") {
      thinking = event.block.type === "thinking";
      if (event.block.type === "tool_call") bytes += byteLength(event.block.name);
      return;
    }
    if (event.type !== "delta") return;
    const { delta } = event;
    if (delta.type === "arguments") bytes += byteLength(delta.json);
    if (delta.type !== "text") return;
    const size = byteLength(delta.text);
    bytes += size;
    if (thinking) reasoningBytes += size;
  }

  return {
    add: (events) => events.forEach(addEvent),
    events: () => count,
    output: () => Math.ceil(bytes / bytesPerToken),
    reasoning: () => Math.ceil(reasoningBytes / bytesPerToken),
  };
}
