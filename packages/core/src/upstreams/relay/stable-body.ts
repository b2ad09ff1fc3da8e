import type { Receipt } from "../../conversation/receipt/receipt.js";
import { type Cutting, cutLines } from "../../conversation/stable-prompt/cut-lines.js";
import type { InstructionPlace } from "../../formats/upstream-format.js";
import { toPointer } from "../../json/pointer.js";
import {
  applyEdits,
  type Edit,
  elementsOf,
  lazyMembersOf,
  type Member,
  removeElements,
  removeMembers,
} from "../../json/spans.js";
import { isObject, type JsonObject } from "../../json/value.js";
import type { Upstream } from "../upstream.js";

/** A caller's body, parsed and as it came. */
interface Body {
  readonly bytes: Uint8Array;
  readonly body: JsonObject;
}

/** A caller's body as an upstream gets it that wants the same instructions in every request. */
export function toStableBody(
  { format, settings }: Pick<Upstream, "format" | "settings">,
  origin: Body,
  receipt: Receipt,
): Body {
  const { instructionPlaces: places = [] } = format;
  return stabiliseBody(origin, places, { lines: settings.changingLines ?? [], receipt });
}

/**
 * A body whose instructions are the same in every request: without the changing lines of tools.
 * Instructions that change are written anew, those of which nothing is left are removed, and all other
 * bytes stay.
 * @param bytes of a body without repeated names
 */
export function stabiliseBody(
  { bytes, body }: Body,
  places: readonly InstructionPlace[],
  cutting: Cutting,
): Body {
  const members = lazyMembersOf(bytes);
  const edits: Edit[] = [];
  const changed: Record<string, unknown> = {};
  for (const { member, roles } of places) {
    const value = body[member];
    const stable = roles
      ? cutMessages(value, member, roles, cutting)
      : cutContent(value, toPointer([member]), cutting);
    if (stable === value) continue;
    edits.push(...editMember(bytes, members(), member, value, stable));
    changed[member] = Array.isArray(stable) && roles ? stable.filter(isLeft) : stable;
  }
  if (edits.length === 0) return { bytes, body };
  return { bytes: applyEdits(bytes, edits), body: { ...body, ...changed } };
}

const isLeft = (value: unknown) => value !== undefined;

/** The messages in a list; those that are instructions and of which nothing is left are `undefined`. */
function cutMessages(
  value: unknown,
  member: string,
  roles: readonly string[],
  cutting: Cutting,
): unknown {
  if (!Array.isArray(value)) return value;
  const messages: readonly unknown[] = value;
  const stable = messages.map((message, index) => {
    if (!isObject(message) || !roles.includes(String(message.role))) return message;
    const at = toPointer([member, index, "content"]);
    const content = cutContent(message.content, at, cutting);
    if (content === message.content) return message;
    return content === undefined ? undefined : { ...message, content };
  });
  return stable.some((message, index) => message !== messages[index]) ? stable : value;
}

/** The same value if nothing of it changes, and `undefined` if nothing of it is left. */
function cutContent(content: unknown, at: string, cutting: Cutting): unknown {
  if (typeof content === "string") return cutText(content, at, cutting);
  if (!Array.isArray(content)) return content;
  const parts: readonly unknown[] = content;
  const stable = parts.map((part, index) => {
    if (!isObject(part) || typeof part.text !== "string") return part;
    const text = cutText(part.text, `${at}/${index}`, cutting);
    if (text === part.text) return part;
    return text === undefined ? undefined : { ...part, text };
  });
  if (stable.every((part, index) => part === parts[index])) return content;
  const left = stable.filter(isLeft);
  return left.length === 0 ? undefined : left;
}

function cutText(text: string, at: string, cutting: Cutting): string | undefined {
  const cut = cutLines(text, at, cutting);
  return cut !== text && cut.trim() === "" ? undefined : cut;
}

/** Of a list only the elements that differ are edited, since the others may be of any size. */
function editMember(
  bytes: Uint8Array,
  members: readonly Member[],
  name: string,
  before: unknown,
  after: unknown,
): readonly Edit[] {
  if (after === undefined) return removeMembers(members, new Set([name]));
  const span = members.findLast((member) => member.name === name)?.value;
  if (!span) return [];
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) {
    return [{ ...span, text: JSON.stringify(after) }];
  }
  const elements = elementsOf(bytes, span.start);
  const rewritten = elements.flatMap((element, index) =>
    after[index] === before[index] || after[index] === undefined
      ? []
      : [{ ...element, text: JSON.stringify(after[index]) }],
  );
  return [...rewritten, ...removeElements(elements, (index) => after[index] === undefined)];
}
