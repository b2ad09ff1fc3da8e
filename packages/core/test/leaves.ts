import type { FieldPath } from "../src/errors/service-error.js";
import { toPointer } from "../src/json/pointer.js";

/** A value at the end of a path: anything that has nothing inside. */
export interface Leaf {
  readonly path: FieldPath;
  /** The path as a JSON pointer. */
  readonly at: string;
  readonly value: unknown;
}

/**
 * All leaves of a JSON value; empty lists and objects are leaves too. A member that is null means the
 * same as an absent one, and does not count as a leaf.
 */
export function leavesOf(value: unknown, path: FieldPath = []): readonly Leaf[] {
  if (value === null) return [];
  const entries = entriesOf(value);
  if (entries.length === 0) return [{ path, at: toPointer(path), value }];
  return entries.flatMap(([step, inner]) => leavesOf(inner, [...path, step]));
}

function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** A copy without the member or element at a path. */
export function without(value: unknown, path: FieldPath): unknown {
  return edit(value, path, (parent, step) => {
    if (Array.isArray(parent)) parent.splice(Number(step), 1);
    else delete parent[step];
  });
}

/** A copy with another value at a path. */
export function withValue(value: unknown, path: FieldPath, next: unknown): unknown {
  return edit(value, path, (parent, step) => {
    parent[step] = next;
  });
}

type Parent = Record<string | number, unknown>;

function edit(
  value: unknown,
  path: FieldPath,
  change: (parent: Parent, step: string | number) => void,
): unknown {
  const copy = structuredClone(value);
  let parent = copy as Parent;
  for (const step of path.slice(0, -1)) parent = parent[step] as Parent;
  const last = path.at(-1);
  if (last !== undefined) change(parent, last);
  return copy;
}

/** Words of closed vocabularies, each with another word of the same vocabulary. */
const otherWords: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ["role", { user: "assistant", assistant: "user", system: "user", developer: "user" }],
  ["ttl", { "5m": "1h", "1h": "5m", "30m": "12h" }],
  ["effort", { low: "high", high: "low", max: "high" }],
  ["reasoning_effort", { high: "low", none: "high" }],
  ["display", { omitted: "summarized", summarized: "omitted" }],
  ["service_tier", { auto: "standard_only", standard_only: "auto", default: "priority" }],
  ["tool_choice", { auto: "none", none: "auto", required: "auto" }],
  ["mode", { required: "auto", explicit: "implicit" }],
  ["media_type", { "image/png": "image/jpeg", "image/gif": "image/png" }],
  ["detail", { high: "low" }],
  ["verbosity", { low: "high" }],
  ["format", { wav: "mp3" }],
]);

/** Another legal value for a leaf. */
export function otherValue({ path, value }: Leaf): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number")
    return nameOf(path) === "temperature" ? otherTemperature(value) : otherNumber(value);
  if (typeof value === "string") return otherText(value, nameOf(path));
  return Array.isArray(value) ? ["x"] : { added: "x" };
}

/** The name of the member that is the leaf, or whose list contains it. */
function nameOf(path: FieldPath): string {
  return String(path.findLast((step) => typeof step === "string") ?? "");
}

function otherTemperature(value: number): number {
  return value === 0.5 ? 0.4 : 0.5;
}

function otherNumber(value: number): number {
  if (!Number.isSafeInteger(value)) return value / 2;
  return value === 1 ? 2 : value === 0 ? 1 : value - 1;
}

function otherText(text: string, name: string): string {
  const word = otherWords.get(name)?.[text];
  if (word !== undefined) return word;
  // Base64 keeps its length, so that it stays legal.
  if (text.startsWith("data:")) return text.replace(/.{4}$/, "QUJD");
  if (name === "data" || name.startsWith("encrypted")) return `QUJD${text}`;
  if (name === "arguments") return '{"changed":true}';
  return name === "type" ? `${text}_of_tomorrow` : `${text}x`;
}
