import type { ConversationEvent } from "../../conversation/events.js";
import type { Framing } from "../../formats/framing.js";
import type {
  ReadReplyContext,
  ReportedUsage,
  StreamParser,
  UpstreamFormat,
} from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import type { ModelRequest } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { yieldFor } from "../../runtime/yield-for.js";
import { nothingReported } from "../send/observed.js";
import { readJsonReply } from "../send/read-body.js";
import { withForm } from "../send/reply-form.js";
import { assertFewItems, tooMuchUnsaid } from "../send/reply-items.js";
import { createTrailingUsageTimeout } from "../send/trailing-usage-timeout.js";
import type { TransportResponse } from "../send/transport.js";
import { toTransportError } from "../send/transport-errors.js";

/** All events that became known at once. */
export type Batch = readonly ConversationEvent[];

/** The batches of a reply as they arrive, and its usage as far as it was observed. */
export interface Batches {
  /** The next events, or `undefined` at the end. @throws ServiceError for a reply that fails */
  pull(): MaybePromise<Batch | undefined>;
  /** Whether the whole reply has arrived, so that it can become no longer. */
  arrived(): boolean;
  reported(): ReportedUsage;
}

/** How large an event and a reply may be, and the clock that the end of a stream is timed by. */
type ReadLimits = Pick<ModelRequest, "clock" | "maxEventCharacters" | "maxReplyCharacters">;

/** Begins to read a reply, in whichever form it came. @throws ServiceError if its body breaks off */
export async function openBatches(
  format: UpstreamFormat,
  response: TransportResponse,
  context: ReadReplyContext,
  limits: ReadLimits,
): Promise<Batches> {
  const { form, body } = await withForm(response, format.framing);
  return form === "json"
    ? readJson(body, format, context, limits)
    : readStream(body, format.framing, format.createStreamParser(context), limits);
}

/** Events of a whole reply that are returned at once, so that other work may run between them. */
const batchSize = 500;

/** A whole reply is read at once. */
function readJson(
  body: ByteSource,
  format: UpstreamFormat,
  context: ReadReplyContext,
  { clock }: ReadLimits,
): Batches {
  let reported = nothingReported;
  let events: Batch | undefined;
  let returned = 0;

  async function readEvents(): Promise<Batch> {
    const { value, bytes } = await readJsonReply(body, clock);
    reported = format.readUsage(value, context.capabilities);
    assertFewItems(format.itemLists(value), context.maxBlocks);
    const read = format.parseResponse(value, context, bytes);
    await yieldFor(bytes);
    return read;
  }

  return {
    reported: () => reported,
    arrived: () => events !== undefined,
    async pull() {
      events ??= await readEvents();
      const batch = events.slice(returned, returned + batchSize);
      returned += batch.length;
      return batch.length > 0 ? batch : undefined;
    },
  };
}

function readStream(
  body: ByteSource,
  framing: Framing,
  parser: StreamParser,
  { clock, maxEventCharacters, maxReplyCharacters }: ReadLimits,
): Batches {
  const decoder = framing.createDecoder(maxEventCharacters);
  const awaitTrailingUsage = createTrailingUsageTimeout(clock);
  /** Characters of events that say nothing yet, such as the text of a block that waits for others. */
  let unsaid = 0;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** Events before a bad one are returned first, however the network has cut the stream. */
  function push(block: Uint8Array): Batch {
    const events: ConversationEvent[] = [];
    try {
      for (const event of decoder.push(block)) {
        if (parser.done) break;
        const translated = parser.push(event);
        if (translated.length === 0) unsaid += event.data.length;
        for (const each of translated) events.push(each);
      }
      if (unsaid > maxReplyCharacters) throw tooMuchUnsaid(maxReplyCharacters);
    } catch (error) {
      failure = { error };
    }
    return events;
  }

  function readBlock(): MaybePromise<Uint8Array | undefined> {
    try {
      const block = body.read();
      return parser.awaitsUsage ? awaitTrailingUsage(block) : block;
    } catch (error) {
      return broken(error);
    }
  }

  /** The events of a block, if it has any. */
  function take(block: Uint8Array | undefined): Batch | undefined {
    const events = block ? push(block) : parser.end();
    ended = block === undefined || parser.done;
    return events.length > 0 ? events : undefined;
  }

  function pull(): MaybePromise<Batch | undefined> {
    for (;;) {
      if (failure) throw failure.error;
      if (ended) return undefined;
      const block = readBlock();
      if (isPromise(block)) return block.then((late) => take(late) ?? pull(), broken);
      const events = take(block);
      if (events) return events;
    }
  }

  return {
    reported: () => parser.reportedUsage(),
    arrived: () => ended,
    pull,
  };
}

function broken(error: unknown): never {
  throw toTransportError(error, "stream");
}
