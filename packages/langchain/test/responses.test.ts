import { fromLangChain } from "@diglot/langchain";
import { ways } from "@diglot/test-support/ask";
import { asked } from "@diglot/test-support/frameworks";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";

const usage = {
  ...{ input_tokens: 7, output_tokens: 5, total_tokens: 12 },
  input_tokens_details: { cached_tokens: 2 },
  output_tokens_details: { reasoning_tokens: 1 },
};

/** An answer of the Responses API, as its events. */
function answerOf(events: readonly object[], response: object = { status: "completed" }) {
  const end = { id: "r", object: "response", model: "gpt-5", output: [], usage, ...response };
  const type = "status" in response ? `response.${response.status}` : "response.in_progress";
  const frames = [...events, { type, response: end }].map(
    (event) => `data: ${JSON.stringify(event)}\n\n`,
  );
  return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
}

function chatModel(answer: () => Response) {
  return new ChatOpenAI({
    ...{ model: "gpt-5", apiKey: "sk-upstream", maxRetries: 0, useResponsesApi: true },
    configuration: { fetch: async () => answer() },
  });
}

const text = (delta: string) => ({ type: "response.output_text.delta", delta, content_index: 0 });
const thought = (summary_index: number, delta: string) => ({
  ...{ type: "response.reasoning_summary_text.delta", summary_index, delta },
});

const models = {
  "a model": (answer: () => Response) => fromLangChain(chatModel(answer), { id: "scripted" }),
  "an agent": (answer: () => Response) =>
    fromLangChain(createAgent({ model: chatModel(answer), tools: [] }), { id: "scripted" }),
};
const cases = Object.entries(models).flatMap(([kind, create]) =>
  ways.map((way) => ({ kind, create, ...way })),
);

describe.each(cases)("$kind over the Responses API for $format, streamed: $stream", (way) => {
  const isMessages = way.format === "messages";

  it("shows each part of a summary of its reasoning as a paragraph", async () => {
    const { reply } = asked(
      way.create(() => answerOf([thought(0, "One."), thought(1, "Two."), text("Three.")])),
      way,
    );
    expect(await reply).toMatchObject({
      reasoning: "One.\n\nTwo.",
      text: "Three.",
      usage: { input: 5, cacheRead: 2, output: 5 },
    });
  });

  it("refuses as its model refuses", async () => {
    const refused = { type: "response.refusal.done", refusal: "I will not." };
    const { reply } = asked(
      way.create(() => answerOf([refused])),
      way,
    );
    const words = "I will not.";
    expect(await reply).toMatchObject(
      isMessages ? { text: words, reason: "refusal" } : { refusal: words, reason: "stop" },
    );
  });

  it("ends early where its model does", async () => {
    const early = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const { reply } = asked(
      way.create(() => answerOf([text("Thr")], early)),
      way,
    );
    const reason = isMessages ? "max_tokens" : "length";
    expect(await reply).toMatchObject({ text: "Thr", reason });
  });

  it("fails if its model fails, which LangChain does not say", async () => {
    const { reply } = asked(
      way.create(() => answerOf([text("Thr")], { status: "failed" })),
      way,
    );
    await expect(reply).rejects.toBeDefined();
  });
});

it.each(Object.entries(models))(
  "says in the receipt that %s has made a file",
  async (_kind, create) => {
    const item = { type: "image_generation_call", id: "i", result: "AAAA", status: "completed" };
    const made = { type: "response.output_item.done", item };
    const { reply, losses } = asked(
      create(() => answerOf([made, text("Here.")])),
      {
        format: "messages",
        stream: true,
      },
    );
    expect(await reply).toMatchObject({ text: "Here." });
    expect(losses()).toContainEqual(expect.stringContaining("file"));
  },
);
