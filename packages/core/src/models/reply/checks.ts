import type { ChoiceEvent, ConversationEvent } from "../../conversation/events.js";
import { createGrammar } from "../../conversation/grammar.js";
import { badReply } from "../../errors/bad-reply.js";
import { replyTooLarge } from "../../errors/reply-too-large.js";
import type { SizeLimits } from "../../http/size-limits.js";
import { ReplyMeasure } from "./measure.js";

/** Checks a batch: whether the reply has ended with it. @throws if it may not pass */
export type Check<T> = (batch: T | undefined) => boolean;

/** Checks batches of events against the grammar and the size limits. */
export function checkEvents(limits: SizeLimits): Check<readonly ConversationEvent[]> {
  const grammar = createGrammar();
  const measure = new ReplyMeasure(limits);

  return (events) => {
    if (!events) throw badReply("The reply ended without its end event.");
    for (const event of events) {
      grammar.check(event);
      measure.add(event);
    }
    return grammar.ended();
  };
}

/** Checks each choice against the grammar, and all of them together against the size limits. */
export function checkChoices(limits: SizeLimits, count: number): Check<readonly ChoiceEvent[]> {
  const grammars = Array.from({ length: count }, createGrammar);
  const measure = new ReplyMeasure(limits);

  return (events) => {
    if (!events) throw badReply("The reply ended before all of its choices.");
    for (const { choice, event } of events) {
      const grammar = grammars[choice];
      if (!grammar) throw badReply(`The reply has no choice ${choice}.`);
      grammar.check(event);
      measure.add(event);
    }
    return grammars.every((grammar) => grammar.ended());
  };
}

/** Checks relayed bytes against the size limit of a whole reply; their meaning is for the observer. */
export function checkBytes(limits: SizeLimits): Check<Uint8Array> {
  let bytes = 0;
  return (block) => {
    bytes += block?.length ?? 0;
    if (bytes > limits.replyCharacters) {
      throw replyTooLarge(`The reply has more than ${limits.replyCharacters} bytes.`);
    }
    return block === undefined;
  };
}
