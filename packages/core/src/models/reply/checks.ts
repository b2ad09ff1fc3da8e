import type { BlockDelta, ChoiceEvent, ConversationEvent } from "../../conversation/events.js";
import { createGrammar } from "../../conversation/grammar.js";
import type { TokenLogprob, TokenProbability } from "../../conversation/logprobs.js";
import { badReply } from "../../errors/bad-reply.js";
import type { SizeLimits } from "../../http/size-limits.js";

/** Checks a batch: whether the reply has ended with it. @throws if it may not pass */
export type Check<T> = (batch: T | undefined) => boolean;

/** Checks batches of events against the grammar and the size limits. */
export function checkEvents(limits: SizeLimits): Check<readonly ConversationEvent[]> {
  const grammar = createGrammar();
  const measure = createMeasure(limits);

  return (events) => {
    if (!events) throw badReply("The reply ended without its end event.");
    for (const event of events) {
      grammar.check(event);
      measure(event);
    }
    return grammar.ended();
  };
}

/** Checks each choice against the grammar, and all of them together against the size limits. */
export function checkChoices(limits: SizeLimits, count: number): Check<readonly ChoiceEvent[]> {
  const grammars = Array.from({ length: count }, createGrammar);
  const measure = createMeasure(limits);

  return (events) => {
    if (!events) throw badReply("The reply ended before all of its choices.");
    for (const { choice, event } of events) {
      const grammar = grammars[choice];
      if (!grammar) throw badReply(`The reply has no choice ${choice}.`);
      grammar.check(event);
      measure(event);
    }
    return grammars.every((grammar) => grammar.ended());
  };
}

/** Adds the sizes of the events of one reply. */
function createMeasure(limits: SizeLimits): (event: ConversationEvent) => void {
  let characters = 0;
  return (event) => {
    if (event.type !== "delta") return;
    const size = sizeOf(event.delta);
    characters += size;
    if (size > limits.eventCharacters || characters > limits.replyCharacters)
      throw new OverSizeLimit();
  };
}

/** Checks relayed bytes against the size limit of a whole reply; their meaning is for the observer. */
export function checkBytes(limits: SizeLimits): Check<Uint8Array> {
  let bytes = 0;
  return (block) => {
    bytes += block?.length ?? 0;
    if (bytes > limits.replyCharacters) throw new OverSizeLimit();
    return block === undefined;
  };
}

class OverSizeLimit extends Error {}

/** Whether a check has failed because the reply is too large. */
export function isOverLimit(error: unknown): boolean {
  return error instanceof OverSizeLimit;
}

/** What readers are given for a failure: a reply that is too large is a bad reply. */
export function toReason(error: unknown): unknown {
  return isOverLimit(error) ? badReply("The reply is larger than its limit.") : error;
}

function sizeOf(delta: BlockDelta): number {
  switch (delta.type) {
    case "text":
      return delta.text.length + sizeOfLogprobs(delta.logprobs);
    case "arguments":
      return delta.json.length;
    case "signature":
      return delta.signature.length;
    case "citation":
      return 0;
  }
}

/** What a token of a list counts at least, in characters. */
const tokenSize = 16;

function sizeOfLogprobs(logprobs: readonly TokenLogprob[] = []): number {
  let size = 0;
  for (const { alternatives, ...token } of logprobs) {
    size += sizeOfToken(token);
    for (const alternative of alternatives) size += sizeOfToken(alternative);
  }
  return size;
}

/** An upstream may send any text as a token, and any number of bytes. */
function sizeOfToken({ token, bytes }: TokenProbability): number {
  return Math.max(tokenSize, token.length + (bytes?.length ?? 0));
}
