import type { Answer, ByteSource, Clock } from "@diglot/core";
import type { SpokenFormat } from "../../src/common/formats.js";
import { type AnswerFault, applyFaults } from "../../src/faults/apply-faults.js";
import type { Fault } from "../../src/faults/fault.js";
import type { FaultContext } from "../../src/faults/fault-context.js";
import { wireWords } from "../../src/faults/places/wire-words.js";

/** Texts as bytes. */
export const utf8 = new TextEncoder();
/** Bytes as texts. */
export const text = new TextDecoder();

/** A clock whose time passes at once, and which notes what was waited for. */
export function createHastyClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => 0,
    monotonic: () => 0,
    after(milliseconds, callback) {
      waits.push(milliseconds);
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}

/** What faults know of a stream of a format, unless the parts say otherwise. */
export function contextOf(format: SpokenFormat, parts: Partial<FaultContext> = {}): FaultContext {
  return {
    format,
    words: wireWords[format],
    isStream: true,
    requestId: "req_1",
    clock: createHastyClock(),
    ...parts,
  };
}

/** A source that knows how it was left. */
export function createWatchedSource(blocks: readonly Uint8Array[]) {
  const left = [...blocks];
  const watched = { cancels: 0, ended: false };
  const source: ByteSource = {
    async read() {
      watched.ended ||= left.length === 0;
      return left.shift();
    },
    async cancel() {
      watched.cancels += 1;
    },
  };
  return { source, watched };
}

const eventStream = [["content-type", "text/event-stream"]] as const;

/** An answer 200 with this body; an event stream unless the headers say otherwise. */
export function answerOf(body: Answer["body"], headers: Answer["headers"] = eventStream): Answer {
  return { status: 200, headers, body };
}

/** All bytes of an answer. */
export async function readAll({ body }: Answer): Promise<Uint8Array> {
  if (body === undefined || body instanceof Uint8Array) return body ?? new Uint8Array();
  const reads: Uint8Array[] = [];
  for (let block = await body.read(); block; block = await body.read()) reads.push(block);
  return new Uint8Array(Buffer.concat(reads));
}

/** What a fault makes of a body. */
export async function changed(body: string, fault: Fault, context = contextOf("messages")) {
  const answer = answerOf(utf8.encode(body));
  return text.decode(await readAll(applyFaults(answer, [fault as AnswerFault], context)));
}

const frame = (event: string) => `event: ${event}\ndata: {"type":"${event}"}\n\n`;
/** The events of a Messages stream. */
export const messages = {
  start: frame("message_start"),
  open: frame("content_block_start"),
  ping: frame("ping"),
  delta: frame("content_block_delta"),
  close: frame("content_block_stop"),
  end: frame("message_delta"),
  stop: frame("message_stop"),
};
const m = messages;
/** A whole Messages stream: a text with a ping in it, and a second block. */
export const messageStream = [
  m.start,
  m.open,
  m.ping,
  m.delta,
  m.close,
  m.open,
  m.close,
  m.end,
  m.stop,
];

const numbered = (type: string, sequence_number: number, members: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...members })}\n\n`;
const announced = { id: "resp_1", model: "any", status: "in_progress", output: [] };
const text0 = { id: "msg_1", type: "message", status: "in_progress", content: [] };
const said0 = { ...text0, status: "completed", content: [{ type: "output_text", text: "Hi" }] };
const call1 = { id: "fc_1", type: "function_call", status: "in_progress", arguments: "" };
const called1 = { ...call1, status: "completed", arguments: "{}" };
/** The events of a Responses stream, and the items in it. */
export const responses = {
  created: numbered("response.created", 0, { response: announced }),
  added0: numbered("response.output_item.added", 1, { output_index: 0, item: text0 }),
  delta: numbered("response.output_text.delta", 2, { output_index: 0, delta: "Hi" }),
  keepalive: numbered("keepalive", 3),
  done0: numbered("response.output_item.done", 4, { output_index: 0, item: said0 }),
  added1: numbered("response.output_item.added", 5, { output_index: 1, item: call1 }),
  done1: numbered("response.output_item.done", 6, { output_index: 1, item: called1 }),
  completed: numbered("response.completed", 7, { response: announced }),
  items: { said0, call1 },
};
const r = responses;
/** A whole Responses stream: a text with a heartbeat in it, and a call. */
export const responsesStream = [
  r.created,
  r.added0,
  r.delta,
  r.keepalive,
  r.done0,
  r.added1,
  r.done1,
  r.completed,
];

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
/** The events of a Chat Completions stream. */
export const chat = {
  role: chunk({ role: "assistant", content: null }),
  reasoning: chunk({ reasoning_content: "Hm" }),
  text: chunk({ content: "Hi" }),
  more: chunk({ content: " you" }),
  call0: chunk({ tool_calls: [{ index: 0, function: { name: "f", arguments: "" } }] }),
  call1: chunk({ tool_calls: [{ index: 1, function: { name: "g", arguments: "" } }] }),
  finish: chunk({}, "tool_calls"),
  usage: 'data: {"choices":[],"usage":{}}\n\n',
  done: "data: [DONE]\n\n",
};
const c = chat;
/** A whole Chat Completions stream: reasoning, a text and two calls. */
export const chatStream = [
  c.role,
  c.reasoning,
  c.text,
  c.more,
  c.call0,
  c.call1,
  c.finish,
  c.usage,
  c.done,
];
