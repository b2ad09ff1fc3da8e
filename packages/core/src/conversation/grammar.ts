import { badReply } from "../errors/bad-reply.js";
import type { ServiceError } from "../errors/service-error.js";
import type { BlockDelta, ConversationEvent, OpenedBlock } from "./events.js";

/** The legal deltas of each kind of block. Kinds that are complete when they open have none. */
const deltasOf: Readonly<Record<OpenedBlock["type"], readonly BlockDelta["type"][]>> = {
  text: ["text", "citation"],
  thinking: ["text", "signature"],
  redacted_thinking: [],
  refusal: ["text"],
  tool_call: ["arguments"],
  native: [],
};

type Phase =
  | { readonly name: "before" }
  | { readonly name: "between" }
  | { readonly name: "inside"; readonly block: OpenedBlock; readonly signed: boolean }
  | { readonly name: "stopped" }
  | { readonly name: "ended" };

/** Checks events against the grammar of a reply, one after another. */
export interface Grammar {
  /** @throws ServiceError `upstream_bad_response` for an event that is not allowed here */
  check(event: ConversationEvent): void;
  /** Whether the `end` event has been seen. */
  ended(): boolean;
}

/**
 * The grammar of one reply. Every event passes it before it is written, so no malformed stream can
 * go out.
 */
export function createGrammar(): Grammar {
  let phase: Phase = { name: "before" };
  let nextIndex = 0;

  return {
    ended: () => phase.name === "ended",
    check(event) {
      const next = step(phase, event, nextIndex);
      if (!next) throw illegal(event, phase);
      if (event.type === "open") nextIndex += 1;
      phase = next;
    },
  };
}

function step(phase: Phase, event: ConversationEvent, nextIndex: number): Phase | undefined {
  switch (event.type) {
    case "start":
      return phase.name === "before" ? { name: "between" } : undefined;
    case "open":
      if (phase.name !== "between" || event.index !== nextIndex) return undefined;
      if (!Object.hasOwn(deltasOf, event.block.type)) return undefined;
      return { name: "inside", block: event.block, signed: false };
    case "delta":
      if (phase.name !== "inside" || event.index !== nextIndex - 1) return undefined;
      return stepDelta(phase, event.delta);
    case "close":
      return phase.name === "inside" && event.index === nextIndex - 1
        ? { name: "between" }
        : undefined;
    case "usage":
      return phase.name === "between" || phase.name === "inside" ? phase : undefined;
    case "stop":
      return phase.name === "between" || isTruncated(phase, event)
        ? { name: "stopped" }
        : undefined;
    case "end":
      return phase.name === "stopped" ? { name: "ended" } : undefined;
  }
}

function stepDelta(
  phase: Extract<Phase, { name: "inside" }>,
  delta: BlockDelta,
): Phase | undefined {
  if (phase.signed || !deltasOf[phase.block.type].includes(delta.type)) return undefined;
  return delta.type === "signature" ? { ...phase, signed: true } : phase;
}

/** A tool call that the token limit cut stays open: closing it would make it look complete. */
function isTruncated(phase: Phase, event: Extract<ConversationEvent, { type: "stop" }>): boolean {
  return (
    phase.name === "inside" && phase.block.type === "tool_call" && event.reason === "max_tokens"
  );
}

function illegal(event: ConversationEvent, phase: Phase): ServiceError {
  return badReply(
    `The event "${event.type}" is not allowed in the phase "${phase.name}" of a reply.`,
  );
}
