import type { Check } from "../check.js";
import { equal, isErrorOf, isFilled, matches } from "../expect.js";
import type { ProbedAnswer, ProbeRequest } from "../probing/probe.js";
import { check } from "./define-checks.js";

/** Requests that go wrong in different places of a server. */
const wrong: readonly (readonly [what: string, status: number, request: ProbeRequest])[] = [
  ["a missing field", 400, { body: { max_tokens: undefined } }],
  ["a body that is not JSON", 400, { text: "{" }],
  ["a missing key", 401, { headers: { "x-api-key": null } }],
  ["an unknown model", 404, { body: { model: "no-such-model-0" } }],
  ["an unknown path", 404, { path: "/v1/nowhere" }],
  ["a stream that is refused", 400, { body: { messages: [], stream: true } }],
];

/** The envelope of errors. */
export const errors: readonly Check[] = wrong.map(([what, status, request], index) => {
  const id = `M101${"abcdefghij"[index]}`;
  return check(id, "Errors", `The error of ${what} has the envelope.`, async (probe) => {
    isEnvelope(await probe.send(request), status);
  });
});

function isEnvelope(answer: ProbedAnswer, status: number): void {
  isFilled(isErrorOf(answer, { status }).type, "error.type");
  equal(answer.json?.type, "error", "type");
  matches(answer.headers.get("content-type"), /^application\/json\b/i, "content-type");
  const id = isFilled(answer.json?.request_id, "request_id");
  equal(answer.headers.get("request-id"), id, "the header request-id");
}
