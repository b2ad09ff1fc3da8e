import type { ConversationEvent } from "../events.js";
import { byteLength, bytesPerToken } from "./estimate.js";

/** Counts the output of a reply, for upstreams that report no usage. */
export interface OutputEstimate {
  add(events: readonly ConversationEvent[]): void;
  /** The number of events that were added. */
  events(): number;
  /** Tokens so far, reasoning included. */
  output(): number;
  /** Reasoning tokens so far. */
  reasoning(): number;
}

/**
 * An estimate of one reply: four bytes per token. Bytes are summed, so it does not matter how the
 * text is split.
 */
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
