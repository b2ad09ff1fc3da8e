import type {
  BlockDelta,
  ConversationEvent,
  OpenedBlock,
  StopEvent,
  StopReason,
} from "../../conversation/events.js";
import type { WantedLogprobs } from "../../conversation/logprobs.js";
import type { ReplyFacts } from "../../conversation/reply-facts.js";
import {
  completeUsage,
  type FinalUsage,
  mergeUsage,
  type Usage,
} from "../../conversation/usage/usage.js";
import { createLogprobQueue, type LogprobQueue, type YieldedLogprob } from "./logprob-queue.js";
import { createOutputMeter, type OutputMeter } from "./output-meter.js";
import { createStopScanner, type StopScanner } from "./stop-scanner.js";
import type { ModelYield } from "./yields.js";

/** What a builder must know of the request. */
export interface ReplyBuilderOptions {
  /** The resolved name of the model. */
  readonly model: string;
  readonly stopSequences: readonly string[];
  /** The most tokens the reply may have; the rest is cut, and the reason is then `max_tokens`. */
  readonly maxTokens: number;
  /** The estimate of the input, for as long as the model reports nothing better. */
  readonly inputTokens: number;
  readonly countTokens?: ((text: string) => number) | undefined;
  /** What the caller wants to know of the probabilities of the tokens. */
  readonly logprobs?: WantedLogprobs | undefined;
  createToolCallId(): string;
}

/**
 * Turns what an in-process model yields into valid events: opens and closes blocks, looks for stop
 * sequences, enforces the token limit and keeps the counts. Pure: no time, no I/O.
 */
export interface ReplyBuilder {
  /** The events of one yield; empty if nothing is to be shown yet. @throws TypeError for a yield that breaks the order */
  push(piece: ModelYield): readonly ConversationEvent[];
  /** The events that end the reply. */
  end(): readonly ConversationEvent[];
  /** Whether the reply is whole; the model need not be asked for more. */
  done(): boolean;
  /** The counts of what has been generated so far. */
  usage(): FinalUsage;
  /** What the reply says of itself. */
  facts(): ReplyFacts;
}

interface State {
  readonly options: ReplyBuilderOptions;
  readonly scanner: StopScanner;
  readonly meter: OutputMeter;
  readonly logprobs: LogprobQueue;
  readonly events: ConversationEvent[];
  started: boolean;
  done: boolean;
  blocks: number;
  open: OpenedBlock | undefined;
  openIsEmpty: boolean;
  reported: Usage;
  reasoningTokens: number;
  called: boolean;
  refused: boolean;
  /** Why it has ended. */
  stopped: StopReason | undefined;
}

/** A builder of one reply. */
export function createReplyBuilder(options: ReplyBuilderOptions): ReplyBuilder {
  const state: State = {
    options,
    scanner: createStopScanner(options.stopSequences),
    meter: createOutputMeter(options.maxTokens, options.countTokens),
    logprobs: createLogprobQueue(options.logprobs),
    events: [],
    started: false,
    done: false,
    blocks: 0,
    open: undefined,
    openIsEmpty: true,
    reported: {},
    reasoningTokens: 0,
    called: false,
    refused: false,
    stopped: undefined,
  };

  return {
    done: () => state.done,
    usage: () => finalUsage(state),
    facts: () => ({ model: options.model, finishReasons: state.stopped ? [state.stopped] : [] }),
    push(piece) {
      if (state.done) throw new TypeError("The model yielded after the end of its reply.");
      apply(state, piece);
      return state.events.splice(0);
    },
    end() {
      flushHeldText(state);
      endState(state, { type: "stop", reason: defaultReason(state) });
      return state.events.splice(0);
    },
  };
}

function apply(state: State, piece: ModelYield): void {
  if (typeof piece === "string") {
    addText(state, piece);
    return;
  }
  if (!Object.hasOwn(applyByType, piece?.type)) throw new TypeError(unknownYield);
  if (piece.type !== "usage" && piece.type !== "text") flushHeldText(state);
  applyByType[piece.type](state, piece as never);
}

const unknownYield =
  "A model may yield strings and what thinking(), toolCall(), usage() and their like return.";

/** Models are written in JavaScript, too. */
function requireStrings(...values: readonly unknown[]): void {
  if (!values.every((value) => typeof value === "string")) throw new TypeError(unknownYield);
}

const stopReasons: Readonly<Record<StopReason, true>> = {
  end: true,
  max_tokens: true,
  stop_sequence: true,
  tool_calls: true,
  refusal: true,
  content_filter: true,
  pause: true,
  context_window: true,
  other: true,
};

type Tagged = Exclude<ModelYield, string>;
type Apply = { [T in Tagged["type"]]: (state: State, piece: Extract<Tagged, { type: T }>) => void };

