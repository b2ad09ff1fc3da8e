import { createFold } from "../conversation/fold.js";
import { receiptHeaders } from "../conversation/receipt/receipt-header.js";
import type { RateStatus } from "../errors/rates.js";
import { ServiceError } from "../errors/service-error.js";
import { reportFailure } from "../events/report-failure.js";
import type { AnswerContext, StreamWriter } from "../formats/format.js";
import { createJsonAnswer, streamHeaders } from "../http/answers.js";
import { type Answer, type ByteSource, isByteSource } from "../http/exchange.js";
import { createStreamBody, type StreamBodyParts } from "../http/stream-body.js";
import type { ChoicesReply, EventsReply, RelayReply, Reply } from "../models/model.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import { isLarge } from "../runtime/yield-for.js";
import type { Call } from "./call.js";
import { keepAnswer } from "./keep-answer.js";
import { addRateHeaders } from "./rate-headers.js";
import { toUnparsed } from "./unparsed-request.js";

/**
 * Answers with the reply: the upstream's own bytes, an event stream, or the JSON that the events
 * add up to. The head waits for the first part of the reply, so that an earlier failure still has
 * its own status.
 */
export function writeReply(
  call: Call,
  reply: Reply,
  rates: RateStatus | undefined,
): MaybePromise<Answer> {
  call.events?.noteReply();
  const finish = ({ status, headers, body }: Answer) => {
    const rated: Answer = { status, headers: addRateHeaders(headers, rates, call), body };
    const answer = reply.alter ? reply.alter(rated) : rated;
    return call.format.keepAnswer ? keepAnswer(call, answer) : answer;
  };
  const answer = writeAnswer(call, reply);
  return isPromise(answer) ? answer.then(finish) : finish(answer);
}

function writeAnswer(call: Call, reply: Reply): MaybePromise<Answer> {
  const { stream } = call.request;
  switch (reply.kind) {
    case "relay":
      return writeRelay(call, reply);
    case "events":
      return stream ? writeStream(call, reply) : writeJson(call, reply);
    case "choices":
      return stream ? writeChoicesStream(call, reply) : writeChoicesJson(call, reply);
  }
}

function writeRelay(call: Call, reply: RelayReply): MaybePromise<Answer> {
  const { status, headers, body } = reply;
  if (isByteSource(body)) {
    return reply.isOpaque
      ? writeRelayedBytes(call, reply, body)
      : writeRelayedStream(call, reply, body);
  }
  const length = ["content-length", String(body.length)] as const;
  return { status, headers: [length, ...headers, ...commonHeaders(call)], body };
}

async function writeRelayedStream(
  call: Call,
  { status, headers }: RelayReply,
  body: ByteSource,
): Promise<Answer> {
  const first = (await body.read()) ?? new Uint8Array();
  // A stream may last for minutes, and hardly ever is its request read again; a large one would take long.
  if (!isLarge(call.bytes) && !call.format.bodyReader)
    call.request = toUnparsed(call.request, call);
  return {
    status,
    headers: [...streamHeaders(call.format.streamContentType), ...headers, ...commonHeaders(call)],
    body: createStreamBody({
      ...streamParts(call, () => call.format.createStreamWriter(toContext(call))),
      first,
      source: body,
      encode: (block) => block,
    }),
  };
}

/** Nothing may be added to such a body, neither a heartbeat nor an error. */
async function writeRelayedBytes(
  call: Call,
  { status, headers }: RelayReply,
  body: ByteSource,
): Promise<Answer> {
  const parts = streamParts(call, () => call.format.createStreamWriter(toContext(call)));
  return {
    status,
    headers: [...headers, ...commonHeaders(call)],
    body: createStreamBody({
      ...parts,
      first: (await body.read()) ?? new Uint8Array(),
      source: body,
      encode: (block) => block,
      ping: () => "",
      fail(error) {
        parts.fail(error);
        return undefined;
      },
    }),
  };
}

function writeStream(call: Call, { events }: EventsReply): Promise<Answer> {
  const encoder = call.format.createStreamWriter(toContext(call));
  return writeEvents(call, events, encoder, (event) => encoder.write(event));
}

function writeChoicesStream(call: Call, { events, count }: ChoicesReply): Promise<Answer> {
  const encoder = call.format.createStreamWriter(toContext(call), count);
  return writeEvents(call, events, encoder, ({ event, choice }) => encoder.write(event, choice));
}

async function writeEvents<T>(
  call: Call,
  source: StreamBodyParts<readonly T[]>["source"],
  encoder: StreamWriter,
  write: (event: T) => string,
): Promise<Answer> {
  const first = (await source.read()) ?? [];
  const body = createStreamBody({
    ...streamParts(call, () => encoder),
    first,
    source,
    encode: (batch) => encodeBatch(batch, write),
  });
  const headers = [...streamHeaders(call.format.streamContentType), ...commonHeaders(call)];
  return { status: 200, headers, body };
}

const utf8 = new TextEncoder();

function encodeBatch<T>(events: readonly T[], write: (event: T) => string): Uint8Array {
  let text = "";
  for (const event of events) text += write(event);
  return utf8.encode(text);
}

/** The parts that relayed and written streams have in common. */
function streamParts(
  call: Call,
  toWriter: () => StreamWriter,
): Pick<StreamBodyParts<unknown>, "clock" | "pingInterval" | "ping" | "fail"> {
  const { settings, run, requestId, onCallerGone } = call;
  return {
    clock: settings.clock,
    pingInterval: settings.pingInterval,
    ping: () => (run.callerIsGone() ? "" : toWriter().ping()),
    fail(error) {
      const isGone = run.callerIsGone();
      if (isGone && onCallerGone !== "drain") return undefined;
      if (!isGone) reportFailure(call, error);
      return toWriter().fail(ServiceError.from(error), requestId);
    },
  };
}

async function writeJson(call: Call, { events }: EventsReply): Promise<Answer> {
  const fold = createFold();
  for (let batch = await events.read(); batch; batch = await events.read()) {
    for (const event of batch) fold.push(event);
  }
  const body = call.format.toResponse(fold.result(), toContext(call));
  return createJsonAnswer(200, commonHeaders(call), body);
}

async function writeChoicesJson(call: Call, { events, count }: ChoicesReply): Promise<Answer> {
  const folds = Array.from({ length: count }, createFold);
  let first: number | undefined;
  for (let batch = await events.read(); batch; batch = await events.read()) {
    for (const { choice, event } of batch) {
      first ??= choice;
      folds[choice]?.push(event);
    }
  }
  const choices = folds.map((fold) => fold.result());
  const folded = { choices, first: choices[first ?? 0] ?? noChoices() };
  const body = call.format.toChoicesResponse?.(folded, toContext(call)) ?? noChoices();
  return createJsonAnswer(200, commonHeaders(call), body);
}

function noChoices(): never {
  throw new Error("The format has no answer with several choices.");
}

function toContext({ request, settings, receipt }: Call): AnswerContext {
  return { request, ids: settings.ids, clock: settings.clock, receipt };
}

/** The request id, and what a translation has lost so far. */
function commonHeaders({ format, requestId, receipt }: Call) {
  return [...format.requestIdHeaders(requestId), ...receiptHeaders(receipt.entries)];
}
