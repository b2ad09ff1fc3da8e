import { isEnvelope, isRefusal } from "../chat-completions/asking/envelope.js";
import type { Check } from "../check.js";
import { equal, isAnswer, isErrorOf, isFilled } from "../expect.js";
import type { Probe } from "../probing/probe.js";
import { finalOf, stream } from "./asking/events.js";
import { type ReadResponse, respond } from "./asking/response.js";
import { defineChecks } from "./define-checks.js";
import { keptInput, listsInput } from "./kept-input.js";

const pathOf = ({ body }: ReadResponse) => `/v1/responses/${body.id}`;

/** What a server keeps. A server that keeps nothing says so in `store`, and most of this is skipped. */
export const stateChecks: readonly Check[] = defineChecks("State", [
  [
    "R091",
    "An earlier response that is not there is refused, never ignored.",
    async (probe) => {
      const answer = await probe.send({ body: { previous_response_id: "resp_no_such_response" } });
      isRefusal(answer, { code: "previous_response_not_found", says: /resp_no_such_response/ });
    },
  ],
  [
    "R092",
    "An earlier response can be continued, and the next one names it.",
    async (probe) => {
      const first = stored(probe, await respond(probe, { store: true }));
      const next = await respond(probe, { previous_response_id: first.body.id });
      equal(next.body.previous_response_id, first.body.id, "previous_response_id");
      isFilled(next.text, "the text");
    },
  ],
  [
    "R094",
    "A response can be read as soon as its stream has ended.",
    async (probe) => {
      const read = stored(probe, finalOf(await stream(probe, { store: true })));
      const body = isAnswer(await probe.send({ method: "GET", path: pathOf(read) }));
      equal([body.id, body.output], [read.body.id, read.output], "the id and the output");
    },
  ],
  [
    "R095",
    "A response that is not to be stored can be neither read nor continued.",
    async (probe) => {
      const read = await respond(probe, { store: false });
      isErrorOf(await probe.send({ method: "GET", path: pathOf(read) }), { status: 404 });
      const answer = await probe.send({ body: { previous_response_id: read.body.id } });
      isRefusal(answer, { code: "previous_response_not_found" });
    },
  ],
  [
    "R096",
    "A conversation and an earlier response exclude each other.",
    async (probe) => {
      const body = { previous_response_id: "resp_1", conversation: "conv_1" };
      isRefusal(await probe.send({ body }), { code: "mutually_exclusive_parameters" });
    },
  ],
  [
    "R099",
    "A stored response can be read, and is gone once it is deleted.",
    async (probe) => {
      const read = stored(probe, await respond(probe, { store: true }));
      const path = pathOf(read);
      equal(isAnswer(await probe.send({ method: "GET", path })).id, read.body.id, "the id");
      isAnswer(await probe.send({ method: "DELETE", path }));
      const answer = await probe.send({ method: "GET", path });
      isErrorOf(answer, { status: 404 });
      isEnvelope(answer);
    },
  ],
  [
    "R100",
    "The input of a stored response is listed in the order that is asked for, page by page.",
    async (probe) => {
      const read = stored(probe, await respond(probe, { store: true, input: keptInput }));
      await listsInput(probe, pathOf(read));
    },
  ],
]);

/** The response, if the server says that it has stored it; otherwise the check is skipped. */
function stored(probe: Probe, read: ReadResponse): ReadResponse {
  return read.body.store === true ? read : probe.skip("the server says that it stores nothing");
}