const applyByType: Apply = {
  text(state, piece) {
    requireStrings(piece.text);
    addText(state, piece.text, piece.logprobs);
  },
  thinking: addThinking,
  redacted_thinking(state, piece) {
    requireStrings(piece.data);
    addWhole(state, { type: "redacted_thinking", data: piece.data });
  },
  refusal(state, piece) {
    state.refused = true;
    ensureOpen(state, "refusal");
    requireStrings(piece.text);
    state.logprobs.add(piece.text, piece.logprobs);
    addPiece(state, piece.text, (text) => toTextDelta(state, text));
  },
  tool_call_start: openToolCall,
  tool_call_arguments(state, piece) {
    addArguments(state, piece.json);
  },
  tool_call(state, piece) {
    openToolCall(state, piece);
    addArguments(state, piece.json);
    close(state);
  },
  usage(state, piece) {
    state.reported = mergeUsage(state.reported, piece.usage);
    if (state.started) state.events.push({ type: "usage", usage: state.reported });
  },
  stop(state, { reason, sequence, refusal }) {
    if (!Object.hasOwn(stopReasons, reason)) {
      throw new TypeError(`A reply cannot stop for the reason ${JSON.stringify(reason)}.`);
    }
    endState(state, { type: "stop", reason, sequence, refusal });
  },
};

/** The delta of text that is shown, with the log probabilities of its tokens. */
function toTextDelta({ logprobs }: State, text: string): BlockDelta {
  return { type: "text", text, ...logprobs.take(text.length) };
}

function addText(state: State, piece: string, tokens?: readonly YieldedLogprob[]): void {
  if (piece === "") return;
  state.logprobs.add(piece, tokens);
  const { text, matched } = state.scanner.push(piece);
  if (text !== "") {
    ensureOpen(state, "text");
    addPiece(state, text, (fitting) => toTextDelta(state, fitting));
  }
  if (matched !== undefined && !state.done) {
    endState(state, { type: "stop", reason: "stop_sequence", sequence: matched });
  }
}

function addThinking(
  state: State,
  piece: { readonly text: string; readonly signature: string | undefined },
): void {
  requireStrings(piece.text, piece.signature === undefined ? "" : piece.signature);
  ensureOpen(state, "thinking");
  const before = state.meter.tokens;
  if (piece.text !== "") addPiece(state, piece.text, (text) => ({ type: "text", text }));
  state.reasoningTokens += state.meter.tokens - before;
  if (piece.signature === undefined || state.done) return;
  addDelta(state, { type: "signature", signature: piece.signature });
  close(state);
}

function openToolCall(
  state: State,
  call: { readonly name: string; readonly id: string | undefined },
): void {
  requireStrings(call.name, call.id ?? "");
  state.called = true;
  openBlock(state, {
    type: "tool_call",
    id: call.id ?? state.options.createToolCallId(),
    name: call.name,
  });
}

function addArguments(state: State, json: string): void {
  if (state.done) return;
  if (state.open?.type !== "tool_call") {
    throw new TypeError("toolCallArguments() must follow toolCallStart().");
  }
  if (json !== "") addPiece(state, json, (text) => ({ type: "arguments", json: text }));
}

function addWhole(state: State, block: OpenedBlock): void {
  openBlock(state, block);
  close(state);
}

/** Adds as much of a piece as the token limit allows, and ends the reply if that is not all of it. */
function addPiece(
  state: State,
  piece: string,
  toDelta: (text: string) => Extract<ConversationEvent, { type: "delta" }>["delta"],
): void {
  if (state.done) return;
  requireStrings(piece);
  const fitting = state.meter.take(piece);
  if (fitting !== "") addDelta(state, toDelta(fitting));
  if (fitting.length < piece.length) endState(state, { type: "stop", reason: "max_tokens" });
}

function addDelta(
  state: State,
  delta: Extract<ConversationEvent, { type: "delta" }>["delta"],
): void {
  state.openIsEmpty = false;
  state.events.push({ type: "delta", index: state.blocks - 1, delta });
}

function ensureOpen(state: State, type: "text" | "thinking" | "refusal"): void {
  if (state.open?.type !== type) openBlock(state, { type });
}

function openBlock(state: State, block: OpenedBlock): void {
  close(state);
  if (state.meter.full) endState(state, { type: "stop", reason: "max_tokens" });
  if (state.done) return;
  start(state);
  state.events.push({ type: "open", index: state.blocks, block });
  state.blocks += 1;
  state.open = block;
  state.openIsEmpty = true;
}

function close(state: State): void {
  if (!state.open || state.done) return;
  if (state.open.type === "tool_call" && state.openIsEmpty) {
    addDelta(state, { type: "arguments", json: "{}" });
  }
  state.events.push({ type: "close", index: state.blocks - 1 });
  state.open = undefined;
}

/** Adds the text that looked like the beginning of a stop sequence but was not one. */
function flushHeldText(state: State): void {
  const held = state.scanner.flush();
  if (held === "" || state.done) return;
  ensureOpen(state, "text");
  addPiece(state, held, (text) => toTextDelta(state, text));
}

function endState(state: State, stop: StopEvent): void {
  const clipped = stop.reason === "max_tokens" && state.open?.type === "tool_call";
  if (!clipped) close(state);
  if (state.done) return;
  start(state);
  state.done = true;
  state.stopped = stop.reason;
  state.events.push(stop, { type: "end", usage: finalUsage(state) });
}

function start(state: State): void {
  if (state.started) return;
  state.started = true;
  state.events.push({ type: "start", model: state.options.model, usage: finalUsage(state) });
}

function defaultReason(state: State): StopEvent["reason"] {
  if (state.refused) return "refusal";
  return state.called ? "tool_calls" : "end";
}

function finalUsage(state: State): FinalUsage {
  return completeUsage(state.reported, {
    input: state.options.inputTokens,
    output: state.meter.tokens,
    reasoning: state.reasoningTokens,
  });
}
