import { toShortKey } from "../../../conversation/legal-names.js";
import type { ReplyFacts } from "../../../conversation/reply-facts.js";
import { byteLength } from "../../../conversation/usage/estimate.js";
import { badReply } from "../../../errors/bad-reply.js";
import type { ServiceError } from "../../../errors/service-error.js";
import type { TextRun } from "../../../json/text-pattern.js";
import {
  isObject,
  type JsonObject,
  parseJson,
  toNumber,
  unescapeJson,
} from "../../../json/value.js";
import { readFrame } from "../../../sse/event-fields.js";
import { RelayedOutput } from "../../relayed-output.js";
import type { RelayObserver, ReportedUsage } from "../../upstream-format.js";
import { isFailure, messageOf } from "../read-reply/chunk.js";
import { toInBandError } from "../read-reply/error.js";
import { readNames } from "../read-reply/facts.js";
import { assertWhole, type EndedReply } from "../read-reply/finish.js";
import { type CallFragment, readCalls } from "../read-reply/message.js";
import {
  noCounts,
  readCounts,
  type StreamCounts,
  toReported,
  updateCounts,
} from "../read-reply/usage.js";
import type { ChatCompletionsUpstreamCapabilities } from "../wire/capabilities.js";
import { toObjects, toText } from "../wire/value.js";

/** A stream as far as it has passed. */
interface Observed {
  /** The number of requested choices. */
  readonly wanted: number;
  events: number;
  /** How many choices and named calls have begun. */
  blocks: number;
  begun: boolean;
  done: boolean;
  /** The finish reason of each choice by its index; empty before it has one. */
  readonly choices: Map<number, string>;
  /** The calls whose names were counted, by their keys. */
  readonly named: Set<string>;
  counts: StreamCounts;
  /** The first chunk, which names the reply and its model. */
  first: string | undefined;
  error: ServiceError | undefined;
  readonly output: RelayedOutput;
}

type Verdict = ReturnType<RelayObserver["push"]>;

/** An observer of one relayed stream. Plain chunks, which are the majority, are inspected without being parsed. */
export function createRelayObserver(
  capabilities: ChatCompletionsUpstreamCapabilities,
  addedUsage: boolean,
  { n }: JsonObject = {},
): RelayObserver {
  const seen: Observed = {
    wanted: typeof n === "number" ? n : 1,
    events: 0,
    blocks: 0,
    begun: false,
    done: false,
    choices: new Map(),
    named: new Set(),
    counts: noCounts,
    first: undefined,
    error: undefined,
    output: new RelayedOutput(),
  };
  return new ChatRelayObserver(seen, capabilities, addedUsage);
}

class ChatRelayObserver implements RelayObserver {
  constructor(
    readonly seen: Observed,
    readonly capabilities: ChatCompletionsUpstreamCapabilities,
    readonly addedUsage: boolean,
  ) {}

  push(frame: string): Verdict {
    const { seen } = this;
    if (!seen.output.addRepeated(frame)) return this.#see(frame);
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

  #see(frame: string): Verdict {
    const { seen, capabilities, addedUsage } = this;
    const read = readFrame(frame);
    if (!read || read.data.trim() === "") return "pass";
    if (read.event === "error") return seeError(seen, parseJson(read.data) ?? read.data);
    if (read.data.trim() === "[DONE]") {
      assertWhole("done", toEnded(seen), capabilities);
      seen.done = true;
      return "last";
    }
    seen.first ??= read.data;
    seeContent(seen, read.data);
    const isPlain = seePlainChunk(seen, read.data);
    const verdict = isPlain ? "pass" : seeChunk(seen, read.data, addedUsage);
    if (isPlain) learn(seen, frame, read.data);
    if (!seen.error && verdict !== "remove") seen.events++;
    return verdict;
  }

  get events(): number {
    return this.seen.events;
  }

  get begun(): boolean {
    return this.seen.begun;
  }

  get awaitsEnd(): boolean {
    return this.capabilities.missingDoneOk && !this.seen.done && hasAllContent(this.seen);
  }

  end(): string {
    if (this.seen.done) return "";
    assertWhole("end_of_body", toEnded(this.seen), this.capabilities);
    return doneFrame;
  }

  reportedUsage(): ReportedUsage {
    return toReported(this.seen.counts, this.capabilities);
  }

  outputBytes(): number {
    return this.seen.output.bytes;
  }

  reasoningBytes(): number {
    return this.seen.output.reasoningBytes;
  }

  reply(): ReplyFacts {
    const { first = "", choices } = this.seen;
    const finishReasons = [...choices.values()].filter(Boolean);
    return { ...readNames(parseJson(first)), finishReasons };
  }

  get error(): ServiceError | undefined {
    return this.seen.error;
  }
}

