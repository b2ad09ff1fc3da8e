import { badReply } from "../../errors/bad-reply.js";
import { OverLimit } from "../../errors/over-limit.js";
import { ByteCollector } from "../../http/byte-collector.js";
import type { ByteSource } from "../../http/exchange.js";
import { defaultSizeLimits } from "../../http/size-limits.js";
import { JsonError } from "../../json/json-error.js";
import { parseInSteps } from "../../json/parsing/parse-in-steps.js";
import type { ParsedJson } from "../../json/parsing/pieces.js";
import { joinBytes } from "../../json/spans.js";
import { withoutMark } from "../../json/tokens.js";
import type { Clock } from "../../runtime/clock.js";
import { isPromise } from "../../runtime/maybe-promise.js";
import { runSteps } from "../../runtime/run-steps.js";
import type { Steps } from "../../runtime/steps.js";
import { within } from "../../runtime/within.js";
import { yieldFor } from "../../runtime/yield-for.js";
import { toTransportError } from "./transport-errors.js";

/** Bytes of a JSON reply. */
const maxReplyBytes = 32 * 1024 * 1024;
/**
 * A JSON reply may be nested deeper than a request; even more would overflow the stack of its
 * readers. It may have more values, because log probabilities have twenty alternatives per token.
 * With so many values it must not have as many names.
 */
const replyLimits = {
  ...defaultSizeLimits,
  ...{ jsonDepth: 512, jsonValues: 8_000_000, jsonNames: 50_000 },
};
/** Bytes of an error body, and milliseconds for them: what follows is not worth waiting for. */
const maxErrorBytes = 64 * 1024;
const maxErrorTime = 2_000;

/** A JSON reply, parsed and as it came. */
export interface JsonReply extends Pick<ParsedJson, "value" | "repeatsNames"> {
  readonly bytes: Uint8Array;
}

/**
 * Reads a whole JSON reply. Other work of the process may run between the passes over a large one.
 * @throws ServiceError `upstream_bad_response` for a reply that is cut, too large, or not JSON
 */
export async function readJsonReply(body: ByteSource, clock: Clock): Promise<JsonReply> {
  const bytes = await readAll(body);
  const parsing = runSteps(parseReply(bytes), bytes, clock);
  const { value, repeatsNames } = isPromise(parsing) ? await parsing : parsing;
  const pause = yieldFor(bytes);
  if (pause) await pause;
  return { value, repeatsNames, bytes };
}

/** Bytes that are not UTF-8 become replacement characters. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function* parseReply(bytes: Uint8Array): Steps<ParsedJson> {
  try {
    const options = { limits: replyLimits, decoder };
    return yield* parseInSteps(withoutMark(bytes), options);
  } catch (error) {
    throw badReply(error instanceof JsonError ? toWords(error, bytes) : "It cannot be parsed.");
  }
}

/** The parser's own words would quote the reply. */
function toWords({ fault }: JsonError, bytes: Uint8Array): string {
  return fault === "encoding" || fault === "syntax"
    ? `The body of ${bytes.length} bytes is not JSON.`
    : `The body exceeds the limit ${fault} of ${replyLimits[fault]}.`;
}

async function readAll(body: ByteSource): Promise<Uint8Array> {
  const collector = new ByteCollector();
  try {
    for (let block = await body.read(); block; block = await body.read()) {
      if (collector.length + block.length > maxReplyBytes) {
        throw badReply(new OverLimit(`The reply has more than ${maxReplyBytes} bytes.`));
      }
      collector.add(block);
    }
  } catch (error) {
    throw toTransportError(error, "json");
  }
  return collector.join();
}

/** What was read of an error body. */
export interface ErrorBody {
  readonly bytes: Uint8Array;
  /** Whether that is all of it. */
  readonly whole: boolean;
}

/** Reads the beginning of an error body: at most 64 KiB within two seconds. Never rejects. */
export async function readErrorBody(body: ByteSource, clock: Clock): Promise<ErrorBody> {
  const blocks: Uint8Array[] = [];
  const whole = await within(clock, maxErrorTime, readSome(body, blocks)).catch(() => false);
  if (!whole) void body.cancel().catch(() => undefined);
  return { bytes: joinBytes(blocks).subarray(0, maxErrorBytes), whole: whole === true };
}

async function readSome(body: ByteSource, blocks: Uint8Array[]): Promise<boolean> {
  let length = 0;
  while (length <= maxErrorBytes) {
    const block = await body.read();
    if (!block) return true;
    length += block.length;
    blocks.push(block);
  }
  return false;
}
