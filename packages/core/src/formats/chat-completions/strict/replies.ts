import type { JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest } from "../schemas/request.js";

/** A chunk as JSON, with the padding that the vendor gives it. */
export type Pad = (chunk: string) => string;

/**
 * What the vendor does in replies, and the open profile does not. The types of the wire are not part of
 * the public types, which would need zod otherwise.
 */
export interface ReplyRules {
  /** Pads the chunks of one stream. The same id gives the same padding. Nothing if the caller wants none. */
  createPad(request: JsonObject, id: string): Pad | undefined;
  /** The finish reason of a reply that would end with this one. */
  toFinishReason<Reason extends string>(reason: Reason, request: JsonObject): Reason | "stop";
}

/** A padded chunk has a multiple of these characters, without the rest of the member that pads it. */
const chunkUnit = 16;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function createPad({ stream_options }: ChatCompletionRequest, id: string): Pad | undefined {
  if (stream_options?.include_obfuscation === false) return undefined;
  const nextLetter = createLetters(id);
  return (chunk) => {
    let padding = "";
    const missing = (chunkUnit - (chunk.length % chunkUnit)) % chunkUnit;
    while (padding.length < missing) padding += nextLetter();
    return `${chunk.slice(0, -1)},"obfuscation":"${padding}"}`;
  };
}

/** Letters and digits that look random, and are the same for the same seed. */
function createLetters(seed: string): () => string {
  let state = 0;
  for (let index = 0; index < seed.length; index++) {
    state = (Math.imul(state, 31) + seed.charCodeAt(index)) >>> 0;
  }
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return letters.charAt((state >>> 8) % letters.length);
  };
}

/** A call that the caller forced by its name ends with `stop`, as text does. */
function toFinishReason<Reason extends string>(
  reason: Reason,
  request: ChatCompletionRequest,
): Reason | "stop" {
  const isCall = reason === "tool_calls" || reason === "function_call";
  return isCall && isForced(request) ? "stop" : reason;
}

function isForced({ tool_choice: choice, function_call: older }: ChatCompletionRequest): boolean {
  const isNamed = typeof choice === "object" && choice?.type === "function";
  return isNamed || (typeof older === "object" && older !== null);
}

/** The vendor's replies. */
export const replyRules: ReplyRules = { createPad, toFinishReason };
