import { isObject, isSealed, parseJson, sealPrefix } from "@diglot/core/formats";

/**
 * What a model wants back on the next turn, in a member that every client returns unchanged:
 * `encrypted_content` for callers of this format, and the proof of reasoning for those of others. It is
 * readable by anyone who decodes it. The checksum at its end tells a damaged seal from a whole one and
 * proves nothing else: whoever checks a signature is the model that has made it.
 */
export type Sealed =
  /** The text of reasoning, and its signature if the model has signed it. */
  | { readonly type: "thinking"; readonly text: string; readonly signature?: string }
  /** What a conversation was about, in place of its turns. */
  | { readonly type: "compaction"; readonly text: string }
  /** Reasoning that only its maker can read. */
  | { readonly type: "redacted_thinking"; readonly data: string }
  /** A reasoning item of an upstream of this format, on its way through a caller of another one. */
  | {
      readonly type: "reasoning";
      readonly id: string;
      readonly text: string;
      readonly encrypted: string;
    };

/** The members that each type must have; all of them are texts. */
const membersOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["thinking", ["text"]],
  ["compaction", ["text"]],
  ["redacted_thinking", ["data"]],
  ["reasoning", ["id", "text", "encrypted"]],
]);

const checksumLength = 14;

/** A seal around what a model wants back. */
export function seal(sealed: Sealed): string {
  const payload = toBase64(JSON.stringify(sealed));
  return sealPrefix + payload + checksumOf(payload);
}

/** What a seal contains, or `undefined` for one that was changed or that is not one of these. */
export function openSeal(text: string): Sealed | undefined {
  if (!isSealed(text)) return undefined;
  const payload = text.slice(sealPrefix.length, -checksumLength);
  if (text.slice(-checksumLength) !== checksumOf(payload)) return undefined;
  const value = parseJson(fromBase64(payload) ?? "");
  return isContent(value) ? value : undefined;
}

function isContent(value: unknown): value is Sealed {
  if (!isObject(value)) return false;
  const { type, ...members } = value;
  const expected = typeof type === "string" ? membersOf.get(type) : undefined;
  return expected?.every((name) => typeof members[name] === "string") ?? false;
}

/** Two hashes of 32 bits in base 36. */
function checksumOf(text: string): string {
  let first = 0x811c9dc5;
  let second = 0x01000193;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b) ^ (first >>> 15);
  }
  return [first, second].map((hash) => (hash >>> 0).toString(36).padStart(7, "0")).join("");
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
