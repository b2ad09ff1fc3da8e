import { describe, expect, it } from "vitest";
import { parseError } from "../read-reply/error.js";
import { toErrorEnvelope } from "./error-envelope.js";

function envelopeOf(status: number, body: object) {
  const text = JSON.stringify(body);
  return toErrorEnvelope({ ...body }, parseError({ status, headers: new Headers(), text }));
}

describe("an error body for a caller of the format", () => {
  it("is the same object if it has the envelope, even without a known type", () => {
    const error = parseError({ status: 400, headers: new Headers(), text: "" });
    const known = { type: "error", error: { type: "policy_blocked", message: "No." } };
    const other = { error: { message: "No.", type: "<nil>", code: 400 } };
    for (const body of [known, other]) expect(toErrorEnvelope(body, error)).toBe(body);
  });

  it.each([
    ["a detail", { detail: "No." }, "No."],
    ["a list of details", { detail: [{ msg: "No." }] }, '[{"msg":"No."}]'],
    ["a string", { error: "No." }, "No."],
    ["a bare error", { object: "error", message: "No.", code: 400 }, "No."],
    ["an error whose message is no text", { error: { message: 7 } }, '{"message":7}'],
  ])("has the words of %s in the envelope", (_title, body, message) => {
    expect(envelopeOf(422, body)).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message },
    });
    expect(envelopeOf(500, body)).toMatchObject({ error: { type: "api_error", message } });
  });

  it("is undefined if the error has no words", () => {
    for (const body of [{}, { error: null }, { detail: "" }, { type: "error" }]) {
      expect(envelopeOf(400, body)).toBeUndefined();
    }
  });
});
