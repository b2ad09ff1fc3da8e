import assert from "node:assert/strict";
import fc from "fast-check";
import { createObjectScanner } from "../../../core/src/json/balance.js";
import { JsonError, type StructureLimits } from "../../../core/src/json/json-error.js";
import { parseInSteps } from "../../../core/src/json/parsing/parse-in-steps.js";
import {
  applyEdits,
  elementsOf,
  membersOf,
  removeElements,
  removeMembers,
  type Span,
  setMember,
} from "../../../core/src/json/spans.js";
import { withoutMark } from "../../../core/src/json/tokens.js";
import { parseTruncatedObject } from "../../../core/src/json/truncated-json.js";
import { runAtOnce } from "../../../core/src/runtime/steps.js";
import { toBytes, toByteText } from "../changes/bytes.js";
import { changedDocument } from "../changes/documents.js";
import { replyValues } from "../corpus/replies.js";
import { requestValues } from "../corpus/requests.js";
import { targetOf } from "../target.js";

/** A text that may be JSON, a character for each byte, and a place in it. */
interface Case {
  readonly bytes: string;
  readonly at: number;
}

const values = [...requestValues, ...replyValues];
const spaced = fc
  .tuple(fc.constantFrom(...values), fc.constantFrom("", " ", "\t", 1))
  .map(([value, space]) => toByteText(JSON.stringify(value, null, space)));
const changed = changedDocument(fc.oneof(fc.constantFrom(...values), fc.jsonValue()), values);

const cases: fc.Arbitrary<Case> = fc.record({
  bytes: fc.oneof({ weight: 4, arbitrary: changed }, spaced),
  at: fc.nat({ max: 10_000 }),
});

/** The texts that are read and changed without being parsed. */
export const jsonTexts = targetOf({
  name: "json-texts",
  promise: "What is found in a JSON text by its bytes is what `JSON.parse` finds.",
  cases,
  check({ bytes, at }: Case) {
    const block = toBytes(bytes);
    const text = new TextDecoder().decode(block);
    assertTruncated(text.slice(0, at % (text.length + 1)));
    const value = parse(text);
    assertPieces(text, value, 1 + (at % 200));
    if (value === undefined) return;
    assertLimits(block, value, at % 12);
    if (Array.isArray(value)) assertElements(block, value, at);
    else if (typeof value === "object" && value !== null) {
      assertMembers(block, value as JsonObject, at);
      assertBalance(text.trim());
    }
  },
});

type JsonObject = Readonly<Record<string, unknown>>;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text in pieces is parsed as the whole is. */
function assertPieces(text: string, value: unknown, stepBytes: number): void {
  const bytes = new TextEncoder().encode(text);
  let parsed: unknown;
  try {
    parsed = runAtOnce(parseInSteps(bytes, { stepBytes })).value;
  } catch (error) {
    assert.ok(error instanceof JsonError, "A text in pieces fails in another way.");
  }
  assert.deepEqual(parsed, value, "A text in pieces has another value.");
}

/** Each limit alone is exceeded by what exceeds it. */
function assertLimits(block: Uint8Array, value: unknown, limit: number): void {
  // Names that occur twice count twice, but only once in the value.
  const plain = new TextEncoder().encode(JSON.stringify(value));
  assertLimit(block, "jsonDepth", limit, depthOf(value));
  assertLimit(plain, "objectMembers", limit + 1, mostMembers(value));
  assertLimit(plain, "jsonValues", 4 * limit, countValues(value));
}

function assertLimit(block: Uint8Array, name: keyof StructureLimits, limit: number, size: number) {
  const limits = { ...unlimited, [name]: limit };
  let fault: unknown;
  try {
    runAtOnce(parseInSteps(withoutMark(block), { limits, decoder: new TextDecoder() }));
  } catch (error) {
    fault = error instanceof JsonError ? error.fault : error;
  }
  assert.equal(fault, size > limit ? name : undefined, `The limit ${name} is judged wrongly.`);
}

const most = Number.MAX_SAFE_INTEGER;
const unlimited: StructureLimits = { jsonDepth: most, jsonValues: most, objectMembers: most };

function childrenOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...childrenOf(value).map(depthOf));
}

function mostMembers(value: unknown): number {
  const children = childrenOf(value);
  return Math.max(Array.isArray(value) ? 0 : children.length, ...children.map(mostMembers));
}

/** Members and elements, and containers once more; an empty one as if it had an element. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const children = childrenOf(value);
  const inner = children.reduce<number>((sum, each) => sum + countValues(each), 0);
  return 1 + Math.max(1, children.length) + inner;
}

function assertMembers(block: Uint8Array, value: JsonObject, at: number): void {
  const members = membersOf(block);
  const names = [...new Set(members.map(({ name }) => name))];
  assert.deepEqual(names.toSorted(), Object.keys(value).toSorted(), "The members are others.");
  const name = names[at % Math.max(1, names.length)];
  if (name === undefined) return;
  const span = members.findLast((member) => member.name === name)?.value;
  assert.ok(span, "A member is not found.");
  assert.deepEqual(read(block, span), value[name], "A member has another value.");
  const set = parseBytes(applyEdits(block, setMember(members, name, '"set"')));
  assert.deepEqual(set, changedMember(value, name, "set"), "Another member was set.");
  const removed = applyEdits(block, removeMembers(members, new Set([name])));
  assert.deepEqual(parseBytes(removed), changedMember(value, name), "Another member was removed.");
}

/** A copy with one member changed, or without it. */
function changedMember(value: JsonObject, name: string, changed?: string): JsonObject {
  const entries = Object.entries(value).map(([key, each]) => [key, key === name ? changed : each]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

function assertElements(block: Uint8Array, value: readonly unknown[], at: number): void {
  const spans = elementsOf(block);
  assert.deepEqual(
    spans.map((span) => read(block, span)),
    value,
    "The elements are others.",
  );
  const isRemoved = (index: number) => ((at >> (index % 12)) & 1) === 1;
  const left = parseBytes(applyEdits(block, removeElements(spans, isRemoved)));
  assert.deepEqual(
    left,
    value.filter((_element, index) => !isRemoved(index)),
    "Other elements were removed.",
  );
}

/** The scanner must stop exactly at the brace that closes the object, wherever its text is cut. */
function assertBalance(text: string): void {
  const scanner = createObjectScanner();
  const half = Math.floor(text.length / 2);
  const first = scanner.push(text.slice(0, half));
  assert.equal(
    first + scanner.push(`${text.slice(first)}}{"`),
    text.length,
    "It stopped elsewhere.",
  );
  assert.ok(scanner.complete(), "The object is not complete.");
}

/** What is read from a truncated text can be read from it again, and is all of a whole one. */
function assertTruncated(text: string): void {
  const truncated = parseTruncatedObject(text);
  const written = JSON.stringify(truncated);
  assert.equal(JSON.stringify(parseTruncatedObject(written)), written);
  const whole = parse(text);
  if (typeof whole === "object" && whole !== null && !Array.isArray(whole)) {
    assert.deepEqual(truncated, whole, "A whole object was not read as a whole.");
  }
}

function read(block: Uint8Array, { start, end }: Span): unknown {
  return parseBytes(block.subarray(start, end));
}

function parseBytes(block: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(block));
}
