import type {
  BlockDelta,
  ConversationEvent,
  OpenEvent,
  OpenedBlock,
} from "../../../conversation/events.js";
import { encodeJsonEvent, toJsonString } from "../../../sse/encode.js";
import type { AnswerContext, StreamWriter } from "../../format.js";
import { encodeError } from "../answers/errors.js";
import type { ContentBlockDelta, MessageStreamEvent } from "../schemas/events.js";
import type { ContentBlock } from "../schemas/response.js";
import { formatName } from "../wire/names.js";
import { createSigner, type Signer } from "../wire/signature.js";
import { toStop } from "../wire/stop-reason.js";
import { isNativeHere, toMessageStart } from "./message.js";
import { type ReplyOptions, readReplyOptions } from "./options.js";
import { foreignBlock, foreignCitation } from "./rules.js";
import { toToolUse } from "./tool-use.js";
import { createServerToolCounter, toDeltaUsage } from "./usage.js";

/** The frame that keeps a silent connection alive, spaced as the real service spaces it. */
export const framePing = 'event: ping\ndata: {"type": "ping"}\n\n';

/** What the wire requires to be known about the open block. */
interface OpenState {
  readonly index: number;
  readonly block: OpenedBlock;
  /** Signs the thinking until the model gives its own signature. */
  signer: Signer | undefined;
  /** Whether a tool call has had any JSON text. */
  hasInput: boolean;
}

/**
 * Writes one reply as server-sent events: `message_start`, the blocks one after another, one
 * `message_delta` with the stop reason and the cumulative counts, `message_stop`. Native blocks of
 * other formats are left out and take no index. A tool call that is still open at the end was
 * truncated and gets no `content_block_stop`, so that no client mistakes it for a complete one.
 */
export function createStreamWriter(context: AnswerContext): StreamWriter {
  const serverTools = createServerToolCounter();
  /** Read when the reply begins: a writer of pings and errors alone must not ask for the body. */
  let options: ReplyOptions;
  let nextIndex = 0;
  let open: OpenState | undefined;
  let ending = toStop({ type: "stop", reason: "end" });

  function openBlock({ block, index: position }: OpenEvent): string {
    open = undefined;
    if (!isNativeHere(block)) {
      context.receipt.noteReply(foreignBlock, `/content/${position}`);
      return "";
    }
    const index = nextIndex++;
    open = { index, block, signer: undefined, hasInput: false };
    if (block.type === "thinking") open.signer = createSigner();
    if (block.type === "native") serverTools.add(block.value);
    const start = frame({
      type: "content_block_start",
      index,
      content_block: toStartBlock(block, options),
    });
    return start + (index === 0 ? framePing : "") + firstDeltas(block, index);
  }

  function closeBlock(): string {
    if (!open) return "";
    const { index } = open;
    const last = lastDelta(open);
    open = undefined;
    return last + frame({ type: "content_block_stop", index });
  }

  function write(event: ConversationEvent): string {
    switch (event.type) {
      case "start":
        options = readReplyOptions(context.request.body);
        return frame({ type: "message_start", message: toMessageStart(event, context.ids) });
      case "open":
        return openBlock(event);
      case "delta":
        if (event.delta.type === "citation" && event.delta.format !== formatName) {
          context.receipt.noteReply(foreignCitation, `/content/${event.index}/citations`);
          return "";
        }
        return open ? encodeDelta(open, event.delta, options) : "";
      case "close":
        return closeBlock();
      case "usage":
        return "";
      case "stop":
        ending = toStop(event);
        return "";
      case "end": {
        const usage = toDeltaUsage(event.usage, serverTools.result());
        return (
          frame({ type: "message_delta", delta: ending, usage }) + frame({ type: "message_stop" })
        );
      }
    }
  }

  return { write, ping: () => framePing, fail: encodeError };
}

function frame(event: MessageStreamEvent): string {
  return encodeJsonEvent(event, event.type);
}

function deltaFrame(index: number, delta: ContentBlockDelta): string {
  return frame({ type: "content_block_delta", index, delta });
}

/** The frame of a delta with a text, which nearly all frames of a stream are; only the text is serialised. */
function textFrame<T extends TextDelta["type"]>(
  index: number,
  type: T,
  member: Exclude<keyof Extract<TextDelta, { readonly type: T }>, "type"> & string,
  text: string,
): string {
  return `event: content_block_delta\ndata: {"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${member}":${toJsonString(text)}}}\n\n`;
}

type TextDelta = Extract<
  ContentBlockDelta,
  { readonly type: "text_delta" | "thinking_delta" | "input_json_delta" }
>;

/** A block in its `content_block_start`; text and input follow in deltas. */
function toStartBlock(block: OpenedBlock, { citesSources }: ReplyOptions): ContentBlock {
  switch (block.type) {
    case "text":
    case "refusal":
      return citesSources ? { citations: [], type: "text", text: "" } : { type: "text", text: "" };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: block.data };
    case "tool_call":
      return toToolUse(block, {});
    case "native":
      return (streamsInput(block) ? { ...block.value, input: {} } : block.value) as ContentBlock;
  }
}

/** Calls of server tools arrive complete, but on the wire their input is in deltas. */
function streamsInput(block: OpenedBlock): boolean {
  if (block.type !== "native") return false;
  return block.value.type === "server_tool_use" || block.value.type === "mcp_tool_use";
}

/** The first piece of every input is empty. */
function firstDeltas(block: OpenedBlock, index: number): string {
  if (block.type === "tool_call") return inputFrame(index, "");
  if (block.type !== "native" || !streamsInput(block)) return "";
  return inputFrame(index, "") + inputFrame(index, JSON.stringify(block.value.input ?? {}));
}

function inputFrame(index: number, json: string): string {
  return textFrame(index, "input_json_delta", "partial_json", json);
}

function encodeDelta(open: OpenState, delta: BlockDelta, { hidesThinking }: ReplyOptions): string {
  switch (delta.type) {
    case "text":
      if (open.block.type !== "thinking") {
        return textFrame(open.index, "text_delta", "text", delta.text);
      }
      if (hidesThinking) return "";
      open.signer?.update(delta.text);
      return textFrame(open.index, "thinking_delta", "thinking", delta.text);
    case "signature":
      if (delta.signature === "") return "";
      open.signer = undefined;
      return deltaFrame(open.index, { type: "signature_delta", signature: delta.signature });
    case "arguments":
      if (delta.json === "") return "";
      open.hasInput = true;
      return inputFrame(open.index, delta.json);
    case "citation":
      return deltaFrame(open.index, { type: "citations_delta", citation: delta.value });
  }
}

/**
 * The delta that a complete block still lacks: a signature, or the input of a call without
 * arguments.
 */
function lastDelta(open: OpenState): string {
  if (open.signer) {
    return deltaFrame(open.index, { type: "signature_delta", signature: open.signer.finish() });
  }
  return open.block.type === "tool_call" && !open.hasInput ? inputFrame(open.index, "{}") : "";
}
