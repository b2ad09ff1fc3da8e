import assert from "node:assert/strict";
import type { FormatName } from "@diglot/test-support/requests";

/** The statuses that the fault matrix allows; 500 stands for a bug. */
const statuses: ReadonlySet<number> = new Set([
  ...[200, 204, 400, 401, 402, 403, 404, 405, 409, 413, 415, 429],
  ...[502, 503, 504, 529],
]);

/** Checks the status of an answer, and the form of its body if it is an error. */
export function assertLegalStatus(format: FormatName, status: number, text: string): void {
  assert.ok(statuses.has(status), `The status is ${status}: ${text.slice(0, 500)}`);
  if (status >= 400) assertErrorBody(format, JSON.parse(text));
}

/** Checks the body of an error. */
export function assertErrorBody(format: FormatName, body: Readonly<Record<string, unknown>>): void {
  const error = body.error as Readonly<Record<string, unknown>>;
  assert.equal(typeof error?.message, "string");
  assert.equal(typeof error.type, "string");
  if (format === "messages") assert.equal(body.type, "error");
  else assert.deepEqual(Object.keys(error).sort(), ["code", "message", "param", "type"]);
}

/** Checks a JSON reply that was written here. */
export function assertReplyBody(format: FormatName, body: Readonly<Record<string, unknown>>): void {
  if (format === "messages") {
    assert.equal(body.type, "message");
    assert.equal(body.role, "assistant");
    assert.ok(Array.isArray(body.content));
    assert.equal(typeof body.stop_reason, "string");
    return;
  }
  assert.equal(body.object, "chat.completion");
  const [choice] = body.choices as { message: { role: string }; finish_reason: unknown }[];
  assert.equal(choice?.message.role, "assistant");
  assert.equal(typeof choice.finish_reason, "string");
}
