import type { JsonObject } from "../conversation/conversation.js";
import {
  applyEdits,
  type Edit,
  elementsOf,
  type Member,
  membersOf,
  removeElements,
  type Span,
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
  const members = membersOf(bytes);
  if (hasRepeatedNames(members)) {
    const text = JSON.stringify({ ...body, model, ...withoutOwnThoughts(body) });
    return { bytes: new TextEncoder().encode(text), addedUsage: false };
  }
  const edits = [...editModel(members, body, model), ...editMessages(bytes, members, body)];
  return { bytes: applyEdits(bytes, edits), addedUsage: false };
}

function hasRepeatedNames(members: readonly Member[]): boolean {
  return new Set(members.map(({ name }) => name)).size < members.length;
}

function editModel(members: readonly Member[], body: JsonObject, model: string): readonly Edit[] {
  const member = body.model === model ? undefined : members.find(({ name }) => name === "model");
  return member ? [{ ...member.value, text: JSON.stringify(model) }] : [];
}

/** Takes out the thoughts that were signed here, and messages of which nothing else is left. */
function editMessages(
  bytes: Uint8Array,
  members: readonly Member[],
  { messages }: JsonObject,
): readonly Edit[] {
  if (!Array.isArray(messages) || !mayHoldOwnSignature(new TextDecoder().decode(bytes))) return [];
  const span = members.find(({ name }) => name === "messages")?.value;
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
