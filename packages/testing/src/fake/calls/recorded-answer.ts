import type { Answer, HeaderLookup } from "@diglot/core";
import {
  createFold,
  createStreamReader,
  type FoldedReply,
  readResponse,
} from "@diglot/core/translation";
import { decodeBytes } from "../../common/bytes.js";
import { toAnyFormat } from "../../common/formats.js";
import { isEventStream } from "../../common/is-event-stream.js";
import { parseJson } from "../../common/json.js";
import type { Call, RecordedAnswer } from "./call.js";
import { maskValue } from "./mask-headers.js";

/** What must be known of a request to read its answer. */
export interface Asked {
  readonly format: Call["format"];
  readonly body: unknown;
  readonly headers: HeaderLookup;
}

/** A record of an answer over the blocks that went out, which may still grow. */
export function recordAnswer(
  { status, headers }: Answer,
  chunks: readonly Uint8Array[],
  asked: () => Asked,
): RecordedAnswer {
  const isStream = isEventStream({ headers });
  return {
    status,
    headers: joinHeaders(headers),
    chunks,
    get text() {
      return decodeBytes(chunks);
    },
    get body() {
      return isStream ? undefined : parseJson(decodeBytes(chunks));
    },
    get reply() {
      return status === 200 ? readReply(asked(), chunks, isStream) : undefined;
    },
  };
}

function joinHeaders(headers: Answer["headers"]): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const earlier = joined.get(name);
    const masked = maskValue(name, value);
    joined.set(name, earlier === undefined ? masked : `${earlier}, ${masked}`);
  }
  return Object.fromEntries(joined);
}

/** The reply that the bytes add up to, or `undefined` if they are no whole one. */
function readReply(
  { format, body, headers }: Asked,
  chunks: readonly Uint8Array[],
  isStream: boolean,
): FoldedReply | undefined {
  if (format === undefined) return undefined;
  const text = decodeBytes(chunks);
  const spoken = toAnyFormat(format);
  const options = { request: body, headers };
  const fold = createFold();
  try {
    const events = isStream
      ? readStream(chunks, createStreamReader(spoken, options))
      : readResponse(spoken, JSON.parse(text), { ...options, text });
    for (const event of events) fold.push(event);
    return fold.result();
  } catch {
    return undefined;
  }
}

function* readStream(
  chunks: readonly Uint8Array[],
  reader: ReturnType<typeof createStreamReader>,
): Generator<Parameters<ReturnType<typeof createFold>["push"]>[0]> {
  for (const chunk of chunks) yield* reader.push(chunk);
  yield* reader.end();
}
