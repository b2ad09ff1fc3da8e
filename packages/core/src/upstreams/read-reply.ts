import type { ConversationEvent, EventSource } from "../conversation/events.js";
import type { ToolNames } from "../conversation/legal-names.js";
import { createOutputEstimate } from "../conversation/output-estimate.js";
import type { Usage } from "../conversation/usage.js";
import type { ByteSource } from "../http/exchange.js";
import { toAttemptEnd } from "../models/attempt-end.js";
import type { AttemptEnd, EventsReply, ModelRequest } from "../models/model.js";
import { raceSignal } from "../models/race-signal.js";
import { createEventDecoder } from "../sse/decode.js";
import type { ParseContext, StreamParser } from "../upstream-format.js";
import { type Dispatch, toEnd } from "./dispatch.js";
import { readJsonReply } from "./read-body.js";
import { withForm } from "./reply-form.js";
import { toTransportError } from "./transport-errors.js";
import type { Upstream } from "./upstream.js";
import { within } from "./within.js";

/** Characters of one event. */
const maxEventCharacters = 4 * 1024 * 1024;
/** Milliseconds that are waited for the usage of a reply that is whole otherwise. */
const usageTime = 5_000;

type Batch = readonly ConversationEvent[];

/** The batches of a reply as they come, and what was seen of its usage. */
interface Batches {
  /** The next events, or `undefined` at the end. */
  pull(): Promise<Batch | undefined>;
  readonly usage: Usage;
}

/**
 * Reads a reply as events, whether it came as JSON or as an event stream and whichever of the two
 * was asked for. Resolves with the first events, so that a reply that begins with an error fails.
 * @throws ServiceError, or the reason of the caller's signal
 */
export async function readReply(
  upstream: Upstream,
  request: ModelRequest,
  dispatched: Dispatch,
  names: ToolNames,
): Promise<EventsReply> {
  const context = toParseContext(upstream, request, names);
  const source = createSource(dispatched, () =>
    openBatches(upstream, request, dispatched, context),
  );
  const first = await source.read();
  return { kind: "events", events: first ? withFirst(first, source) : source };
}

function toParseContext(
  { settings, model }: Upstream,
  request: ModelRequest,
  names: ToolNames,
): ParseContext {
  const { conversation } = request;
  return {
    model: settings.id,
    capabilities: settings.capabilities,
    names,
    receipt: request.receipt,
    stopSequences: conversation.stopSequences,
    inputTokens: model.countInputTokens(conversation),
    createToolCallId: request.createToolCallId,
  };
}

async function openBatches(
  { format }: Upstream,
  { clock }: ModelRequest,
  { response }: Dispatch,
  context: ParseContext,
): Promise<Batches> {
  const { form, body } = await withForm(response);
  return form === "json"
    ? readJson(body, format, context)
    : readStream(body, format.createStreamParser(context), clock);
}

/** A whole reply is one batch. */
function readJson(body: ByteSource, format: Upstream["format"], context: ParseContext): Batches {
  let reply: { readonly usage: Usage } | undefined;
  return {
    get usage() {
      return reply?.usage ?? {};
    },
    async pull() {
      if (reply) return undefined;
      const { value, bytes } = await readJsonReply(body);
      reply = { usage: format.parseUsage(value, context.capabilities) };
      return format.parseResponse(value, context, bytes);
    },
  };
}

function readStream(body: ByteSource, parser: StreamParser, clock: ModelRequest["clock"]): Batches {
  const decoder = createEventDecoder(maxEventCharacters);
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** What came before a bad event is told first, however the network has cut the stream. */
  function push(block: Uint8Array): Batch {
    const events: ConversationEvent[] = [];
    try {
      for (const event of decoder.push(block)) {
        if (!parser.done) events.push(...parser.push(event));
      }
    } catch (error) {
      failure = { error };
    }
    return events;
  }

  async function readBlock(): Promise<Uint8Array | undefined> {
    const block = body.read().catch((error: unknown) => {
      throw toTransportError(error, "stream");
    });
    return parser.awaitsUsage ? within(clock, usageTime, block) : block;
  }

  return {
    get usage() {
      return parser.usage;
    },
    async pull() {
      for (;;) {
        if (failure) throw failure.error;
        if (ended) return undefined;
        const block = await readBlock();
        const events = block ? push(block) : parser.end();
        ended = block === undefined || parser.done;
        if (events.length > 0) return events;
      }
    },
  };
}

/** Pulls the batches of one try, and settles it whichever way it goes. */
function createSource(
  { signal, finish: settle }: Dispatch,
  open: () => Promise<Batches>,
): EventSource {
  let batches: Batches | undefined;
  const estimate = createOutputEstimate();
  let over = false;

  function finish(end: AttemptEnd, failure?: unknown): void {
    if (over) return;
    over = true;
    signal.removeEventListener("abort", onAbort);
    const { output, reasoning } = estimate;
    settle(end, { usage: batches?.usage ?? {}, output, reasoning }, failure);
  }

  const onAbort = () => finish(toAttemptEnd(signal.reason));
  signal.addEventListener("abort", onAbort, { once: true });

  async function pull(): Promise<Batch | undefined> {
    batches ??= await open();
    const events = await batches.pull();
    if (events) estimate.add(events);
    if (!events || events.at(-1)?.type === "end") finish("completed");
    return events;
  }

  return {
    async read() {
      if (over) return undefined;
      try {
        return await raceSignal(signal, pull);
      } catch (error) {
        finish(toEnd(error, signal), error);
        throw error;
      }
    },
    async cancel(reason) {
      finish(toAttemptEnd(reason));
    },
  };
}

/** A source whose first batch was read already. */
function withFirst(first: Batch, source: EventSource): EventSource {
  let batch: Batch | undefined = first;
  return {
    async read() {
      const next = batch;
      batch = undefined;
      return next ?? source.read();
    },
    cancel(reason) {
      batch = undefined;
      return source.cancel(reason);
    },
  };
}
