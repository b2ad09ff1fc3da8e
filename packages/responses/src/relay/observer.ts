import type { RelayObserver, ReplyFacts, ReportedUsage, ServiceError } from "@diglot/core";
import {
  badReply,
  byteLength,
  findClosingQuote,
  isObject,
  type JsonObject,
  parseJson,
  readFrame,
  toInBandError,
  toObject,
  unescapeJson,
} from "@diglot/core/formats";
import { readReplyFacts } from "../read-reply/response.js";
import { readUsage } from "../read-reply/usage.js";

/** Events with nothing but a delta of text; of each, whether it is reasoning. */
const deltas: ReadonlyMap<string, boolean> = new Map([
  ["response.output_text.delta", false],
  ["response.refusal.delta", false],
  ["response.function_call_arguments.delta", false],
  ["response.custom_tool_call_input.delta", false],
  ["response.reasoning_summary_text.delta", true],
  ["response.reasoning_text.delta", true],
  ["response.reasoning.delta", true],
]);

const eventLine = "event: ";
const deltaMember = '"delta":"';

/**
 * The text of a frame that has only a delta, so that it need not be parsed: `undefined` for any other
 * frame. It is written as the vendor writes it, with the name of the event first.
 */
function findDelta(frame: string): { text: string; isReasoning: boolean } | undefined {
  if (!frame.startsWith(eventLine)) return undefined;
  const isReasoning = deltas.get(frame.slice(eventLine.length, frame.indexOf("\n")));
  if (isReasoning === undefined) return undefined;
  const member = frame.indexOf(deltaMember);
  if (member < 0) return undefined;
  const start = member + deltaMember.length;
  const end = findClosingQuote(frame, start - 1);
  return end === undefined
    ? undefined
    : { text: unescapeJson(frame.slice(start, end)), isReasoning };
}

/** Reads along while a stream of this format is relayed. */
export function createRelayObserver(): RelayObserver {
  return new ResponsesRelayObserver();
}

class ResponsesRelayObserver implements RelayObserver {
  readonly seen = { blocks: 0 };
  events = 0;
  begun = false;
  error: ServiceError | undefined;
  readonly awaitsEnd = false;
  #isDone = false;
  #bytes = 0;
  #reasoningBytes = 0;
  #response: JsonObject = {};

  push(frame: string): "pass" | "last" {
    const delta = findDelta(frame);
    if (!delta) return this.#see(frame);
    this.events += 1;
    this.#addText(delta.text, delta.isReasoning);
    return "pass";
  }

  #see(frame: string): "pass" | "last" {
    const read = readFrame(frame);
    if (!read || read.data.trim() === "" || read.data.trim() === "[DONE]") return "pass";
    const event = parseJson(read.data);
    if (!isObject(event)) throw badReply("The data of an event is not a JSON object.");
    const type = event.type ?? read.event;
    if (type === "keepalive") return "pass";
    if (isObject(event.response)) this.#response = event.response;
    if (type === "error") return this.#seeError(event);
    this.events += 1;
    if (type === "response.failed")
      return this.#seeError({ error: toObject(this.#response.error) });
    if (typeof event.delta === "string") {
      this.#addText(event.delta, String(type).startsWith("response.reasoning"));
    }
    if (type === "response.output_item.added") this.#seeItem(toObject(event.item));
    if (type !== "response.completed" && type !== "response.incomplete") return "pass";
    this.#isDone = true;
    return "last";
  }

  #addText(text: string, isReasoning: boolean): void {
    const bytes = byteLength(text);
    this.begun ||= bytes > 0;
    this.#bytes += bytes;
    if (isReasoning) this.#reasoningBytes += bytes;
  }

  #seeItem({ type, name }: JsonObject): void {
    this.seen.blocks += 1;
    this.begun ||= type !== "message" && type !== "reasoning";
    if (typeof name === "string") this.#bytes += byteLength(name);
  }

  /** The vendor announces a failure in an event of its own, which the failed response follows. */
  #seeError(event: JsonObject): "pass" | "last" {
    const isAnnounced = event.type === "error" && isObject(event.error);
    this.error = toInBandError(isObject(event.error) ? event : { error: event }, this.begun);
    return isAnnounced ? "pass" : "last";
  }

  end(): string {
    if (this.#isDone || this.error) return "";
    throw badReply("The stream ended without its last event.");
  }

  reportedUsage(): ReportedUsage {
    return readUsage(this.#response);
  }

  outputBytes(): number {
    return this.#bytes;
  }

  reasoningBytes(): number {
    return this.#reasoningBytes;
  }

  reply(): ReplyFacts {
    return readReplyFacts(this.#response);
  }
}
