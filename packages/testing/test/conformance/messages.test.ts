import { describe, expect, it } from "vitest";
import type { Json } from "../../src/conformance/expect.js";
import { messagesChecks } from "../../src/conformance/messages/index.js";
import { answerOf, probeOf, streamOf } from "./hand-made-probe.js";

function run(id: string, probe: ReturnType<typeof probeOf>): Promise<void> | undefined {
  return messagesChecks.find((check) => check.id === id)?.run(probe);
}

describe("the check of streamed citations", () => {
  const usage = { input_tokens: 3, output_tokens: 1 };
  const cite = { type: "citations_delta", citation: { type: "char_location" } };
  const citing = (block: Json) =>
    probeOf(() =>
      streamOf(
        { type: "message_start", message: { usage } },
        { type: "content_block_start", index: 0, content_block: block },
        { type: "content_block_delta", index: 0, delta: cite },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage },
        { type: "message_stop" },
      ),
    );

  it("passes if they come in a text block that begins without any", async () => {
    await expect(
      run("M084", citing({ type: "text", text: "", citations: [] })),
    ).resolves.toBeUndefined();
  });

  it.each([
    ["come in another block", { type: "thinking", citations: [] }, "the type of a block"],
    ["come in a block that does not announce them", { type: "text", text: "" }, "citations at"],
    ["are there from the start", { type: "text", text: "", citations: [cite] }, "citations at"],
  ])("fails if they %s", async (_what, block, words) => {
    await expect(run("M084", citing(block))).rejects.toThrow(words);
  });
});

describe("the check of a limit above the cap of a model", () => {
  /** A server whose model has a cap of 100, and that refuses more with this message. */
  const capped = (message: (asked: unknown) => string) =>
    probeOf(({ method, body }) => {
      if (method === "GET") return answerOf(200, { id: "small", max_tokens: 100 });
      const error = { type: "invalid_request_error", message: message(body?.max_tokens) };
      return Number(body?.max_tokens) > 100
        ? answerOf(400, { error })
        : answerOf(200, { type: "message" });
    });

  it("passes if the refusal names the field, the limit and the model", async () => {
    const server = capped((asked) => `max_tokens: ${asked} > 100, the most of small`);
    await expect(run("M029", server)).resolves.toBeUndefined();
  });

  it.each([
    ["the field", () => "101 is above 100, the most of small"],
    ["the limit", () => "max_tokens is above 100, the most of small"],
    ["the model", () => "max_tokens: 101 > 100"],
  ])("fails if the refusal does not name %s", async (_what, message) => {
    await expect(run("M029", capped(message))).rejects.toThrow("message");
  });
});
