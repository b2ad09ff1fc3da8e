import type { Check } from "../check.js";
import { holds, isOneOf } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { isCompletion } from "./asking/completion.js";
import { isRefusal } from "./asking/envelope.js";
import { defineChecks } from "./define-checks.js";

const wrongKey = "sk-wrong-key-that-nobody-has-9876";

/** Where the key stands, and what comes without it. */
export const authenticationChecks: readonly Check[] = defineChecks("Authentication", [
  [
    "C093",
    "A request without a key is answered 401 invalid_request_error with a text that explains how to send one.",
    async (probe) => {
      const answer = await probe.send({ headers: { authorization: null } });
      isRefusal(answer, { status: 401, param: null, code: null, says: /API key/i });
    },
  ],
  [
    "C094",
    "A wrong key is answered 401 invalid_api_key, masked in the text.",
    async (probe) => {
      const answer = await probe.send({ headers: { authorization: `Bearer ${wrongKey}` } });
      isRefusal(answer, { status: 401, param: null, code: "invalid_api_key", says: /API key/i });
      holds(!answer.text.includes(wrongKey), "the text shows the whole key");
    },
  ],
  [
    "C095",
    'The scheme "bearer" in lower case is accepted.',
    async (probe) => {
      isCompletion(await probe.send({ headers: { authorization: `bearer ${probe.apiKey}` } }));
    },
  ],
  [
    "C096",
    "A key given only in x-api-key is accepted, or answered 401.",
    (probe) => acceptedOr401(probe, { authorization: null, "x-api-key": probe.apiKey }),
  ],
  [
    "C118",
    "HTTP Basic with the key as password is accepted, or answered 401.",
    (probe) => acceptedOr401(probe, { authorization: `Basic ${btoa(`:${probe.apiKey}`)}` }),
  ],
]);

async function acceptedOr401(
  probe: Probe,
  headers: Readonly<Record<string, string | null>>,
): Promise<void> {
  const answer = await probe.send({ headers });
  isOneOf(answer.status, [200, 401], "the status");
  if (answer.status === 401) isRefusal(answer, { status: 401 });
  else isCompletion(answer);
}
