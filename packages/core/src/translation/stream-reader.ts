import type { ConversationEvent } from "../conversation/events.js";
import { createGrammar } from "../conversation/grammar.js";
import { ServiceError } from "../errors/service-error.js";
import type { CapabilitiesOf } from "../formats/formats.js";
import { defaultSizeLimits } from "../http/size-limits.js";
import { checkReplyOptions } from "./check-options.js";
import type { TranslateReplyOptions } from "./options.js";
import { type AnyFormat, upstreamFormatOf } from "./parties.js";
import { createReplyContexts, type ReplyContexts } from "./reply-contexts.js";

/** Reads one event stream of a format as neutral events while it comes in. */
export interface StreamReader {
  /**
   * The events that the block completes; may be empty. Blocks may be cut anywhere, also inside a character.
   * The events must be taken before the next call. What comes after the end of the reply is not read.
   * @throws ServiceError while they are taken: for an error event, or a stream that makes no sense
   */
  push(block: Uint8Array | string): Iterable<ConversationEvent>;
  /**
   * The last events, once the stream has ended.
   * @throws ServiceError `upstream_bad_response` while they are taken, if the reply was not whole
   */
  end(): Iterable<ConversationEvent>;
  /** Whether the reply is whole. */
  ended(): boolean;
}

/**
 * A reader of one event stream. Whatever the cut of the input, the events are the same.
 * @throws ServiceError `bad_request` for a malformed `options.request`
 * @throws TypeError for a format that does not exist, and for invalid options
 */
export function createStreamReader<From extends AnyFormat>(
  format: From,
  options: TranslateReplyOptions<CapabilitiesOf<From>> = {},
): StreamReader {
  checkReplyOptions("createStreamReader", upstreamFormatOf(format), options);
  return createReader(createReplyContexts(format, format, options));
}

/** A reader for a reply whose contexts are known. */
export function createReader({ source, parse }: ReplyContexts): StreamReader {
  const decoder = source.framing.createDecoder(defaultSizeLimits.eventCharacters);
  const parser = source.createStreamParser(parse);
  const grammar = createGrammar();

  function* check(events: Iterable<ConversationEvent>): Iterable<ConversationEvent> {
    for (const event of events) {
      grammar.check(event);
      yield event;
    }
  }

  return {
    *push(block) {
      for (const event of decoder.push(toBytes(block))) {
        if (!parser.done) yield* check(parser.push(event));
      }
    },
    *end() {
      if (!parser.done) yield* check(parser.end());
      if (!grammar.ended()) throw cutOff();
    },
    ended: grammar.ended,
  };
}

const utf8 = new TextEncoder();

/** The bytes of a block of a stream. */
export function toBytes(block: Uint8Array | string): Uint8Array {
  return typeof block === "string" ? utf8.encode(block) : block;
}

function cutOff(): ServiceError {
  return new ServiceError({
    kind: "upstream_bad_response",
    message: "The model's reply ended before it was complete.",
    mayHaveRun: true,
  });
}
