import { defaultTranslation, type UpstreamCapabilities } from "../conversation/capabilities.js";
import { toolNamesOf } from "../conversation/legal-names.js";
import {
  createReceipt,
  defaultPolicy,
  type Receipt,
  type ReceiptEntry,
} from "../conversation/receipt/receipt.js";
import { withSpellings } from "../conversation/spellings.js";
import type { CapabilitiesOf } from "../formats/formats.js";
import { encodeJson } from "../json/raw.js";
import type { JsonObject } from "../json/value.js";
import { runAtOnce } from "../runtime/steps.js";
import { checkRequestOptions } from "./check-options.js";
import type { TranslateRequestOptions } from "./options.js";
import { type AnyFormat, formatOf, readRequest, upstreamFormatOf } from "./parties.js";

const encoder = new TextEncoder();

/** A request in the other format. */
export interface TranslatedRequest {
  readonly body: unknown;
  /** The body as JSON, with every number spelled as the caller did. */
  readonly text: string;
  /** What was not carried exactly. */
  readonly receipt: readonly ReceiptEntry[];
}

/**
 * Writes the body of a request in another format. Between equal formats it comes back as it is.
 * Equal bodies give equal texts, and the body that is passed is never changed.
 * @throws ServiceError `bad_request`: the first fault of a body that is malformed, or in `problems`
 * everything that the other format cannot carry
 * @throws TypeError for a format that does not exist, and for invalid options
 */
export function translateRequest<To extends AnyFormat>(
  from: AnyFormat,
  to: To,
  body: unknown,
  options: TranslateRequestOptions<CapabilitiesOf<To>> = {},
): TranslatedRequest {
  checkRequestOptions("translateRequest", upstreamFormatOf(to), options);
  if (formatOf(from).name === upstreamFormatOf(to).name) {
    return { body, text: options.text ?? JSON.stringify(body), receipt: [] };
  }
  const { written, receipt } = writeTranslated(from, to, body, options);
  receipt.assertAccepted();
  // The written body may contain pieces of JSON text that only `encodeJson` can write.
  const text = encodeJson(written);
  return { body: JSON.parse(text), text, receipt: receipt.entries };
}

/** A request in another format before it is judged: what had to be refused is left out. */
export function writeTranslated(
  from: AnyFormat,
  to: AnyFormat,
  body: unknown,
  options: TranslateRequestOptions,
): { readonly written: JsonObject; readonly receipt: Receipt } {
  const source = formatOf(from);
  const target = upstreamFormatOf(to);
  const request = readRequest(source, { ...options, body });
  const bytes = options.text === undefined ? undefined : encoder.encode(options.text);
  const conversation = runAtOnce(withSpellings(request.readConversation(), bytes));
  const capabilities: UpstreamCapabilities = { ...target.capabilities, ...options.capabilities };
  const translation = { ...defaultTranslation, ...options.translation };
  const receipt = createReceipt({ ...defaultPolicy, ...options.unsupported });
  const steps = target.writeRequest(conversation, {
    model: options.model ?? request.model,
    stream: request.stream,
    maxTokens: capabilities.maxOutput ?? translation.defaultMaxTokens,
    capabilities,
    options: translation,
    names: toolNamesOf(conversation, capabilities),
    native: source.native,
    receipt,
    remembered: new Map(),
  });
  return { written: runAtOnce(steps), receipt };
}
