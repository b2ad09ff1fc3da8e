import type { Check } from "../check.js";
import { equal, matches } from "../expect.js";
import type { ProbeRequest } from "../probing/probe.js";
import { isEnvelope, isRefusal } from "./asking/envelope.js";
import { defineChecks } from "./define-checks.js";

const unknownModel = "no-such-model-anywhere";
/** One request for each status that every server can be brought to. */
const failures: readonly (readonly [status: number, request: ProbeRequest])[] = [
  [400, { body: { messages: [] } }],
  [401, { headers: { authorization: "Bearer sk-wrong-key-that-nobody-has-0000" } }],
  [404, { body: { model: unknownModel } }],
];

/** What every error promises. */
export const errorChecks: readonly Check[] = defineChecks("Errors", [
  [
    "C092",
    "An unknown model is answered 404 model_not_found with param null.",
    async (probe) => {
      const answer = await probe.send({ body: { model: unknownModel } });
      const expected = { param: null, code: "model_not_found", says: new RegExp(unknownModel) };
      isRefusal(answer, { status: 404, ...expected });
    },
  ],
  [
    "C105a",
    "Every error has its status, a JSON content type and the four keys.",
    async (probe) => {
      for (const [status, request] of failures) {
        const answer = await probe.send(request);
        equal(answer.status, status, "the status");
        isEnvelope(answer);
      }
    },
  ],
  [
    "C105b",
    "Every error has x-request-id.",
    async (probe) => {
      for (const [status, request] of failures) {
        const { headers } = await probe.send(request);
        matches(headers.get("x-request-id"), /\S/, `x-request-id of the answer ${status}`);
      }
    },
  ],
  [
    "C105c",
    "A streamed request that is refused is answered with its status and the envelope, and not with a stream.",
    async (probe) => {
      isRefusal(await probe.send({ body: { stream: true, messages: [] } }));
    },
  ],
]);
