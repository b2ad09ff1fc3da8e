import type {
  JsonObject,
  RelayObserver,
  ReplyFacts,
  ReportedUsage,
  ServiceError,
  UpstreamCapabilities,
} from "@diglot/core";
import {
  badReply,
  byteLength,
  isObject,
  parseJson,
  readFrame,
  readNames,
  toInBandError,
} from "@diglot/core/formats";
import { readUsage } from "../relay-format/read-usage.js";
import { choicesOf, countChoices, textOf } from "./output.js";

const doneFrame = "data: [DONE]\n\n";

/** Observes a stream of `text_completion` chunks while it is relayed. `body` is the request. */
export function observeCompletions(
  capabilities: UpstreamCapabilities,
  addedUsage: boolean,
  body: JsonObject,
): RelayObserver {
  return new CompletionsObserver(capabilities.missingDoneOk, addedUsage, countChoices(body));
}

class CompletionsObserver implements RelayObserver {
  readonly seen = { blocks: 0 };
  events = 0;
  begun = false;
  error: ServiceError | undefined;
  #isDone = false;
  #bytes = 0;
  #first: JsonObject = {};
  #usage: ReportedUsage = readUsage(undefined);
  /** The finish reason of each choice by its index; empty before it has one. */
  readonly #choices = new Map<unknown, string>();

  constructor(
    readonly missingDoneOk: boolean,
    readonly addedUsage: boolean,
    readonly wanted: number,
  ) {}

  push(frame: string): "pass" | "remove" | "last" {
    const read = readFrame(frame);
    if (!read || read.data.trim() === "") return "pass";
    if (read.data.trim() === "[DONE]") return this.#seeDone();
    const chunk = parseJson(read.data);
    if (!isObject(chunk)) throw badReply("The data of a chunk is not a JSON object.");
    if (chunk.error || read.event === "error") return this.#seeError(chunk);
    return this.#seeChunk(chunk);
  }

  #seeDone(): "last" {
    if (this.events === 0) throw badReply("The stream ended before it began.");
    this.#isDone = true;
    return "last";
  }

  /** Clients recognise an error by the member `error`; without it they would take it for a chunk. */
  #seeError(chunk: JsonObject): "last" {
    const error = toInBandError(chunk, this.begun);
    if (!chunk.error) throw error;
    this.error = error;
    return "last";
  }

  #seeChunk(chunk: JsonObject): "pass" | "remove" {
    const choices = choicesOf(chunk);
    for (const choice of choices) this.#seeChoice(choice);
    const usage = readUsage(chunk);
    if (usage.raw) this.#usage = { ...usage, final: this.#hasAllContent() };
    if (usage.raw && this.addedUsage && choices.length === 0) return "remove";
    if (this.events === 0) this.#first = chunk;
    this.events += 1;
    return "pass";
  }

  #seeChoice(choice: JsonObject): void {
    const { index = 0, finish_reason: reason } = choice;
    const known = this.#choices.get(index);
    if (known === undefined) this.seen.blocks += 1;
    this.#choices.set(index, typeof reason === "string" ? reason : (known ?? ""));
    const bytes = byteLength(textOf(choice));
    this.#bytes += bytes;
    this.begun ||= bytes > 0;
  }

  #hasAllContent(): boolean {
    return this.#choices.size >= this.wanted && [...this.#choices.values()].every(Boolean);
  }

  get awaitsEnd(): boolean {
    return this.missingDoneOk && !this.#isDone && this.#hasAllContent();
  }

  end(): string {
    if (this.#isDone || this.error) return "";
    if (this.missingDoneOk && this.#hasAllContent()) return doneFrame;
    throw badReply("The stream ended without its last event.");
  }

  reportedUsage(): ReportedUsage {
    return this.#usage;
  }

  outputBytes(): number {
    return this.#bytes;
  }

  reasoningBytes(): number {
    return 0;
  }

  reply(): ReplyFacts {
    const finishReasons = [...this.#choices.values()].filter(Boolean);
    return { ...readNames(this.#first), finishReasons };
  }
}
