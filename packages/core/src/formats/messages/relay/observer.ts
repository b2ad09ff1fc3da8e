import { noReplyFacts, type ReplyFacts } from "../../../conversation/reply-facts.js";
import { byteLength } from "../../../conversation/usage/estimate.js";
import { badReply } from "../../../errors/bad-reply.js";
import type { ServiceError } from "../../../errors/service-error.js";
import type { TextRun } from "../../../json/text-pattern.js";
import {
  isObject,
  type JsonObject,
  parseJson,
  toNumber,
  toObject,
  unescapeJson,
} from "../../../json/value.js";
import { encodeJsonEvent } from "../../../sse/encode.js";
import { type DecodedEvent, readFrame } from "../../../sse/event-fields.js";
import { RelayedOutput } from "../../relayed-output.js";
import type { RelayObserver, ReportedUsage } from "../../upstream-format.js";
import { toInBandError } from "../read-reply/error.js";
import { readReplyFacts, toFinishReasons } from "../read-reply/facts.js";
import { hasStop } from "../read-reply/stop.js";
import {
  beginUsage,
  noWireUsage,
  toReported,
  updateUsage,
  type WireUsage,
} from "../read-reply/usage.js";
import type { MessagesUpstreamCapabilities } from "../wire/capabilities.js";
import { isFailure } from "../wire/value.js";

/** What has been observed of a stream so far. */
interface Observed {
  phase: "before" | "inside" | "over";
  /** The types of the open blocks, by index. Some servers close all of them only at the end. */
  readonly open: Map<number, unknown>;
  /** How many blocks have begun. */
  blocks: number;
  events: number;
  begun: boolean;
  stopped: boolean;
  wire: WireUsage;
  reply: ReplyFacts;
  error: ServiceError | undefined;
  readonly output: RelayedOutput;
}

type Verdict = ReturnType<RelayObserver["push"]>;

/**
 * An observer of one relayed stream. Deltas, which are most of its events, are inspected without
 * being parsed.
 */
export function createRelayObserver(capabilities: MessagesUpstreamCapabilities): RelayObserver {
  const seen: Observed = {
    phase: "before",
    open: new Map(),
    blocks: 0,
    events: 0,
    begun: false,
    stopped: false,
    wire: noWireUsage,
    reply: noReplyFacts,
    error: undefined,
    output: new RelayedOutput(),
  };
  return new MessagesRelayObserver(seen, capabilities);
}

class MessagesRelayObserver implements RelayObserver {
  constructor(
    readonly seen: Observed,
    readonly capabilities: MessagesUpstreamCapabilities,
  ) {}

  push(frame: string): Verdict {
    const { seen } = this;
    if (!seen.output.addRepeated(frame)) return seeFrame(seen, frame);
    seen.events++;
    return "pass";
  }

  findRun(text: string, start: number): TextRun | undefined {
    return this.seen.output.findRun(text, start);
  }

  pushRun(run: TextRun): void {
    this.seen.output.addRun(run);
    this.seen.events += run.strings.length;
  }

  get events(): number {
    return this.seen.events;
  }

  get begun(): boolean {
    return this.seen.begun;
  }

  get awaitsEnd(): boolean {
    return this.capabilities.missingDoneOk && this.seen.stopped && this.seen.phase !== "over";
  }

  end(): string {
    if (this.seen.phase === "over") return "";
    if (!this.seen.stopped || !this.capabilities.missingDoneOk) {
      throw badReply("The stream broke off.");
    }
    return encodeJsonEvent({ type: "message_stop" }, "message_stop");
  }

  reportedUsage(): ReportedUsage {
    return toReported(this.seen.wire, this.seen.stopped, this.capabilities);
  }

  outputBytes(): number {
    return this.seen.output.bytes;
  }

  reasoningBytes(): number {
    return this.seen.output.reasoningBytes;
  }

  reply(): ReplyFacts {
    return this.seen.reply;
  }

  get error(): ServiceError | undefined {
    return this.seen.error;
  }
}

function seeFrame(seen: Observed, frame: string): Verdict {
  const read = readFrame(frame);
  if (!read || read.event === "ping") return "pass";
  if (read.event === undefined && isBarePing(read.data)) return "pass";
  const isDelta = read.event === "content_block_delta";
  const verdict = isDelta
    ? seeDelta(seen, read.data)
    : seeEvent(seen, toEvent(read.event, read.data), read);
  if (isDelta) learn(seen, frame, read.data);
  if (!seen.error) seen.events++;
  return verdict;
}

/**
 * The block type that each delta type belongs to. Types that are not listed here are not checked.
 */