const doneFrame = "data: [DONE]\n\n";

/** The stream at its end, as far as that decides whether it is whole. */
function toEnded(seen: Observed): EndedReply {
  return {
    begun: seen.events > 0,
    hasFinish: isFinished(seen),
    content: { incomplete: () => false, hasOutput: () => seen.begun },
  };
}

/** Whether the content of every requested choice has ended. */
function hasAllContent(seen: Observed): boolean {
  return seen.choices.size >= seen.wanted && isFinished(seen);
}

/** Whether each choice that was received has its finish reason. */
function isFinished({ choices }: Observed): boolean {
  return choices.size > 0 && [...choices.values()].every(Boolean);
}

const contentStart =
  /"(?:content|reasoning_content|reasoning|refusal)"\s*:\s*"(?!")|"(?:tool_calls|reasoning_details)"\s*:\s*\[\s*\{|"function_call"\s*:\s*\{/;
const contentText =
  /"(content|reasoning_content|reasoning|refusal|arguments|text)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/g;

function seeContent(seen: Observed, data: string): void {
  seen.begun ||= contentStart.test(data);
  // An expression that has run to the end starts again with the next data.
  for (let found = contentText.exec(data); found; found = contentText.exec(data)) {
    const [, name = "", inner = ""] = found;
    // The same reasoning is also in a member of its own.
    if (name === "text" && data.includes('"reasoning_details"')) continue;
    seen.output.add(unescapeJson(inner), name.startsWith("reasoning"));
  }
}

/**
 * Learns a plain chunk if it is JSON with one text: then only this text says what it counts. An empty
 * text may come before the content has begun.
 */
function learn(seen: Observed, frame: string, data: string): void {
  const at = frame.indexOf(data);
  const [found, ...others] = data.matchAll(contentText);
  const [, name = "", inner = ""] = found ?? [];
  if (!found || others.length > 0 || name === "text" || inner === "") return;
  if (at < 0 || parseJson(data) === undefined) return;
  const end = at + found.index + found[0].length - 1;
  const range = { start: end - inner.length, end };
  seen.output.learn(frame, range, name.startsWith("reasoning"));
}

/** What a chunk that must be parsed contains: counts, a finish reason, a call's name, an error. */
const notable =
  /"(?:usage|finish_reason|name|error|x_groq|timings)"\s*:\s*[^n\s]|"object"\s*:\s*"error"/;
const firstChoice = /"choices"\s*:\s*\[\s*\{[^{}[\]]*?"index"\s*:\s*(\d+)/;

/** Counts a chunk that only adds to one choice; `false` for any other. */
function seePlainChunk(seen: Observed, data: string): boolean {
  if (!data.startsWith("{") || !data.endsWith("}") || notable.test(data)) return false;
  const index = firstChoice.exec(data)?.[1];
  if (index === undefined) return false;
  if (!seen.choices.has(Number(index))) noteChoice(seen, Number(index), "");
  return true;
}

function seeChunk(seen: Observed, data: string, addedUsage: boolean): Verdict {
  const chunk = parseJson(data);
  if (!isObject(chunk)) throw badReply("The data of a chunk is not a JSON object.");
  if (isFailure(chunk)) return seeError(seen, chunk);
  const read = readCounts(chunk);
  const choices = toObjects(chunk.choices);
  for (const choice of choices) seeChoice(seen, choice);
  if (read) seen.counts = updateCounts(seen.counts, read, hasAllContent(seen));
  return addedUsage && read && choices.length === 0 ? "remove" : "pass";
}

function seeChoice(seen: Observed, choice: JsonObject): void {
  const key = toNumber(choice.index ?? 0) ?? Number.NaN;
  noteChoice(seen, key, toText(choice.finish_reason));
  for (const call of readCalls(messageOf(choice) ?? {})) seeName(seen, key, call);
}

/** Notes a choice with its finish reason, if it has one. */
function noteChoice(seen: Observed, key: number, finishReason: string): void {
  const known = seen.choices.get(key);
  if (known === undefined) seen.blocks += 1;
  if (known === undefined || finishReason !== "") seen.choices.set(key, finishReason);
}

/** Counts the name of a call once; some servers repeat it with each fragment. */
function seeName(seen: Observed, choice: number, { index, id, name }: CallFragment): void {
  const key = `${choice} ${index} ${toShortKey(id)}`;
  if (name === "" || seen.named.has(key)) return;
  seen.named.add(key);
  seen.blocks += 1;
  seen.output.bytes += byteLength(name);
}

/** Clients recognise an error by the member `error`; without it they would take it for a chunk. */
function seeError(seen: Observed, value: unknown): Verdict {
  const error = toInBandError(value, seen.begun);
  if (!isObject(value) || !value.error) throw error;
  seen.error = error;
  return "last";
}
