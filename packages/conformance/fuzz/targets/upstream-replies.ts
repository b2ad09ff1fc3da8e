import assert from "node:assert/strict";
import { requestOf } from "@diglot/test-support/requests";
import fc from "fast-check";
import { everyWay, type Way } from "../../../core/test/attempt-of.js";
import { toBytes } from "../changes/bytes.js";
import { changedDocument } from "../changes/documents.js";
import { jsonReplies, replyValues } from "../corpus/replies.js";
import { assertLegalAnswer, receive } from "../oracles/legal-answer.js";
import { assertClosedLedger } from "../oracles/legal-ledger.js";
import { targetOf } from "../target.js";
import { serviceBefore } from "./served.js";

/** A whole reply of an upstream, a character for each byte of its body. */
interface Case {
  readonly way: Way;
  readonly wantsStream: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: string;
}

const types = [
  ...["application/json", "application/json; charset=utf-8", "text/plain", "text/html", ""],
  ...["application/problem+json", "text/event-stream", "APPLICATION/JSON", "x"],
];
const delays = ["0", "7", "-1", "1e9", "NaN", "Wed, 21 Oct 2026 07:28:00 GMT", "", "1.5", "1, 2"];
const statuses = [400, 401, 403, 404, 408, 413, 418, 422, 425, 429, 500, 502, 503, 504, 529, 599];

const cases: fc.Arbitrary<Case> = fc.constantFrom(...everyWay).chain((way) =>
  fc.record({
    way: fc.constant(way),
    wantsStream: fc.boolean(),
    status: fc.oneof(
      { weight: 3, arbitrary: fc.constant(200) },
      fc.constantFrom(...statuses, 201, 206, 302),
    ),
    headers: fc.record(
      {
        "content-type": fc.oneof(fc.constant(types[0] ?? ""), fc.constantFrom(...types)),
        "retry-after": fc.constantFrom(...delays),
        "x-should-retry": fc.constantFrom("true", "false", "x"),
        "anthropic-ratelimit-requests-remaining": fc.constantFrom("1", "-1", "x"),
        "x-ratelimit-reset-requests": fc.constantFrom("1s", "6m0s", "x"),
      },
      { requiredKeys: ["content-type"], noNullPrototype: true },
    ),
    bytes: changedDocument(fc.constantFrom(...jsonReplies[way.upstream], ...errors), replyValues),
  }),
);

/** Errors as upstreams word them. */
const errors = [
  { type: "error", error: { type: "overloaded_error", message: "Overloaded" }, request_id: "r" },
  { error: { message: "No.", type: "invalid_request_error", param: "n", code: "x" } },
  { detail: [{ loc: ["body", "n"], msg: "No.", type: "value_error" }] },
  { object: "error", message: "No.", code: 400 },
];

/** The JSON replies of upstreams, and their errors. */
export const upstreamReplies = targetOf({
  name: "upstream-replies",
  promise: "A changed reply or error becomes a legal answer, and its usage whole counts.",
  cases,
  async check({ way, wantsStream, status, headers, bytes }: Case) {
    const respond = () => new Response(toBytes(bytes), { status, headers });
    const { service, ledger, failures } = serviceBefore(way, respond);
    const response = await service.request(...requestOf(way.caller, { stream: wantsStream }));
    const relayed = way.caller === way.upstream;
    const answer = await receive(response, failures);
    await service.close();
    await assertClosedLedger(ledger, 1);
    // A relay passes on the status, and the words of an error.
    const isPassedOn = relayed && answer.status === status && status !== 200;
    if (!isPassedOn) assertLegalAnswer({ caller: way.caller, relayed }, answer);
    if (answer.status < 300) assert.ok(status < 300, "An error became a reply.");
  },
});
