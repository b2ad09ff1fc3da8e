import type { Check } from "../check.js";
import { equal, holds, isOneOf, matches } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { isCompletion } from "./asking/completion.js";
import { isRefusal } from "./asking/envelope.js";
import { defineChecks } from "./define-checks.js";

const preflight = {
  origin: "https://app.example",
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,content-type",
};

/** Methods, paths and headers. */
export const routeChecks: readonly Check[] = defineChecks("Headers", [
  [
    "C104a",
    "A wrong method on the path is answered 405 with an Allow header and the envelope.",
    async (probe) => {
      const answer = await probe.send({ method: "GET" });
      isRefusal(answer, { status: 405 });
      matches(answer.headers.get("allow"), /\bPOST\b/, "allow");
    },
  ],
  [
    "C104b",
    "An unknown path is answered 404 with the envelope.",
    async (probe) => {
      isRefusal(await probe.send({ path: "/v1/no-such-path" }), { status: 404 });
    },
  ],
  [
    "C114",
    "An answer has x-request-id, another one each time.",
    async (probe) => {
      const [one, other] = [await probe.send(), await probe.send()];
      for (const answer of [one, other]) {
        isCompletion(answer);
        matches(answer.headers.get("x-request-id"), /\S/, "x-request-id");
      }
      const id = one.headers.get("x-request-id");
      holds(id !== other.headers.get("x-request-id"), "two answers have the same x-request-id", id);
    },
  ],
  [
    "C117",
    "A CORS preflight, when CORS is enabled, is answered 200 or 204 with POST and the headers.",
    allowsPost,
  ],
  [
    "C119a",
    "HEAD on the path is refused, and has no body.",
    async (probe) => {
      const { status, text } = await probe.send({ method: "HEAD" });
      isOneOf(status, [401, 404, 405], "the status");
      equal(text, "", "the body");
    },
  ],
  [
    "C119b",
    "OPTIONS on the path is not answered as POST is.",
    async (probe) => {
      const { status, json } = await probe.send({ method: "OPTIONS" });
      holds(status < 500, "the status is that of a failure", status);
      equal(json?.choices, undefined, "choices");
    },
  ],
]);

async function allowsPost(probe: Probe): Promise<void> {
  const { status, headers } = await probe.send({ method: "OPTIONS", headers: preflight });
  if (headers.get("access-control-allow-origin") === null) probe.skip("CORS is not enabled");
  isOneOf(status, [200, 204], "the status");
  matches(headers.get("access-control-allow-methods"), /\bPOST\b|\*/, "allow-methods");
  const allowed = headers.get("access-control-allow-headers");
  matches(allowed, /authorization|\*/i, "access-control-allow-headers");
  matches(allowed, /content-type|\*/i, "access-control-allow-headers");
}
