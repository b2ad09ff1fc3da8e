import type { JsonObject } from "../conversation/conversation.js";
import type {
  BlockDelta,
  ConversationEvent,
  OpenedBlock,
  StopReason,
} from "../conversation/events.js";
import type { AnswerContext, StreamEncoder } from "../format.js";
import { encodeComment, encodeJsonEvent } from "../sse/encode.js";
import { type ChunkFrames, createChunkFrames } from "./chunk-frames.js";
import { toErrorBody } from "./errors.js";
import { toFinishReason } from "./stop-reason.js";
import { customToolNames, emptyArguments, toCallHead, toCallPiece } from "./tool-calls.js";
import { type Delta, formatName, requestOf } from "./types.js";

const frameDone = "data: [DONE]\n\n";

/** A reply while it is written. */
interface Writing {
  readonly frames: ChunkFrames;
  readonly showThoughts: boolean;
  readonly customNames: ReadonlySet<string>;
  readonly annotations: JsonObject[];
  /** Whether the chunk with the role is out. */
  begun: boolean;
  /** Whether `content` has been a string in some delta. */
  contentSent: boolean;
  hasText: boolean;
  hasRefusal: boolean;
  /** How many calls have begun; the next one has this index. */
  calls: number;
  block: OpenedBlock["type"] | undefined;
  call: { readonly index: number; readonly custom: boolean; written: boolean } | undefined;
}

/**
 * Turns a reply into chunks: one with the role, one for each delta, one with the finish reason,
 * one with the usage if it was asked for, and `[DONE]`. The form of the first chunk depends on what
 * the reply begins with, so it is written when the first visible block opens. The joined deltas
 * equal the message of the same reply as JSON.
 */
export function createEncoder(context: AnswerContext): StreamEncoder {
  let writing: Writing | undefined;
  return {
    encode(event) {
      if (event.type === "start") writing = startWriting(context, event.model);
      return writing ? writeEvent(writing, event) : "";
    },
    ping: () => encodeComment("keep-alive"),
    fail: (error) => encodeJsonEvent(toErrorBody(error)),
  };
}

function startWriting(context: AnswerContext, model: string): Writing {
  return {
    frames: createChunkFrames(context, model),
    showThoughts: context.settings.chatCompletions.reasoning === "reasoning_content",
    customNames: customToolNames(requestOf(context.request)),
    annotations: [],
    begun: false,
    contentSent: false,
    hasText: false,
    hasRefusal: false,
    calls: 0,
    block: undefined,
    call: undefined,
  };
}

function writeEvent(writing: Writing, event: ConversationEvent): string {
  switch (event.type) {
    case "open":
      return writeOpen(writing, event.block);
    case "delta":
      return writeDelta(writing, event.delta);
    case "close":
      return writeClose(writing);
    case "stop":
      return writeStop(writing, event.reason);
    case "end":
      return writing.frames.usage(event.usage) + frameDone;
    case "start":
    case "usage":
      return "";
  }
}

function writeOpen(writing: Writing, opened: OpenedBlock): string {
  writing.block = opened.type;
  switch (opened.type) {
    case "text":
      writing.hasText = true;
      return writing.begun ? "" : writeFirst(writing, { content: "", refusal: null });
    case "refusal":
      writing.hasRefusal = true;
      if (writing.begun) return writing.frames.chunk({ refusal: "" });
      return writeFirst(writing, { content: null, refusal: "" });
    case "thinking":
      if (writing.begun || !writing.showThoughts) return "";
      return writeFirst(writing, { content: null, refusal: null });
    case "tool_call":
      return writeCallHead(writing, opened.id, opened.name);
    case "redacted_thinking":
    case "native":
      return "";
  }
}

function writeFirst(writing: Writing, delta: Delta): string {
  writing.begun = true;
  writing.contentSent = delta.content === "";
  return writing.frames.chunk({ role: "assistant", ...delta });
}

function writeCallHead(writing: Writing, id: string, name: string): string {
  const custom = writing.customNames.has(name);
  const index = writing.calls++;
  const head = [toCallHead(index, id, name, custom)];
  writing.call = { index, custom, written: false };
  if (writing.begun) return writing.frames.chunk({ tool_calls: head });
  return writeFirst(writing, { content: null, tool_calls: head, refusal: null });
}

function writeDelta(writing: Writing, delta: BlockDelta): string {
  switch (delta.type) {
    case "text":
      return delta.text === "" ? "" : writeText(writing, delta.text);
    case "arguments":
      return delta.json === "" ? "" : writeCallPiece(writing, delta.json);
    case "citation":
      if (delta.format === formatName) writing.annotations.push(delta.value);
      return "";
    case "signature":
      return "";
  }
}

function writeText(writing: Writing, text: string): string {
  switch (writing.block) {
    case "text":
      writing.contentSent = true;
      return writing.frames.chunk({ content: text });
    case "refusal":
      return writing.frames.chunk({ refusal: text });
    case "thinking":
      return writing.showThoughts ? writing.frames.chunk({ reasoning_content: text }) : "";
    default:
      return "";
  }
}

function writeCallPiece(writing: Writing, text: string): string {
  const { call } = writing;
  if (!call) return "";
  call.written = true;
  return writing.frames.chunk({ tool_calls: [toCallPiece(call.index, text, call.custom)] });
}

function writeClose(writing: Writing): string {
  const { call } = writing;
  const rest = call && !call.written && !call.custom ? writeCallPiece(writing, emptyArguments) : "";
  writing.call = undefined;
  writing.block = undefined;
  return rest;
}

/** Says what the JSON form says and no delta has said yet, then the finish reason. */
function writeStop(writing: Writing, reason: StopReason): string {
  const { frames, annotations } = writing;
  const first = writing.begun ? "" : writeFirst(writing, { content: "", refusal: null });
  const silent = writing.calls === 0 && !writing.hasRefusal;
  const owed = !writing.contentSent && (writing.hasText || silent);
  return [
    first,
    owed ? frames.chunk({ content: "" }) : "",
    annotations.length > 0 ? frames.chunk({ annotations }) : "",
    frames.chunk({}, toFinishReason(reason, writing.hasRefusal)),
  ].join("");
}
