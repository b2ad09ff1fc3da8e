import type { BlockDelta, OpenEvent, OpenedBlock } from "../../../conversation/events.js";
import type { Citation } from "../../../conversation/fold.js";
import type { TokenLogprob } from "../../../conversation/logprobs.js";
import type { Delta } from "../schemas/events.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import { reasoningSeparator } from "../wire/reasoning.js";
import { requestOf } from "../wire/request-of.js";
import type { ChunkFrames } from "./chunk-frames.js";
import type { AnswerContext } from "./context.js";
import { createReplyExtras, type ReplyExtras } from "./extras.js";
import {
  customToolNames,
  emptyArguments,
  type OpenedCall,
  toCallDelta,
  toCallHead,
  toCallPiece,
} from "./tool-calls.js";

/** The state of writing one choice of a reply. */
export interface Writing {
  readonly context: AnswerContext;
  readonly frames: ChunkFrames;
  readonly showReasoning: boolean;
  readonly customNames: ReadonlySet<string>;
  /** Whether the request uses `functions`, of which a reply can call only one. */
  readonly asFunction: boolean;
  readonly extras: ReplyExtras;
  /** Whether the chunk with the role was written. */
  begun: boolean;
  /** Whether `content` has been a string in some delta. */
  contentSent: boolean;
  hasText: boolean;
  hasRefusal: boolean;
  /** Whether any text of reasoning was written. */
  hasReasoning: boolean;
  /** How many calls have begun; the next one has this index. */
  calls: number;
  block: OpenWriting | undefined;
  call: { readonly index: number; readonly custom: boolean; written: boolean } | undefined;
}

/** The open block, with the data that is written only when it is complete. */
interface OpenWriting {
  readonly opened: OpenedBlock;
  readonly index: number;
  /** UTF-16 units of its text so far. The text itself was written and is no longer kept. */
  length: number;
  /** The text of reasoning, which is repeated with its signature. */
  readonly reasoning: string[];
  readonly citations: Citation[];
  signature: string | undefined;
}

/** The state before anything is written. */
export function startWriting(context: AnswerContext, frames: ChunkFrames): Writing {
  return {
    context,
    frames,
    showReasoning: context.settings.reasoning === "show",
    customNames: customToolNames(requestOf(context.request)),
    asFunction: knowsOnlyFunctions(requestOf(context.request)),
    extras: createReplyExtras(context),
    begun: false,
    contentSent: false,
    hasText: false,
    hasRefusal: false,
    hasReasoning: false,
    calls: 0,
    block: undefined,
    call: undefined,
  };
}

/** Opens a block, with the chunk of the role if it is the first that callers see. */
export function writeOpen(writing: Writing, { block: opened, index }: OpenEvent): string {
  writing.block = {
    opened,
    index,
    length: 0,
    reasoning: [],
    citations: [],
    signature: undefined,
  };
  switch (opened.type) {
    case "text":
      writing.hasText = true;
      return writing.begun ? "" : writeFirst(writing, { content: "", refusal: null });
    case "refusal":
      writing.hasRefusal = true;
      if (writing.begun) return writing.frames.chunk({ refusal: "" });
      return writeFirst(writing, { content: null, refusal: "" });
    case "thinking":
      if (writing.begun || !writing.showReasoning) return "";
      return writeFirst(writing, { content: null, refusal: null });
    case "tool_call":
      return writeCallHead(writing, opened);
    case "redacted_thinking":
    case "native":
      return "";
  }
}

/** The chunk with the role. */
export function writeFirst(writing: Writing, delta: Delta): string {
  writing.begun = true;
  writing.contentSent = delta.content === "";
  return writing.frames.chunk({ role: "assistant", ...delta });
}

function writeCallHead(writing: Writing, opened: OpenedCall): string {
  const custom = writing.customNames.has(opened.name);
  const index = writing.calls++;
  const delta = toCallDelta(toCallHead(index, opened, custom), writing.asFunction);
  writing.call = { index, custom, written: false };
  if (!delta) return "";
  if (writing.begun) return writing.frames.chunk(delta);
  return writeFirst(writing, { content: null, ...delta, refusal: null });
}

/** What a delta adds to the open block. Citations and signatures wait for its end. */
export function writeDelta(writing: Writing, delta: BlockDelta): string {
  switch (delta.type) {
    case "text":
      return delta.text === "" ? "" : writeText(writing, delta.text, delta.logprobs);
    case "arguments":
      return delta.json === "" ? "" : writeCallPiece(writing, delta.json);
    case "citation":
      writing.block?.citations.push(delta);
      return "";
    case "signature":
      if (writing.block) writing.block.signature = delta.signature;
      return "";
  }
}

function writeText(
  writing: Writing,
  text: string,
  tokens: readonly TokenLogprob[] | undefined,
): string {
  const { block } = writing;
  if (block) block.length += text.length;
  switch (block?.opened.type) {
    case "text":
      writing.contentSent = true;
      return writing.frames.text("content", text, tokens);
    case "refusal":
      return writing.frames.text("refusal", text, tokens);
    case "thinking":
      return writing.showReasoning ? writeReasoning(writing, block, text) : "";
    default:
      return "";
  }
}

function writeReasoning(writing: Writing, { reasoning }: OpenWriting, text: string): string {
  const separator = writing.hasReasoning && reasoning.length === 0 ? reasoningSeparator : "";
  reasoning.push(text);
  writing.hasReasoning = true;
  return writing.frames.text("reasoning_content", separator + text);
}

function writeCallPiece(writing: Writing, text: string): string {
  const { call } = writing;
  if (!call) return "";
  call.written = true;
  const piece = toCallPiece(call.index, text, call.custom);
  const delta = toCallDelta(piece, writing.asFunction);
  return delta ? writing.frames.chunk(delta) : "";
}

/** Closes the open block; a call without arguments gets empty ones. */
export function writeClose(writing: Writing): string {
  const { block, call, extras } = writing;
  if (block) extras.add({ ...block, text: block.reasoning.join("") }, block.index);
  const rest = call && !call.written && !call.custom ? writeCallPiece(writing, emptyArguments) : "";
  writing.call = undefined;
  writing.block = undefined;
  return rest;
}
