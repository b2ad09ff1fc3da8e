import { createFold } from "../conversation/fold.js";
import { createGrammar } from "../conversation/grammar.js";
import type { ReceiptEntry } from "../conversation/receipt.js";
import type { FormatName, TranslateReplyOptions } from "./options.js";
import { createReplyContexts } from "./reply-contexts.js";

/** A whole reply in the other format. */
export interface TranslatedResponse {
  readonly body: unknown;
  /** What the other format cannot show. */
  readonly receipt: readonly ReceiptEntry[];
}

/**
 * Writes a whole JSON reply in another format. Between equal formats it comes back as it is.
 * @throws ServiceError for a body that is an error, or that makes no sense as a reply
 * @throws TypeError for a format that does not exist
 */
export function translateResponse(
  from: FormatName,
  to: FormatName,
  body: unknown,
  options: TranslateReplyOptions = {},
): TranslatedResponse {
  const { source, target, parse, answer, receipt } = createReplyContexts(from, to, options);
  if (from === to) return { body, receipt: [] };
  const grammar = createGrammar();
  const fold = createFold();
  for (const event of source.parseResponse(body, parse)) {
    grammar.check(event);
    fold.push(event);
  }
  return { body: target.toResponse(fold.result(), answer), receipt: receipt.entries };
}
