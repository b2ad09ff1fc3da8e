import { expect, it } from "vitest";
import type { Call } from "./calls/call.js";
import { listProblems } from "./problems.js";

/** A call to an endpoint that was answered so, before the script saw it. */
function callOf(status: number, change: Partial<Call> = {}): Call {
  const body = { error: { type: "not_taken", message: "No." } };
  return {
    ...{ index: 3, format: "messages", request: { method: "POST", path: "/v1/messages" } },
    answer: { status, body },
    ...change,
  } as Call;
}

it.each([400, 405, 413, 499])("a request that is answered %i was refused", (status) => {
  expect(listProblems([callOf(status)], [])).toMatchObject([
    {
      kind: "refused",
      text: `Request 3: POST /v1/messages was refused: ${status} not_taken: No.`,
    },
  ]);
});

it.each([
  ["is answered", callOf(200)],
  ["fails in the service", callOf(500)],
  ["goes to another path", callOf(404, { format: undefined })],
  ["has reached a model, which a fault can refuse", callOf(429, { conversation: {} as never })],
  ["has no answer yet", callOf(400, { answer: undefined })],
])("a request that %s was not refused", (_what, call) => {
  expect(listProblems([call], [])).toEqual([]);
});

it("an unexpected request is one, and not refused, whatever its answer", () => {
  const call = callOf(400, { unexpected: "Unexpected request: it is not for you." });
  expect(listProblems([call], [])).toMatchObject([
    { kind: "unexpected", text: "Request 3: Unexpected request: it is not for you.", call },
  ]);
});
