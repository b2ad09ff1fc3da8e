import type { Check } from "../check.js";
import type { Json } from "../expect.js";
import { at, equal, holds, isAnswer, isErrorOf, isFilled, isString } from "../expect.js";
import { check } from "./define-checks.js";

/** The smallest request, and the paths and methods around it. */
export const basics: readonly Check[] = [
  check("M001", "Basics", "The smallest request is answered with a message.", async (probe) => {
    isMessage(isAnswer(await probe.send()));
  }),
  check("M011", "Basics", "A query after the path changes nothing.", async (probe) => {
    isMessage(isAnswer(await probe.send({ path: "/v1/messages?beta=true" })));
  }),
  check("M012", "Basics", "An unknown path is answered 404 not_found_error.", async (probe) => {
    const answer = await probe.send({ path: "/v1/messages/nowhere" });
    isErrorOf(answer, { status: 404, type: "not_found_error" });
  }),
  check("M013", "Basics", "GET is answered 405 with the error envelope.", async (probe) => {
    const answer = await probe.send({ method: "GET" });
    isErrorOf(answer, { status: 405 });
    equal(answer.json?.type, "error", "type");
  }),
  check(
    "M018",
    "Basics",
    "The model of an answer is the id by which the models list knows it.",
    async (probe) => {
      const path = `/v1/models/${encodeURIComponent(probe.model)}`;
      const known = await probe.send({ method: "GET", path });
      if (known.status !== 200) probe.skip(`GET ${path} is answered ${known.status}`);
      const id = isFilled(known.json?.id, "the id of the model");
      equal(isAnswer(await probe.send()).model, id, "model");
    },
  ),
];

/** @throws an error unless it is a whole message */
export function isMessage(message: Json): void {
  equal(message.type, "message", "type");
  equal(message.role, "assistant", "role");
  isFilled(message.id, "id");
  isFilled(message.model, "model");
  isString(message.stop_reason, "stop_reason");
  holds(Array.isArray(message.content), "content must be a list", message.content);
  isFilled(at(message, "content", 0, "type"), "content.0.type");
}
