import type { BlockDelta, OpenedBlock } from "../../../conversation/events.js";
import { badReply } from "../../../errors/bad-reply.js";
import { replyTooLarge } from "../../../errors/reply-too-large.js";
import { encodeJson } from "../../../json/raw.js";
import { parseTruncatedObject } from "../../../json/truncated-json.js";
import { isObject, type JsonObject, parseJson } from "../../../json/value.js";
import { formatName } from "../wire/names.js";
import { readText } from "../wire/value.js";
import { type ReplyBlockContext, toOpened } from "./opened-block.js";

/** One block of an upstream's reply while it arrives. */
export interface ReplyBlock {
  readonly kind: OpenedBlock["type"];
  /** The block in its `content_block_start`, unchanged. */
  readonly value: JsonObject;
  /** The opened block; absent while a native block is incomplete. */
  opened: OpenedBlock | undefined;
  /** Deltas that have arrived and were not taken yet; neighbours of the same kind are joined. */
  pending: BlockDelta[];
  /** The pieces of a call's input. */
  readonly input: string[];
  /** Members of a native block, with those from deltas; other blocks have none. */
  readonly members: Map<string, unknown>;
  signature: string;
  stopped: boolean;
}

/** A block from its `content_block_start`, or from the list of a whole message. */
export function createReplyBlock(value: JsonObject, context: ReplyBlockContext): ReplyBlock {
  const opened = toOpened(value, context);
  const block: ReplyBlock = {
    kind: opened?.type ?? "native",
    value,
    opened,
    pending: [],
    input: [],
    members: new Map(opened ? [] : Object.entries(value)),
    signature: "",
    stopped: false,
  };
  for (const delta of startDeltas(value)) addDelta(block, delta);
  return block;
}

/** The initial content of a block, as the equivalent deltas. */
function startDeltas(value: JsonObject): readonly JsonObject[] {
  switch (value.type) {
    case "text":
      return [
        { type: "text_delta", text: value.text },
        ...toList(value.citations).map((citation) => ({ type: "citations_delta", citation })),
      ];
    case "thinking":
      return [
        { type: "thinking_delta", thinking: value.thinking },
        { type: "signature_delta", signature: value.signature },
      ];
    default:
      return [];
  }
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Adds a delta of the wire. `false`: its type is unknown.
 * @throws ServiceError `upstream_bad_response` for a delta that belongs to another kind of block
 */
export function addDelta(block: ReplyBlock, delta: JsonObject): boolean {
  if (block.kind === "native" && delta.type !== "input_json_delta") {
    addMembers(block.members, delta);
    return true;
  }
  switch (delta.type) {
    case "text_delta":
      return push(block, ["text"], { type: "text", text: readText(delta.text) });
    case "thinking_delta":
      return push(block, ["thinking"], { type: "text", text: readText(delta.thinking) });
    case "citations_delta":
      return push(block, ["text"], toCitation(delta.citation));
    case "signature_delta":
      assertKind(block, ["thinking"]);
      block.signature = readText(delta.signature) || block.signature;
      return true;
    case "input_json_delta": {
      const json = readText(delta.partial_json);
      block.input.push(json);
      return push(block, ["tool_call", "native"], { type: "arguments", json });
    }
    default:
      return false;
  }
}

function push(block: ReplyBlock, kinds: readonly ReplyBlock["kind"][], delta: BlockDelta): true {
  assertKind(block, kinds);
  addPending(block.pending, delta);
  return true;
}

function assertKind(block: ReplyBlock, kinds: readonly ReplyBlock["kind"][]): void {
  if (!kinds.includes(block.kind)) throw badReply("A delta does not fit its block.");
}

/**
 * Adds a delta to those that wait. Pieces of text and arguments are joined with the last one; empty
 * pieces are dropped.
 */
function addPending(pending: BlockDelta[], delta: BlockDelta): void {
  const last = pending.at(-1);
  if (delta.type === "text") {
    if (delta.text === "") return;
    if (last?.type === "text") {
      pending[pending.length - 1] = { type: "text", text: last.text + delta.text };
      return;
    }
  }
  if (delta.type === "arguments") {
    if (delta.json === "") return;
    if (last?.type === "arguments") {
      pending[pending.length - 1] = { type: "arguments", json: last.json + delta.json };
      return;
    }
  }
  pending.push(delta);
}

function toCitation(value: unknown): BlockDelta {
  if (!isObject(value)) throw badReply("A citation is not an object.");
  const { type, url } = value;
  const isWeb = type === "web_search_result_location" && typeof url === "string";
  const web = isWeb ? { url, title: readText(value.title) } : undefined;
  return { type: "citation", format: formatName, value, ...(web && { web }) };
}

/** Members of a block of an unknown type to which deltas may add. */
const mostMembers = 1_000;

/**
 * Applies a delta to a block of an unknown type: strings are appended, other values are replaced.
 */
function addMembers(members: Map<string, unknown>, { type: _type, ...delta }: JsonObject): void {
  for (const [name, value] of Object.entries(delta)) {
    const before = members.get(name);
    const grows = typeof before === "string" && typeof value === "string";
    members.set(name, grows ? before + value : value);
  }
  if (members.size > mostMembers) {
    throw replyTooLarge(`The deltas of a block have more than ${mostMembers} members.`);
  }
}

/** Completes a block: content that only its start event held is returned now. */
export function stopBlock(block: ReplyBlock): void {
  if (block.stopped) return;
  block.stopped = true;
  if (block.signature !== "") {
    block.pending.push({ type: "signature", signature: block.signature });
  }
  if (block.kind === "tool_call" && block.input.join("") === "") {
    addPending(block.pending, { type: "arguments", json: toJson(block.value.input) });
  }
  if (block.kind === "native") {
    block.pending = [];
    block.opened = { type: "native", format: formatName, value: toNative(block) };
  }
}

/** The input of the start event, if it has any; on the wire each call begins with `{}`. */
function toJson(input: unknown): string {
  return isObject(input) && Object.keys(input).length > 0 ? encodeJson(input) : "";
}

function toNative({ members, input }: ReplyBlock): JsonObject {
  const text = input.join("");
  const value = Object.fromEntries(members);
  return text === "" ? value : { ...value, input: parseTruncatedObject(text) };
}

/** Whether the content is complete, as far as it shows: the arguments of a call are valid JSON. */
export function isWhole({ kind, input }: ReplyBlock): boolean {
  const text = input.join("");
  return kind !== "tool_call" || text === "" || parseJson(text) !== undefined;
}
