import type { Check } from "../check.js";
import { equal, holds, isAnswer, isErrorOf, isFilled } from "../expect.js";
import { newVersion } from "./asking/bodies.js";
import { isMessage } from "./basics.js";
import { check } from "./define-checks.js";

const wrongKey = "sk-wrong-0123456789abcdef";
const noKey = { "x-api-key": null };

/** Who may ask. */
export const authentication: readonly Check[] = [
  check(
    "M002",
    "Authentication",
    "The key may come as a bearer token, under version 2026-10-21.",
    async (probe) => {
      const headers = { ...newVersion, ...noKey, authorization: `Bearer ${probe.apiKey}` };
      isMessage(isAnswer(await probe.send({ headers })));
    },
  ),
  check("M003", "Authentication", "x-api-key decides beside a bearer token.", async (probe) => {
    isAnswer(await probe.send({ headers: { authorization: `Bearer ${wrongKey}` } }));
  }),
  check(
    "M004",
    "Authentication",
    "A request without a key is answered 401, with the id of its header in the envelope.",
    async (probe) => {
      const answer = await probe.send({ headers: noKey });
      isErrorOf(answer, { status: 401, type: "authentication_error" });
      const id = isFilled(answer.headers.get("request-id"), "the header request-id");
      equal(answer.json?.request_id, id, "request_id");
    },
  ),
  check("M005", "Authentication", "A wrong key is answered 401.", async (probe) => {
    const answer = await probe.send({ headers: { "x-api-key": wrongKey } });
    isErrorOf(answer, {
      status: 401,
      type: "authentication_error",
      names: /key|token|credential/i,
    });
    holds(!answer.text.includes(wrongKey), "the answer must not repeat the key");
  }),
  check(
    "M110",
    "Authentication",
    "A page of a browser that did not opt in is answered 401.",
    async (probe) => {
      const answer = await probe.send({ headers: { origin: "https://example.com" } });
      isErrorOf(answer, { status: 401, type: "authentication_error", names: "CORS" });
    },
  ),
];
