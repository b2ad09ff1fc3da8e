import type { ReadReplyContext } from "@diglot/core";
import {
  badReply,
  isObject,
  type JsonObject,
  type TokenLogprob,
  toObject,
} from "@diglot/core/formats";
import { toCustomArguments } from "../wire/custom-input.js";
import { formatName } from "../wire/names.js";
import { seal } from "../wire/seal.js";
import { ReplyPart } from "./part.js";

/** The text between two parts of a summary. */
const separator = "\n\n";

/** An item of the output while it is read. Its parts are in the order in which they came. */
export interface ReplyItem {
  readonly type: string;
  readonly parts: Map<number, ReplyPart>;
  isDone: boolean;
}

/** Adds a part to the reply. */
export type Push = (part: ReplyPart) => void;

/** The log probabilities of a text, if anybody wants them. */
export type ReadLogprobs = (value: JsonObject) => {
  readonly logprobs?: readonly TokenLogprob[];
};

type Names = Pick<ReadReplyContext, "names" | "createToolCallId">;

/** An item that begins. A call and reasoning are one part; the parts of a message come later. */
export function openItem(value: JsonObject, context: Names, push: Push): ReplyItem {
  const { type } = value;
  if (typeof type !== "string") throw badReply("An item of the output has no type.");
  const item: ReplyItem = { type, parts: new Map(), isDone: false };
  if (type === "function_call" || type === "custom_tool_call") {
    addPart(item, 0, toCallPart(value, context), push);
  } else if (type === "reasoning") addPart(item, 0, new ReplyPart({ type: "thinking" }), push);
  return item;
}

function toCallPart(
  { call_id: id, name }: JsonObject,
  { names, createToolCallId }: Names,
): ReplyPart {
  if (typeof name !== "string" || name === "") throw badReply("A call has no name.");
  return new ReplyPart({
    type: "tool_call",
    id: typeof id === "string" && id !== "" ? id : createToolCallId(),
    name: names.fromUpstream(name),
  });
}

/** The part of a message at an index; it is opened if it is new. */
export function partAt(
  item: ReplyItem,
  index: number,
  type: "text" | "refusal",
  push: Push,
): ReplyPart {
  const known = item.parts.get(index);
  if (known) return known;
  // The parts of a message follow one another, so the earlier ones are complete.
  for (const part of item.parts.values()) part.done = true;
  return addPart(item, index, new ReplyPart({ type }), push);
}

function addPart(item: ReplyItem, index: number, part: ReplyPart, push: Push): ReplyPart {
  item.parts.set(index, part);
  push(part);
  return part;
}

/** Adds text of reasoning; parts of a summary are set apart. */
export function addReasoning(item: ReplyItem, text: string, isNewPart: boolean): void {
  const part = item.parts.get(0);
  if (!part) return;
  if (isNewPart) {
    if (part.written > 0) part.add({ type: "text", text: separator });
    return;
  }
  part.add({ type: "text", text });
}

/** Completes an item with what only its last form says. A call that was cut stays open. */
export function closeItem(
  item: ReplyItem,
  value: JsonObject,
  push: Push,
  readLogprobs: ReadLogprobs,
): void {
  if (item.isDone) return;
  item.isDone = true;
  const [first] = item.parts.values();
  switch (item.type) {
    case "message":
      closeMessage(item, value, push, readLogprobs);
      break;
    case "function_call":
      first?.addRest(value.arguments);
      break;
    case "custom_tool_call":
      if (typeof value.input === "string") first?.addRest(toCustomArguments(value.input));
      break;
    case "reasoning":
      if (first) closeReasoning(first, value);
      break;
    default:
      push(toNativePart(value));
  }
  const isCut = value.status === "incomplete" && first?.opened.type === "tool_call";
  for (const part of item.parts.values()) part.done = !isCut;
}

function closeMessage(
  item: ReplyItem,
  { content }: JsonObject,
  push: Push,
  readLogprobs: ReadLogprobs,
): void {
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  for (const [index, value] of parts.entries()) {
    const isText = value.type === "output_text";
    if (!isText && value.type !== "refusal") continue;
    const part = partAt(item, index, isText ? "text" : "refusal", push);
    if (isText) {
      part.addRest(value.text, readLogprobs(value).logprobs);
      part.addCitations(value.annotations);
    } else part.addRest(value.refusal);
    part.done = true;
  }
}

function closeReasoning(part: ReplyPart, value: JsonObject): void {
  const { id, summary, content, encrypted_content: encrypted } = value;
  const shown = joinTexts(summary) || joinTexts(content);
  if (part.written === 0) part.addRest(shown);
  if (typeof encrypted !== "string" || encrypted === "") return;
  const sealed = {
    type: "reasoning",
    id: typeof id === "string" ? id : "",
    text: shown,
    encrypted,
  };
  part.add({ type: "signature", signature: seal(sealed as Parameters<typeof seal>[0]) });
}

function joinTexts(parts: unknown): string {
  if (!Array.isArray(parts)) return "";
  return parts
    .map((part: unknown) => toObject(part).text)
    .filter((text) => typeof text === "string")
    .join(separator);
}

function toNativePart(value: JsonObject): ReplyPart {
  const part = new ReplyPart({ type: "native", format: formatName, value });
  part.done = true;
  return part;
}
