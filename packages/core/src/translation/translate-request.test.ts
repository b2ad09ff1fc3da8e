import { describe, expect, it } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import type { FormatName } from "../formats/formats.js";
import { translateRequest } from "./translate-request.js";

const hello = [{ role: "user", content: "hello" }];
const chat = { model: "m", messages: hello, max_tokens: 10 };
const messages = { model: "m", max_tokens: 10, messages: hello };

function refusalOf(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (ServiceError.is(error)) return error;
  }
  throw new Error("Nothing was refused.");
}

describe("translateRequest", () => {
  it("T177 returns a body unchanged between equal formats", () => {
    const body = { anything: [1] };
    const text = '{ "anything": [1.0] }';
    expect(translateRequest("messages", "messages", body)).toEqual({
      body,
      text: JSON.stringify(body),
      receipt: [],
    });
    expect(translateRequest("messages", "messages", body, { text })).toMatchObject({ text });
    expect(translateRequest("messages", "messages", body).body).toBe(body);
  });

  it("writes a body in the other format", () => {
    expect(translateRequest("chat-completions", "messages", chat).body).toMatchObject({
      model: "m",
      max_tokens: 10,
      messages: [{ role: "user" }],
    });
    expect(translateRequest("messages", "chat-completions", messages).body).toMatchObject({
      model: "m",
      max_tokens: 10,
      messages: [{ role: "user" }],
    });
  });

  it("uses the upstream's name for the model", () => {
    const { body } = translateRequest("messages", "chat-completions", messages, { model: "other" });
    expect(body).toMatchObject({ model: "other" });
  });

  it("lists in the receipt what was dropped", () => {
    const { receipt } = translateRequest("chat-completions", "messages", { ...chat, seed: 7 });
    expect(receipt).toContainEqual(
      expect.objectContaining({ code: "dropped", direction: "request", at: "/seed" }),
    );
  });

  it("T148 T150 refuses everything that cannot be translated in one error", () => {
    const body = { ...chat, n: 2, logprobs: true };
    const error = refusalOf(() => translateRequest("chat-completions", "messages", body));
    expect(error.kind).toBe("bad_request");
    expect(error.problems?.map(({ at }) => at)).toEqual(
      expect.arrayContaining(["/n", "/logprobs"]),
    );
  });

  it("lets a policy turn a refusal into a warning, and a warning into a refusal", () => {
    const tier = { ...chat, logit_bias: { 1: 1 } };
    const { receipt } = translateRequest("chat-completions", "messages", tier, {
      unsupported: { fields: { logit_bias: "warn" } },
    });
    expect(receipt).toContainEqual(expect.objectContaining({ at: "/logit_bias" }));
    const strict = { unsupported: { default: "strict" as const } };
    const seeded = { ...chat, seed: 7 };
    const error = refusalOf(() => translateRequest("chat-completions", "messages", seeded, strict));
    expect(error.problems).toEqual([expect.objectContaining({ at: "/seed" })]);
  });

  it("refuses a malformed body in the words of its own format", () => {
    const error = refusalOf(() => translateRequest("messages", "chat-completions", { model: "m" }));
    expect(error).toMatchObject({ kind: "bad_request" });
  });

  it("T105 keeps numbers that JavaScript cannot hold", () => {
    const text =
      '{"model":"m","max_tokens":10,"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{"b":12345678901234567890,"a":1.0}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"y"}]}],"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}]}';
    const translated = translateRequest("messages", "chat-completions", JSON.parse(text), { text });
    expect(translated.text).toContain(JSON.stringify('{"b":12345678901234567890,"a":1.0}'));
  });

  it("writes equal texts for equal bodies and leaves the body alone", () => {
    const frozen = Object.freeze({ ...chat, messages: Object.freeze(hello) });
    const before = JSON.stringify(frozen);
    const [first, second] = [1, 2].map(
      () => translateRequest("chat-completions", "messages", frozen).text,
    );
    expect(first).toBe(second);
    expect(JSON.stringify(frozen)).toBe(before);
  });

  it("refuses an unknown format", () => {
    const other = "responses" as FormatName;
    expect(() => translateRequest(other, "messages", {})).toThrow(TypeError);
    expect(() => translateRequest("messages", other, messages)).toThrow(TypeError);
    expect(() => translateRequest(other, other, {})).toThrow(TypeError);
  });
});
