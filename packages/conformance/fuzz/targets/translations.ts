import assert from "node:assert/strict";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { capabilitySets } from "../../../core/test/capability-sets.js";
import { observeReply, observeRequest, otherFormat } from "../../../core/test/observe.js";
import { toBytes } from "../changes/bytes.js";
import { changedDocument } from "../changes/documents.js";
import { jsonReplies, replyValues } from "../corpus/replies.js";
import { anyRequest, requestValues } from "../corpus/requests.js";
import { targetOf } from "../target.js";

/** A request or a reply of a format, a character for each byte, and what the other side supports. */
interface Case {
  readonly from: FormatName;
  readonly what: "request" | "reply";
  readonly supports: string;
  readonly bytes: string;
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...formatNames), fc.constantFrom("request" as const, "reply" as const))
  .chain(([from, what]) =>
    fc.record({
      from: fc.constant(from),
      what: fc.constant(what),
      supports: fc.constantFrom(...capabilitySets(from).map(({ name }) => name)),
      bytes:
        what === "request"
          ? changedDocument(anyRequest(from), requestValues)
          : changedDocument(fc.constantFrom(...jsonReplies[from]), replyValues),
    }),
  );

/** The translations without HTTP. */
export const translations = targetOf({
  name: "translations",
  promise: "A changed request or reply is refused, or becomes one that its format takes again.",
  cases,
  check({ from, what, supports, bytes }: Case) {
    const text = new TextDecoder().decode(toBytes(bytes));
    const body = parse(text);
    if (body === undefined) return;
    const before = JSON.stringify(body);
    if (what === "request") assertRequest(from, body, supports);
    else assertReply(from, body);
    assert.equal(JSON.stringify(body), before, "The body was changed.");
  },
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function assertRequest(from: FormatName, body: unknown, supports: string): void {
  const set = capabilitySets(from).find(({ name }) => name === supports);
  const options = { ...set, model: "m" };
  const observed = observeRequest(from, body, options);
  if (observed.malformed) return;
  assert.equal(observeRequest(from, body, options).written, observed.written, "It varies.");
  if (observed.problems.length > 0) return;
  const again = observeRequest(otherFormat(from), JSON.parse(observed.written));
  assert.ok(!again.malformed, wordsOf("request", again.written));
}

function assertReply(from: FormatName, body: unknown): void {
  const observed = observeReply(from, body);
  if (observed.malformed) return;
  const again = observeReply(otherFormat(from), JSON.parse(observed.written));
  assert.ok(!again.malformed, wordsOf("reply", again.written));
}

function wordsOf(what: Case["what"], fault: string): string {
  return `The written ${what} is malformed, ${fault.replaceAll(":", "")}`;
}
