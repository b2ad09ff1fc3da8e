import { BodyText, holdsChangeable } from "../../../json/changeable.js";
import { compactJson } from "../../../json/raw.js";
import { skipValue, walkElements, walkMembers } from "../../../json/spans.js";
import { runAtOnce, type Steps } from "../../../runtime/steps.js";
import type { ContentBlockParam } from "../schemas/content.js";
import type { MessageParam } from "../schemas/whole.js";

/** The inputs of calls as JSON texts, if JavaScript would write them differently from the original. */
export type RawInputs = ReadonlyMap<ContentBlockParam, string>;

const decoder = new TextDecoder();

/**
 * Finds the inputs of all calls in a history that would change if they were parsed and written
 * again. Calls whose parsed inputs hold nothing that can change, and bodies in which nothing can
 * change, are not searched.
 * @param text the body from which the messages were parsed
 */
export function* findRawInputs(
  messages: readonly MessageParam[],
  text: BodyText,
): Steps<RawInputs> {
  const inputs = new Map<ContentBlockParam, string>();
  if (!messages.some(mayChange) || !(yield* text.mayChange())) return inputs;
  const { bytes } = text;
  const collect = (index: number, start: number) => {
    const message = messages[index];
    return message && mayChange(message) ? collectInputs(message, start, bytes, inputs) : undefined;
  };
  walkMembers(bytes, 0, (name, start) =>
    name === "messages" ? walkElements(bytes, start, collect) : undefined,
  );
  return inputs;
}

/** Finds the same in a reply. @param bytes the body from which the reply was parsed */
export function findRawReplyInputs(
  reply: Pick<MessageParam, "content">,
  bytes: Uint8Array,
): RawInputs {
  const inputs = new Map<ContentBlockParam, string>();
  if (mayChange(reply) && runAtOnce(new BodyText(bytes).mayChange())) {
    collectInputs(reply, 0, bytes, inputs);
  }
  return inputs;
}

/** Whether a call's input holds what parsing can have changed: a number, or a name like an index. */
function mayChange({ content }: Pick<MessageParam, "content">): boolean {
  if (!Array.isArray(content)) return false;
  return content.some(({ type, input }) => type === "tool_use" && holdsChangeable(input));
}

/** Of repeated names the last one counts, as in `JSON.parse`. @returns the end of the message */
function collectInputs(
  { content }: Pick<MessageParam, "content">,
  messageStart: number,
  bytes: Uint8Array,
  inputs: Map<ContentBlockParam, string>,
): number {
  const blocks = content as readonly ContentBlockParam[];
  const collect = (index: number, blockStart: number) => {
    const block = blocks[index];
    if (block?.type !== "tool_use") return undefined;
    return walkMembers(bytes, blockStart, (name, start) =>
      name === "input" ? collectInput(block, start, bytes, inputs) : undefined,
    );
  };
  return walkMembers(bytes, messageStart, (name, start) => {
    if (name !== "content") return undefined;
    for (const block of blocks) inputs.delete(block);
    return walkElements(bytes, start, collect);
  });
}

function collectInput(
  block: ContentBlockParam,
  start: number,
  bytes: Uint8Array,
  inputs: Map<ContentBlockParam, string>,
): number {
  const end = skipValue(bytes, start);
  const text = compactJson(decoder.decode(bytes.subarray(start, end)));
  if (text === JSON.stringify(block.input)) inputs.delete(block);
  else inputs.set(block, text);
  return end;
}
