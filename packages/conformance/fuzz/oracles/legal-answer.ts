import assert from "node:assert/strict";
import { framesOf } from "@diglot/test-support/answers";
import { assertLegalStream } from "@diglot/test-support/legal-streams";
import type { FormatName } from "@diglot/test-support/requests";
import { assertRelayedStream } from "./stream-ends.js";

/** An answer, as its caller has received it. */
export interface Received {
  readonly status: number;
  /** The errors that the service reported. */
  readonly failures: readonly unknown[];
  readonly type: string | null;
  readonly body: Uint8Array;
}

/** Whose answer it is, and whether an upstream of the same format has written it. */
export interface Asked {
  readonly caller: FormatName;
  readonly relayed: boolean;
}

/** The statuses that the fault matrix allows; 500 stands for a bug. */
const statuses: ReadonlySet<number> = new Set([
  ...[200, 204, 400, 401, 402, 403, 404, 405, 409, 413, 415, 429],
  ...[502, 503, 504, 529],
]);

/** Reads a whole answer. */
export async function receive(response: Response, failures: readonly unknown[]): Promise<Received> {
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { status, failures, type: headers.get("content-type"), body };
}

/** The text of an answer. */
export function textOf({ body }: Received): string {
  return new TextDecoder().decode(body);
}

/** Checks that an answer is one of its format: an error, a reply, or a stream with one end. */
export function assertLegalAnswer({ caller, relayed }: Asked, answer: Received): void {
  assertNoDefect(answer);
  const text = textOf(answer);
  if (!statuses.has(answer.status)) {
    const words = `The status is ${answer.status}: ${text.slice(0, 500)}`;
    throw new Error(words, { cause: answer.failures[0] });
  }
  if (answer.status >= 400) assertErrorBody(caller, JSON.parse(text));
  else if (answer.type?.startsWith("text/event-stream") !== true) {
    assertReplyBody(caller, JSON.parse(text));
  } else if (relayed) assertRelayedStream(caller, answer.body);
  else assertOwnStream(caller, text);
}

/** A defect may hide in an answer that is legal, such as an error within a stream. */
function assertNoDefect({ failures }: Received): void {
  const kinds = [TypeError, RangeError, SyntaxError, ReferenceError];
  const defect = failures.find(
    (error) =>
      kinds.some((kind) => error instanceof kind) ||
      (error as { readonly kind?: unknown } | undefined)?.kind === "internal",
  );
  if (defect !== undefined) throw new Error("The service reports a defect.", { cause: defect });
}

function assertErrorBody(format: FormatName, body: Readonly<Record<string, unknown>>): void {
  const error = body.error as Readonly<Record<string, unknown>>;
  assert.equal(typeof error?.message, "string");
  assert.equal(typeof error.type, "string");
  if (format === "messages") assert.equal(body.type, "error");
  else assert.deepEqual(Object.keys(error).sort(), ["code", "message", "param", "type"]);
}

function assertReplyBody(format: FormatName, body: Readonly<Record<string, unknown>>): void {
  if (format === "messages") {
    assert.equal(body.type, "message");
    assert.ok(Array.isArray(body.content), "The reply has no content.");
    return;
  }
  assert.ok(Array.isArray(body.choices), "The reply has no choices.");
}

/** A stream that was written here may be one error. */
function assertOwnStream(caller: FormatName, text: string): void {
  const [first, ...others] = framesOf(text);
  if (first && others.length === 0) assertErrorBody(caller, JSON.parse(first.data));
  else assertLegalStream(caller, text);
}
