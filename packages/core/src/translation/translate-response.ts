import { createFold } from "../conversation/fold.js";
import type { ReceiptEntry } from "../conversation/receipt/receipt.js";
import type { CapabilitiesOf } from "../formats/formats.js";
import { encodeJson } from "../json/raw.js";
import { checkResponseOptions } from "./check-options.js";
import type { TranslateResponseOptions } from "./options.js";
import { type AnyFormat, upstreamFormatOf } from "./parties.js";
import { readBody } from "./read-response.js";
import { createReplyContexts, isSame } from "./reply-contexts.js";

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
 * @throws TypeError for a format that does not exist, and for invalid options
 */
export function translateResponse<From extends AnyFormat>(
  from: From,
  to: AnyFormat,
  body: unknown,
  options: TranslateResponseOptions<CapabilitiesOf<From>> = {},
): TranslatedResponse {
  checkResponseOptions("translateResponse", upstreamFormatOf(from), options);
  const contexts = createReplyContexts(from, to, options);
  if (isSame(contexts)) return { body, text: options.text ?? JSON.stringify(body), receipt: [] };
  const { target, answer, receipt } = contexts;
  const fold = createFold();
  for (const event of readBody(contexts, body, options.text)) fold.push(event);
  const text = encodeJson(target.toResponse(fold.result(), answer));
  return { body: JSON.parse(text), text, receipt: receipt.entries };
}
