import { createOpenAI } from "@ai-sdk/openai";
import { chatCompletionsFormat, createMemoryDocuments, messagesFormat } from "@diglot/core";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import type { Script } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { ChatOpenAI } from "@langchain/openai";
import { generateText } from "ai";
import OpenAI from "openai";
import OpenAISix from "openai-6";
import { describe, expect, it } from "vitest";

/** Says what the user has said in all turns. */
const mirror: Script = async function* ({ conversation }) {
  const texts = conversation.turns.flatMap(({ role, blocks }) =>
    role === "user" ? blocks.map((block) => ("text" in block ? block.text : block.type)) : [],
  );
  yield texts.join("|");
};

const baseURL = "http://service.test/v1";

/** A service that keeps replies, and how clients reach it. */
function serve() {
  const formats = [
    responses({ store: createMemoryDocuments() }),
    messagesFormat,
    chatCompletionsFormat,
  ] as const;
  const { service } = serviceOf(mirror, { formats });
  const fetch: typeof globalThis.fetch = (input, init) => service.fetch(new Request(input, init));
  return { fetch };
}

const official = {
  "openai 7": (fetch: typeof globalThis.fetch) => new OpenAI({ apiKey: key, baseURL, fetch }),
  "openai 6": (fetch: typeof globalThis.fetch) =>
    new OpenAISix({ apiKey: key, baseURL, fetch }) as unknown as OpenAI,
};

describe.each(Object.entries(official))("the official client, %s", (_, create) => {
  const model = "scripted";

  it("R092 R099 continues, reads and deletes what is kept", async () => {
    const client = create(serve().fetch);
    const first = await client.responses.create({ model, input: "one" });
    const second = await client.responses.create({
      ...{ model, input: "two", previous_response_id: first.id },
    });
    expect(second.output_text).toBe("one|two");
    const read = await client.responses.retrieve(second.id);
    expect(read).toMatchObject({ id: second.id, output_text: "one|two" });
    await client.responses.delete(second.id);
    await expect(client.responses.retrieve(second.id)).rejects.toThrow("404");
    await expect(client.responses.delete(second.id)).rejects.toThrow("404");
    await expect(client.responses.cancel(first.id)).rejects.toThrow(
      "400 Cannot cancel a synchronous response.",
    );
  });

  it("R100 reads all pages of an input", async () => {
    const client = create(serve().fetch);
    const input = Array.from({ length: 25 }, (_entry, index) => ({
      ...{ role: "user" as const, content: `${index}` },
    }));
    const { id } = await client.responses.create({ model, input });
    const texts: unknown[] = [];
    for await (const item of client.responses.inputItems.list(id, { limit: 10, order: "asc" })) {
      if (item.type === "message") texts.push(item.content[0]);
    }
    expect(texts).toEqual(
      input.map(({ content }) => expect.objectContaining({ type: "input_text", text: content })),
    );
  });

  it("R102 R103 counts an input, and compacts a conversation", async () => {
    const client = create(serve().fetch);
    const { input_tokens: count } = await client.responses.inputTokens.count({
      ...{ model, input: "hello there" },
    });
    expect(count).toBeGreaterThan(0);
    const compacted = await client.responses.compact({ model, input: "one" });
    expect(compacted.output).toMatchObject([{ type: "compaction" }]);
    const next = await client.responses.create({
      model,
      input: [
        ...(compacted.output as OpenAI.Responses.ResponseInput),
        { role: "user", content: "two" },
      ],
    });
    expect(next.output_text).toMatch(/^Summary of the conversation so far:.*\|two$/s);
  });
});

describe("other clients that leave the conversation to the service", () => {
  it("R044 R092 the AI SDK continues a reply, and refers to its items", async () => {
    const { fetch } = serve();
    const openai = createOpenAI({ apiKey: key, baseURL, fetch });
    const model = openai("scripted");
    const first = await generateText({ model, prompt: "one" });
    const id = first.providerMetadata?.openai?.responseId;
    const second = await generateText({
      model,
      prompt: "two",
      providerOptions: { openai: { previousResponseId: String(id) } },
    });
    expect(second.text).toBe("one|two");
    const third = await generateText({
      model,
      messages: [
        { role: "user", content: "one" },
        ...first.response.messages,
        { role: "user", content: "three" },
      ],
    });
    expect(third.text).toBe("one|three");
  });

  it("R092 LangChain continues a reply", async () => {
    const { fetch } = serve();
    const model = new ChatOpenAI({
      ...{ model: "scripted", apiKey: key, useResponsesApi: true },
      configuration: { baseURL, fetch },
    });
    const first = await model.invoke("one");
    const id = String(first.response_metadata.id);
    const second = await model.invoke("two", { previous_response_id: id } as object);
    expect(second.text).toBe("one|two");
  });
});
