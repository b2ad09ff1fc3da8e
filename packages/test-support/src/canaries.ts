import { inspect } from "node:util";

/** The ways in which a secret is written by those who leak it, by their names. */
export const secretForms: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  "small letters": (secret) => secret.toLowerCase(),
  capitals: (secret) => secret.toUpperCase(),
  "hexadecimal digits": (secret) => Buffer.from(secret).toString("hex"),
  "hexadecimal capitals": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  json: (secret) => each(secret, (code) => `\\u${code.toString(16).padStart(4, "0")}`),
  "base64 at 0": (secret) => aligned(secret, 0, "base64"),
  "base64 at 1": (secret) => aligned(secret, 1, "base64"),
  "base64 at 2": (secret) => aligned(secret, 2, "base64"),
  "base64url at 0": (secret) => aligned(secret, 0, "base64url"),
  "base64url at 1": (secret) => aligned(secret, 1, "base64url"),
  "base64url at 2": (secret) => aligned(secret, 2, "base64url"),
  url: (secret) => each(secret, (code) => `%${code.toString(16)}`),
  "url in capitals": (secret) => each(secret, (code) => `%${code.toString(16).toUpperCase()}`),
  "url component": encodeURIComponent,
  "html decimal": (secret) => each(secret, (code) => `&#${code};`),
  "html hexadecimal": (secret) => each(secret, (code) => `&#x${code.toString(16)};`),
  "html entities": (secret) =>
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
};

function each(text: string, write: (code: number) => string): string {
  return Array.from(text, (character) => write(character.codePointAt(0) ?? 0)).join("");
}

/** What is the same wherever the secret begins at this place in a group of three bytes. */
function aligned(secret: string, shift: number, encoding: "base64" | "base64url"): string {
  const bytes = Buffer.from("\0".repeat(shift) + secret);
  return bytes
    .toString(encoding)
    .slice(Math.ceil((shift * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Where a secret was found. */
export interface Leak {
  /** The name of the secret. */
  readonly secret: string;
  /** How it was written. */
  readonly form: string;
  /** Members from the root, such as `error.cause.data`. */
  readonly path: string;
}

/**
 * Finds named secrets, in every form, in any value: in texts, bytes, headers, maps, and in errors with
 * their stacks, causes and hidden members, and in what Node prints of it all.
 */
export function findLeaks(
  value: unknown,
  secrets: Readonly<Record<string, string>>,
): readonly Leak[] {
  const written = Object.entries(secrets).flatMap(([secret, text]) =>
    Object.entries(secretForms).map(([form, write]) => ({ secret, form, text: write(text) })),
  );
  const leaks = new Map<string, Leak>();
  for (const { path, text } of textsOf(value)) {
    for (const { secret, form, text: wanted } of written) {
      const leak = { secret, form, path };
      if (text.includes(wanted))
        leaks.set(`${secret} ${path}`, leaks.get(`${secret} ${path}`) ?? leak);
    }
  }
  return [...leaks.values()];
}

interface FoundText {
  readonly path: string;
  readonly text: string;
}

function textsOf(value: unknown): readonly FoundText[] {
  const printed = inspect(value, { depth: 20, showHidden: true, maxArrayLength: 100 });
  return [{ path: "(as printed)", text: printed }, ...walk(value, "", new Set())];
}

function walk(value: unknown, path: string, seen: Set<object>): readonly FoundText[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value === "symbol") return [{ path, text: String(value) }];
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return [{ path, text: Buffer.from(buffer, byteOffset, byteLength).toString("latin1") }];
  }
  return membersOf(value).flatMap(([name, member]) => [
    { path: `${path} (a name)`, text: name },
    ...walk(member, path === "" ? name : `${path}.${name}`, seen),
  ]);
}

/** The members of an object, hidden ones included, and the entries of what can be iterated. */
function membersOf(value: object): readonly (readonly [string, unknown])[] {
  const own = Reflect.ownKeys(value).map((name) => [String(name), read(value, name)] as const);
  const entries =
    Symbol.iterator in value && !Array.isArray(value) ? [...(value as Iterable<unknown>)] : [];
  return [...own, ...entries.map((entry, index) => [`entry ${index}`, entry] as const)];
}

function read(value: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return undefined;
  }
}
