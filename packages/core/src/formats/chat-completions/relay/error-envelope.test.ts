import { describe, expect, it } from "vitest";
import { parseError } from "../read-reply/error.js";
import { toErrorEnvelope } from "./error-envelope.js";

function envelopeOf(status: number, body: object) {
  const text = JSON.stringify(body);
  return toErrorEnvelope({ ...body }, parseError({ status, headers: new Headers(), text }));
}

describe("an error body for a caller of the format", () => {
  it("T172 is the same object if it has the envelope, with any code", () => {
    for (const code of [null, "wrong", 400]) {
      const body = { error: { message: "No.", type: "BadRequestError", param: null, code }, id: 1 };
      const error = parseError({ status: 400, headers: new Headers(), text: "" });
      expect(toErrorEnvelope(body, error)).toBe(body);
    }
  });

  it.each([
    ["a detail", { detail: "No." }, "No."],
    ["a list of details", { detail: [{ msg: "No." }] }, '[{"msg":"No."}]'],
    ["a string", { error: "No." }, "No."],
    ["a bare error", { object: "error", message: "No.", code: 400 }, "No."],
    ["an error whose message is no text", { error: { message: 7 } }, '{"message":7}'],
    ["an error without a message", { error: { code: 7 } }, '{"code":7}'],
  ])("T172 has the message of %s in the envelope", (_title, body, message) => {
    expect(envelopeOf(400, body)).toEqual({
      error: { message, type: "invalid_request_error", param: null, code: null },
    });
    expect(envelopeOf(500, body)).toMatchObject({ error: { message, type: "server_error" } });
  });

  it("is absent if there is no message", () => {
    for (const body of [{}, { error: null }, { detail: "" }, { status: 400 }]) {
      expect(envelopeOf(400, body)).toBeUndefined();
    }
  });
});
