import { createFakeClock, type FakeClock } from "@diglot/test-support/clock";
import { countingIds } from "@diglot/test-support/ids";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { createReceipt, type ReceiptEntry } from "../src/conversation/receipt/receipt.js";
import { type FieldProblem, ServiceError } from "../src/errors/service-error.js";
import { encodeJson } from "../src/json/raw.js";
import type { Ids } from "../src/runtime/ids.js";
import type { TranslateReplyOptions, TranslateRequestOptions } from "../src/translation/options.js";
import type { AnyFormat } from "../src/translation/parties.js";
import { createStreamTranslator } from "../src/translation/stream-translator.js";
import { writeTranslated } from "../src/translation/translate-request.js";
import { translateResponse } from "../src/translation/translate-response.js";
import { faultOf } from "./fault-of.js";

/** Everything that is observable of one translation. */
export interface Observed {
  readonly written: string;
  readonly receipt: readonly ReceiptEntry[];
  readonly problems: readonly FieldProblem[];
  /** Whether the input itself was invalid, so that nothing was translated. */
  readonly malformed: boolean;
}

/** The format on the other side of a translation. */
export function otherFormat(format: AnyFormat): FormatName {
  return formatNames.find((name) => name !== format) ?? "messages";
}

/** The translation of a request: what was written, and what was refused. */
export function observeRequest(
  from: AnyFormat,
  body: unknown,
  options: TranslateRequestOptions = {},
  to: AnyFormat = otherFormat(from),
): Observed {
  try {
    const { written: translated, receipt } = writeTranslated(from, to, body, options);
    const written = encodeJson(translated);
    return {
      written,
      receipt: receipt.entries,
      problems: faultOf(receipt.assertAccepted)?.problems ?? [],
      malformed: false,
    };
  } catch (error) {
    return malformed(error);
  }
}

/** A request written in any format, its own included; refused parts are left out. */
export function writeAs(
  from: FormatName,
  to: FormatName,
  body: unknown,
  options: TranslateRequestOptions,
): string {
  return encodeJson(writeTranslated(from, to, body, options).written);
}

/** The translation of a JSON reply. */
export function observeReply(
  from: AnyFormat,
  body: unknown,
  options: TranslateReplyOptions = {},
  to: AnyFormat = otherFormat(from),
): Observed {
  try {
    const translated = translateResponse(from, to, body, { ...fixed(), ...options });
    return {
      written: JSON.stringify(translated.body),
      receipt: translated.receipt,
      problems: [],
      malformed: false,
    };
  } catch (error) {
    return malformed(error);
  }
}

/** The translation of a stream, from the data of its events. */
export function observeStream(
  from: AnyFormat,
  events: readonly { readonly type?: unknown }[],
  options: TranslateReplyOptions = {},
  to: AnyFormat = otherFormat(from),
): Observed {
  const translator = createStreamTranslator(from, to, { ...fixed(), ...options });
  const written = translator.push(toStreamText(from, events)) + translator.end();
  return { written, receipt: translator.receipt, problems: [], malformed: false };
}

/** Events as the text of a stream, with the names and the end of the format. */
export function toStreamText(
  format: AnyFormat,
  events: readonly { readonly type?: unknown }[],
): string {
  const frames = events.map((event) => {
    const name = format === "chat-completions" ? "" : `event: ${String(event.type)}\n`;
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  const failed = events.some((event) => "error" in event);
  const done = format !== "chat-completions" || failed ? "" : "data: [DONE]\n\n";
  return frames.join("") + done;
}

/** Ids and time that are the same in every run. */
export function fixed(): { ids: Ids; clock: FakeClock } {
  const numbered = countingIds();
  return { ids: { create: (prefix) => numbered.create(prefix, 0) }, clock: createFakeClock() };
}

function malformed(error: unknown): Observed {
  if (!ServiceError.is(error)) throw error;
  return {
    written: `${error.kind}: ${error.message}`,
    receipt: createReceipt().entries,
    problems: error.problems ?? [],
    malformed: true,
  };
}
