import type { ConversationEvent } from "../conversation/events.js";
import { createGrammar } from "../conversation/grammar.js";
import type { CapabilitiesOf } from "../formats/formats.js";
import { checkResponseOptions } from "./check-options.js";
import type { TranslateResponseOptions } from "./options.js";
import { type AnyFormat, upstreamFormatOf } from "./parties.js";
import { createReplyContexts, type ReplyContexts } from "./reply-contexts.js";

/**
 * Reads a whole JSON reply of a format as neutral events.
 * @throws ServiceError for a body that is an error, or that makes no sense as a reply
 * @throws TypeError for a format that does not exist, and for invalid options
 */
export function readResponse<From extends AnyFormat>(
  format: From,
  body: unknown,
  options: TranslateResponseOptions<CapabilitiesOf<From>> = {},
): readonly ConversationEvent[] {
  checkResponseOptions("readResponse", upstreamFormatOf(format), options);
  return readBody(createReplyContexts(format, format, options), body, options.text);
}

/** The events of a reply whose contexts are known; `text` is what its body was parsed from. */
export function readBody(
  { source, parse }: ReplyContexts,
  body: unknown,
  text: string | undefined,
): readonly ConversationEvent[] {
  const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
  const events = source.parseResponse(body, parse, bytes);
  const grammar = createGrammar();
  for (const event of events) grammar.check(event);
  return events;
}
