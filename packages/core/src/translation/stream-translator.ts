import type { ConversationEvent } from "../conversation/events.js";
import type { ReceiptEntry } from "../conversation/receipt/receipt.js";
import { ServiceError } from "../errors/service-error.js";
import type { CapabilitiesOf } from "../formats/formats.js";
import { checkReplyOptions } from "./check-options.js";
import type { TranslateReplyOptions } from "./options.js";
import { type AnyFormat, upstreamFormatOf } from "./parties.js";
import { createReplyContexts, isSame, type ReplyContexts } from "./reply-contexts.js";
import { createReader, toBytes } from "./stream-reader.js";

/** Translates one event stream while it comes in. */
export interface StreamTranslator {
  /**
   * The text of the other format's stream that has become due; may be empty. Blocks are cut
   * anywhere, also inside a character. A stream that makes no sense ends with an error event.
   */
  push(block: Uint8Array | string): string;
  /** The last text, once the stream has ended: an error event if the stream was not complete. */
  end(): string;
  /** The error event for a stream that broke; nothing follows it. Nothing if the stream is over. */
  fail(error: unknown): string;
  /** What was lost so far. */
  readonly receipt: readonly ReceiptEntry[];
}

/**
 * A translator of one event stream into another format; between equal formats its text comes back
 * as it is. Whatever the cut of the input, the joined output is the same.
 * @throws ServiceError `bad_request` for a malformed `options.request`
 * @throws TypeError for a format that does not exist, and for invalid options
 */
export function createStreamTranslator<From extends AnyFormat>(
  from: From,
  to: AnyFormat,
  options: TranslateReplyOptions<CapabilitiesOf<From>> = {},
): StreamTranslator {
  checkReplyOptions("createStreamTranslator", upstreamFormatOf(from), options);
  const contexts = createReplyContexts(from, to, options);
  return isSame(contexts) ? createIdentity(contexts) : createTranslator(contexts);
}

function createTranslator(contexts: ReplyContexts): StreamTranslator {
  const { target, answer, receipt } = contexts;
  const reader = createReader(contexts);
  const encoder = target.createStreamWriter(answer);
  let over = false;

  /** Writes as much as has been read, then the error if reading fails. */
  function write(open: () => Iterable<ConversationEvent>): string {
    if (over) return "";
    let text = "";
    try {
      for (const event of open()) text += encoder.write(event);
      over = reader.ended();
      return text;
    } catch (error) {
      return text + fail(error);
    }
  }

  function fail(error: unknown): string {
    if (over) return "";
    over = true;
    return encoder.fail(ServiceError.from(error), target.createRequestId(answer.ids));
  }

  return {
    push: (block) => write(() => reader.push(block)),
    end: () => write(reader.end),
    fail,
    receipt: receipt.entries,
  };
}

/** Text is passed on; only characters that a cut has split must wait for their rest. */
function createIdentity({ target, answer, receipt }: ReplyContexts): StreamTranslator {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = target.createStreamWriter(answer);
  let over = false;

  return {
    push: (block) => (over ? "" : decoder.decode(toBytes(block), { stream: true })),
    end() {
      if (over) return "";
      over = true;
      return decoder.decode();
    },
    fail(error) {
      if (over) return "";
      over = true;
      return encoder.fail(ServiceError.from(error), target.createRequestId(answer.ids));
    },
    receipt: receipt.entries,
  };
}
