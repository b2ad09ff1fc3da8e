import type { TokenLogprob } from "../../../conversation/logprobs.js";
import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { badReply } from "../../../errors/bad-reply.js";
import { isObject, type JsonObject, toObject } from "../../../json/value.js";
import { toObjects, toText } from "../wire/value.js";
import { messageAt, noteMembers, places } from "./notes.js";
import { type ReasoningPiece, readReasoning } from "./reasoning.js";
import { losses } from "./rules.js";

/** Text of one kind. */
export interface ProsePiece {
  readonly type: "prose";
  readonly kind: "text" | "refusal";
  readonly text: string;
  /** Of its tokens, if they were asked for. */
  readonly logprobs?: readonly TokenLogprob[] | undefined;
}

/** A fragment of a call: one entry of `tool_calls`. */
export interface CallFragment {
  readonly type: "call";
  readonly index: number | undefined;
  /** Empty if there is no id. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  /** Members that are not part of the wire. */
  readonly extra: JsonObject | undefined;
}

/** What a message or a delta adds to a reply. */
export type Piece = ReasoningPiece | ProsePiece | CallFragment;

/**
 * The parts of a message in the order in which a reply has them: reasoning, text, refusal, calls.
 * @param isWhole whether it is a complete message, so that every entry of its calls is a separate call
 */
export function readMessage(
  message: JsonObject,
  reasoningFields: readonly string[],
  note: NoteLoss,
  isWhole: boolean,
): readonly Piece[] {
  noteMembers(message, places.message, note, reasoningFields);
  return [
    ...readReasoning(message, reasoningFields, note),
    ...readContent(message.content, note),
    ...toProse("refusal", message.refusal),
    ...(isWhole ? readCalls(message).map(putInPlace) : readCalls(message)),
  ];
}

/** Complete calls are distinguished by their place in the list, whatever their index. */
function putInPlace(call: CallFragment, index: number): CallFragment {
  return { ...call, index };
}

/** The calls, and the one of the older form. */
export function readCalls({
  tool_calls: calls,
  function_call: older,
}: JsonObject): readonly CallFragment[] {
  if (calls === undefined && older === undefined) return none;
  return [...toObjects(calls), ...toObjects(older).map((called) => ({ function: called }))].map(
    readCall,
  );
}

function toProse(kind: ProsePiece["kind"], value: unknown): readonly ProsePiece[] {
  const text = toText(value);
  return text === "" ? none : [{ type: "prose", kind, text }];
}

const none: readonly never[] = [];

function readContent(content: unknown, note: NoteLoss): readonly Piece[] {
  if (typeof content === "string") return toProse("text", content);
  return toObjects(content).flatMap((part) => readPart(part, note));
}

/** Parts of Mistral and others: text, refusals, and reasoning whose text again consists of parts. */
function readPart(part: JsonObject, note: NoteLoss): readonly Piece[] {
  switch (part.type) {
    case "text":
      return toProse("text", part.text);
    case "refusal":
      return toProse("refusal", part.refusal);
    case "thinking": {
      const text = toText(part.thinking) || toObjects(part.thinking).map(textOf).join("");
      return text === "" ? [] : [{ type: "prose", kind: "thinking", text }];
    }
    default:
      note(losses.media, `${messageAt}/content`);
      return [];
  }
}

function textOf(part: JsonObject): string {
  return toText(part.text);
}

const callMembers: ReadonlySet<string> = new Set(["index", "id", "type", "function", "custom"]);

function readCall(entry: JsonObject): CallFragment {
  const called = toObject(isObject(entry.function) ? entry.function : entry.custom);
  const extra = Object.entries(entry).filter(
    ([name, value]) => !callMembers.has(name) && value !== null,
  );
  return {
    type: "call",
    index: readIndex(entry.index),
    id: toText(entry.id),
    name: toText(called.name),
    arguments: readArguments(called.arguments ?? called.input),
    extra: extra.length === 0 ? undefined : Object.fromEntries(extra),
  };
}

/** Some servers write the index as text. */
function readIndex(value: unknown): number | undefined {
  const index = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof index === "number" && Number.isSafeInteger(index) ? index : undefined;
}

/** Some servers send the arguments as an object. */
function readArguments(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Writing recurses where parsing does not.
    if (error instanceof RangeError) throw badReply("The arguments of a call are too deep.");
    throw error;
  }
}
