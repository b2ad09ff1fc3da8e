import { fromOpenAIAgents } from "@diglot/openai-agents";
import { ways } from "@diglot/test-support/ask";
import { asked } from "@diglot/test-support/frameworks";
import { Agent, OpenAIResponsesModel, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";

// Traces would be sent to their vendor.
setTracingDisabled(true);

const usage = {
  ...{ input_tokens: 7, output_tokens: 5, total_tokens: 12 },
  input_tokens_details: { cached_tokens: 2 },
  output_tokens_details: { reasoning_tokens: 1 },
};
const content = [{ type: "output_text", text: "Three.", annotations: [] }];
const output = [{ type: "message", id: "m", role: "assistant", status: "completed", content }];

/** An agent whose model answers with these events of the Responses API, all of them at once. */
function agentOf(events: readonly object[], end: { readonly status: string }) {
  const response = { id: "r", object: "response", model: "gpt-5", output, usage, ...end };
  const frames = [...events, { type: `response.${end.status}`, response }];
  const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join("");
  const fetch = async () =>
    new Response(body, { headers: { "content-type": "text/event-stream" } });
  const client = new OpenAI({ apiKey: "sk-upstream", fetch, maxRetries: 0 });
  const model = new OpenAIResponsesModel(client, "gpt-5");
  return fromOpenAIAgents(new Agent({ name: "shop-agent", model }));
}

const text = (delta: string) => ({ type: "response.output_text.delta", delta, content_index: 0 });
const part = (summary_index: number, delta: string) => [
  { type: "response.reasoning_summary_part.added", summary_index, part: { text: "" } },
  { type: "response.reasoning_summary_text.delta", summary_index, delta },
];

describe.each(ways)("an agent over the Responses API for $format, streamed: $stream", (way) => {
  it("shows each part of a summary of its reasoning as a paragraph, and exact usage", async () => {
    const events = [...part(0, "One."), ...part(1, "Two."), text("Three.")];
    const { reply } = asked(agentOf(events, { status: "completed" }), way);
    expect(await reply).toMatchObject({
      reasoning: "One.\n\nTwo.",
      text: "Three.",
      usage: { input: 5, cacheRead: 2, output: 5 },
    });
  });

  it("ends early where its model does, which the SDK takes as an error", async () => {
    const end = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const { reply } = asked(agentOf([text("Thr")], end), way);
    const reason = way.format === "messages" ? "max_tokens" : "length";
    expect(await reply).toMatchObject({ text: "Thr", reason, usage: { input: 5, output: 5 } });
  });

  it("fails as a bad response if its model fails", async () => {
    const { reply, ledger } = asked(agentOf([], { status: "failed" }), way);
    await expect(reply).rejects.toMatchObject({ status: 502 });
    expect(ledger.all()).toMatchObject([{ end: "upstream_error", usage: { input: 5, output: 5 } }]);
  });
});