const blocksOfDelta: ReadonlyMap<string, string> = new Map([
  ["text_delta", "text"],
  ["citations_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "thinking"],
]);
const namedBlocks: ReadonlySet<unknown> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ blocksOfDelta.values(),
);

/** Some servers leave out the `event:` line. */
function isBarePing(data: string): boolean {
  return /^\s*\{\s*"type"\s*:\s*"ping"/.test(data);
}

const deltaIndex = /"index"\s*:\s*(\d+)/;
const deltaKind = /"delta"\s*:\s*\{[^{}]*?"type"\s*:\s*"(\w+)"/;
const deltaText = /"(?:text|thinking|partial_json)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/;

function seeDelta(seen: Observed, data: string): Verdict {
  const index = Number(deltaIndex.exec(data)?.[1]);
  const kind = deltaKind.exec(data)?.[1];
  const json = data.trim();
  if (!json.startsWith("{") || !json.endsWith("}") || !seen.open.has(index)) {
    throw badReply("A delta belongs to no open block.");
  }
  if (!isTaken(seen.open.get(index), kind)) throw badReply("A delta is not of its block's kind.");
  seen.begun = true;
  seen.output.add(unescapeJson(deltaText.exec(data)?.[1] ?? ""), kind === "thinking_delta");
  return "pass";
}

/** Learns a delta if it is JSON whose text comes last: then only this text says what it counts. */
function learn(seen: Observed, frame: string, data: string): void {
  const at = frame.indexOf(data);
  const kind = deltaKind.exec(data);
  const text = deltaText.exec(data);
  if (!kind || !text || text.index < kind.index + kind[0].length) return;
  if (at < 0 || parseJson(data) === undefined) return;
  const end = at + text.index + text[0].length - 1;
  const range = { start: end - (text[1] ?? "").length, end };
  seen.output.learn(frame, range, kind[1] === "thinking_delta");
}

function isTaken(block: unknown, delta: string | undefined): boolean {
  const named = blocksOfDelta.get(delta ?? "");
  if (named !== undefined) return block === named;
  return delta !== "input_json_delta" || !namedBlocks.has(block);
}

/** The data as an object with a type; some servers leave out the `event:` line, others the type. */
function toEvent(event: string | undefined, data: string): JsonObject {
  const value = parseJson(data);
  if (!isObject(value)) throw badReply("The data of an event is not a JSON object.");
  return typeof value.type === "string" ? value : { ...value, type: event };
}

function seeEvent(seen: Observed, event: JsonObject, { event: name, data }: DecodedEvent): Verdict {
  if (isFailure(event)) return seeError(seen, event, name);
  switch (event.type) {
    case "message_start":
      if (seen.phase !== "before") throw badReply("A reply began twice.");
      seen.phase = "inside";
      seen.wire = beginUsage(toObject(event.message).usage);
      seen.reply = readReplyFacts(event.message);
      seen.stopped = hasStop(toObject(event.message));
      return "pass";
    case "content_block_start":
      assertInside(seen);
      seeBlock(seen, event);
      return "pass";
    case "content_block_delta":
      return seeDelta(seen, data);
    case "content_block_stop":
      seen.output.forget();
      if (!seen.open.delete(toIndex(event.index)))
        throw badReply("A block ended that is not open.");
      return "pass";
    case "message_delta":
      assertInside(seen);
      seen.wire = updateUsage(seen.wire, event.usage);
      seen.reply = { ...seen.reply, ...toFinishReasons(event.delta) };
      seen.stopped ||= hasStop(toObject(event.delta));
      return "pass";
    case "message_stop":
      assertInside(seen);
      if (!seen.stopped) throw badReply("The reply ended without a stop reason.");
      seen.phase = "over";
      return "last";
    default:
      return "pass";
  }
}

/** Clients recognise an error by the name of its event; without it they would overlook it. */
function seeError(seen: Observed, event: JsonObject, name: string | undefined): Verdict {
  const error = toInBandError(event, seen.phase !== "before");
  if (name !== "error") throw error;
  seen.error = error;
  return "last";
}

function seeBlock(seen: Observed, event: JsonObject): void {
  const index = toIndex(event.index);
  if (seen.open.has(index)) throw badReply("A block began twice.");
  seen.begun = true;
  seen.blocks += 1;
  seen.output.forget();
  const { type, name } = toObject(event.content_block);
  seen.open.set(index, type);
  if (typeof name === "string") seen.output.bytes += byteLength(name);
}

function toIndex(value: unknown): number {
  return toNumber(value) ?? Number.NaN;
}

function assertInside({ phase }: Observed): void {
  if (phase !== "inside") throw badReply("An event came before the reply began.");
}
