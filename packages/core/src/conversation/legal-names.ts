import type { UpstreamCapabilities } from "./capabilities.js";
import type { Conversation } from "./conversation.js";

/**
 * Names and ids that an upstream accepts. The same original always becomes the same name, so calls
 * and results match across turns although no state is kept.
 */

/** The original if it fits, else its legal characters followed by a hash of all of it. */
export function toLegal(original: string, pattern: RegExp, maximum: number): string {
  if (original.length <= maximum && original !== "" && pattern.test(original)) return original;
  const hash = hashText(original);
  const alphanumeric = original.replace(/[^A-Za-z0-9]+/g, "");
  const separator = pattern.test(`a_${hash}`) ? "_" : "";
  const room = Math.max(0, maximum - hash.length - separator.length);
  const prefix = alphanumeric.slice(0, room);
  const name = `${prefix}${prefix === "" ? "" : separator}${hash}`.slice(-maximum);
  // Some patterns require one exact length.
  return pattern.test(name) ? name : name.padEnd(maximum, "0");
}

/**
 * Ids for the calls of one history: legal and unique. A number is added to an id that occurs again,
 * so the same history always gets the same ids.
 */
export function createUniqueIds(pattern: RegExp, maximum: number): (original: string) => string {
  // How often each id has occurred, and 0 for one that was only made: some clients restart their
  // numbering with every reply, so one id may occur many times.
  const counts = new Map<string, number>();
  return (original) => {
    const key = toShortKey(original);
    let count = counts.get(key) ?? 0;
    let id: string;
    do {
      count += 1;
      id = toLegal(count === 1 ? original : `${original}_${count}`, pattern, maximum);
    } while (counts.has(toShortKey(id)));
    counts.set(toShortKey(id), 0);
    counts.set(key, count);
    return id;
  };
}

/**
 * The form of a call's id that is legal in every wire format: callers of either format can send it
 * back.
 */
export function toPlainId(id: string): string {
  return toLegal(id, plainId, longestPlainId);
}

const plainId = /^[A-Za-z0-9_-]+$/;
const longestPlainId = 64;

/**
 * A key by which a text that an upstream chooses is remembered: the text itself, or what tells a long
 * one from others.
 */
export function toShortKey(text: string): string {
  return text.length <= longestKey ? text : `${text.length} ${hashText(text)}`;
}

const longestKey = 128;

/** Eight characters of base 36 that distinguish texts. It is not a cryptographic hash. */
export function hashText(text: string): string {
  let first = 0xdeadbeef;
  let second = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    second = Math.imul(second ^ unit, 0x5f356495);
  }
  const mixed = (first ^ (second >>> 15)) >>> 0;
  return (mixed * 0x100000 + ((second >>> 0) % 0x100000)).toString(36).padStart(8, "0").slice(-8);
}

/** The tool names of one request, in both directions. */
export interface ToolNames {
  /** The name that is sent to the upstream. */
  toUpstream(name: string): string;
  /** The caller's name for an upstream's name; an unknown name is returned unchanged. */
  fromUpstream(name: string): string;
  /** The names that were sent to the upstream. */
  readonly declared: ReadonlySet<string>;
}

/** A reversible map for the names of one request. */
export function createToolNames(
  names: Iterable<string>,
  pattern: RegExp,
  maximum: number,
): ToolNames {
  const originals = new Map<string, string>();
  for (const name of names) originals.set(toLegal(name, pattern, maximum), name);
  return {
    toUpstream: (name) => toLegal(name, pattern, maximum),
    fromUpstream: (name) => originals.get(name) ?? name,
    declared: new Set(originals.keys()),
  };
}

/** The names of the tools that a conversation defines, and of those that its history calls. */
export function toolNamesOf(
  { tools, turns }: Conversation,
  { toolNamePattern, maxToolName }: UpstreamCapabilities,
): ToolNames {
  const names = new Set<string>();
  for (const tool of tools) if (tool.type === "function") names.add(tool.name);
  for (const { blocks } of turns) {
    for (const block of blocks) if (block.type === "tool_call") names.add(block.name);
  }
  return createToolNames(names, toolNamePattern, maxToolName);
}
