import { APIError as MessagesError } from "@anthropic-ai/sdk";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  type Model,
  messagesUpstream,
} from "@diglot/core";
import { clientsOf } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { APIError as ChatError } from "openai";
import { describe, expect, it } from "vitest";

/** A message whose role no format knows, and one with a block that none knows. */
const odd = {
  role: [{ role: "oracle", content: "hm" }],
  block: [{ role: "user", content: [{ type: "hologram", size: 3 }] }],
};

type Odd = keyof typeof odd;

const asks = {
  messages: ({ fetch }: Pick<ReturnType<typeof serviceOf>["service"], "fetch">, what: Odd) =>
    clientsOf({ fetch }).anthropic.messages.create({
      ...{ model: "scripted", max_tokens: 16 },
      messages: odd[what] as never,
    }),
  "chat-completions": (
    { fetch }: Pick<ReturnType<typeof serviceOf>["service"], "fetch">,
    what: Odd,
  ) =>
    clientsOf({ fetch }).openai.chat.completions.create({
      model: "scripted",
      messages: odd[what] as never,
    }),
} as const;

const says = async function* () {
  yield "ok";
};

describe("content that no format knows", () => {
  it.each([
    ["role", "messages.0.role: Input should be 'user', 'assistant' or 'system', not 'oracle'"],
    ["block", /^messages\.0\.content\.0: Input tag 'hologram' found using 'type' does not match/],
  ] as const)(
    "is refused by its %s, with its path, for the official Messages client",
    async (what, text) => {
      const error = await asks.messages(serviceOf(says).service, what).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(MessagesError);
      expect([error.status, error.error.error.type]).toEqual([400, "invalid_request_error"]);
      expect(error.error.error.message).toMatch(text);
    },
  );

  it.each([
    ["C084", "role", "messages[0].role", "Invalid value: 'oracle'."],
    ["C087", "block", "messages[0].content[0].type", "Invalid value: 'hologram'."],
  ] as const)(
    "%s is refused by its %s, with its path, for the official Chat Completions client",
    async (...row) => {
      const [, what, param, text] = row;
      const { service } = serviceOf(says);
      const error = await asks["chat-completions"](service, what).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(ChatError);
      expect(error).toMatchObject({ status: 400, code: "invalid_value", param });
      expect(error.message).toContain(text);
    },
  );

  it.each(["role", "block"] as const)("reaches a model that takes its %s", async (what) => {
    const model = { capabilities: { unknownContent: ["oracle", "hologram"] } };
    const { service } = serviceOf(says, { model });
    expect((await asks.messages(service, what)).content).toMatchObject([{ text: "ok" }]);
    const completion = await asks["chat-completions"](service, what);
    expect(completion.choices[0]?.message.content).toBe("ok");
  });

  it.each(["role", "block"] as const)("is relayed with its %s as it came", async (what) => {
    for (const [format, create] of Object.entries({
      messages: messagesUpstream,
      "chat-completions": chatCompletionsUpstream,
    }) as [keyof typeof asks, (options: Parameters<typeof messagesUpstream>[0]) => Model][]) {
      const received: unknown[] = [];
      const behind = serviceOf(
        modelOf(
          async function* ({ origin }) {
            received.push(origin.body.messages);
            yield "ok";
          },
          { capabilities: { unknownContent: true } },
        ),
      );
      const upstream = create({
        id: "scripted",
        baseUrl: "http://upstream.test/v1",
        apiKey: key,
        fetch: behind.service.fetch as typeof globalThis.fetch,
      });
      const service = createService({ models: [upstream], keys: createMemoryKeys([{ key }]) });
      await asks[format](service, what);
      expect(received).toEqual([odd[what]]);
    }
  });
});
