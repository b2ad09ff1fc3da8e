import { createFold } from "../conversation/fold.js";
import { createGrammar } from "../conversation/grammar.js";
import type { ReceiptEntry } from "../conversation/receipt.js";
import { encodeJson } from "../json/raw.js";
import type { FormatName, TranslateResponseOptions } from "./options.js";
import { createReplyContexts } from "./reply-contexts.js";

/** A whole reply in the other format. */
export interface TranslatedResponse {
  readonly body: unknown;
  /** The body as JSON, with every number of a call's arguments spelled as the model did. */
  readonly text: string;
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
  options: TranslateResponseOptions = {},
): TranslatedResponse {
  const { source, target, parse, answer, receipt } = createReplyContexts(from, to, options);
  const bytes = options.text === undefined ? undefined : new TextEncoder().encode(options.text);
  if (from === to) return { body, text: options.text ?? JSON.stringify(body), receipt: [] };
  const grammar = createGrammar();
  const fold = createFold();
  for (const event of source.parseResponse(body, parse, bytes)) {
    grammar.check(event);
    fold.push(event);
  }
  const text = encodeJson(target.toResponse(fold.result(), answer));
  return { body: JSON.parse(text), text, receipt: receipt.entries };
}
