import type { JsonObject } from "../conversation/conversation.js";
import {
  applyEdits,
  type Edit,
  elementsOf,
  membersOf,
  removeElements,
  type Span,
  spanAt,
} from "../json/spans.js";
import type { RelayEdits, RelayedBody } from "../upstream-format.js";
import { isOwnSignature, mayHoldOwnSignature } from "./signature.js";
import { isObject } from "./wire-value.js";

/**
 * A caller's body for an upstream of this format: the model gets its name there, and thoughts go that
 * were signed here, since an upstream refuses a signature that is not its own. All other bytes stay,
 * unless a name is repeated: then readers could disagree, and the body is written anew.
 */
export function editRelayed(
  bytes: Uint8Array,
  body: JsonObject,
  { model }: RelayEdits,
): RelayedBody {
  if (hasRepeatedNames(bytes)) {
    const text = JSON.stringify({ ...body, model, ...withoutOwnThoughts(body) });
    return { bytes: new TextEncoder().encode(text), addedUsage: false };
  }
  const edits = [...editModel(bytes, body, model), ...editMessages(bytes, body)];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}

function hasRepeatedNames(bytes: Uint8Array): boolean {
  const names = membersOf(bytes).map(({ name }) => name);
  return new Set(names).size < names.length;
}

function editModel(bytes: Uint8Array, body: JsonObject, model: string): readonly Edit[] {
  const span = body.model === model ? undefined : spanAt(bytes, ["model"]);
  return span ? [{ ...span, text: JSON.stringify(model) }] : [];
}

/** Takes out the thoughts that were signed here, and messages of which nothing else is left. */
function editMessages(bytes: Uint8Array, { messages }: JsonObject): readonly Edit[] {
  if (!Array.isArray(messages) || !mayHoldOwnSignature(new TextDecoder().decode(bytes))) return [];
  const span = spanAt(bytes, ["messages"]);
  const elements = span ? elementsOf(bytes, span.start) : [];
  const isEmptied = (index: number) => isOnlyOwnThoughts(messages[index]);
  const inner = elements.flatMap((element, index) =>
    isEmptied(index) ? [] : editContent(bytes, element, contentOf(messages[index])),
  );
  return [...inner, ...removeElements(elements, isEmptied)];
}

function editContent(
  bytes: Uint8Array,
  message: Span,
  content: readonly unknown[],
): readonly Edit[] {
  if (!content.some(isOwnThought)) return [];
  const value = membersOf(bytes, message.start).findLast(({ name }) => name === "content")?.value;
  if (!value) return [];
  return removeElements(elementsOf(bytes, value.start), (index) => isOwnThought(content[index]));
}

function contentOf(message: unknown): readonly unknown[] {
  return isObject(message) && Array.isArray(message.content) ? message.content : [];
}

function isOnlyOwnThoughts(message: unknown): boolean {
  const content = contentOf(message);
  return content.length > 0 && content.every(isOwnThought);
}

function isOwnThought(block: unknown): boolean {
  return (
    isObject(block) &&
    block.type === "thinking" &&
    typeof block.signature === "string" &&
    isOwnSignature(block.signature)
  );
}

function withoutOwnThoughts({ messages }: JsonObject): JsonObject {
  if (!Array.isArray(messages)) return {};
  return {
    messages: messages
      .filter((message) => !isOnlyOwnThoughts(message))
      .map((message: unknown) =>
        isObject(message) && contentOf(message).some(isOwnThought)
          ? { ...message, content: contentOf(message).filter((block) => !isOwnThought(block)) }
          : message,
      ),
  };
}
