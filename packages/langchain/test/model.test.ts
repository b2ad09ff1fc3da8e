import { ServiceError } from "@diglot/core";
import { fromLangChain } from "@diglot/langchain";
import { ways } from "@diglot/test-support/ask";
import {
  asked,
  type Create,
  failedResult,
  fakeOf,
  itLeavesTraces,
  itServesModel,
} from "@diglot/test-support/frameworks";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { faults, thinking } from "@diglot/testing";
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate, MessagesPlaceholder } from "@langchain/core/prompts";
import { RunnableLambda } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import { describe, expect, it } from "vitest";
import { chatModelOf } from "./served.js";

type Fetch = typeof globalThis.fetch;
const apiKey = "sk-upstream";
const options = { id: "scripted" };

function chatOpenAI(fetch: Fetch, fields: object = {}) {
  return new ChatOpenAI({
    ...{ model: "gpt-4.1", apiKey, maxRetries: 0, ...fields },
    configuration: { fetch },
  });
}

function chatAnthropic(fetch: Fetch, fields: object = {}) {
  return new ChatAnthropic({
    ...{ model: "claude-sonnet-4-5", apiKey, maxRetries: 0, ...fields },
    clientOptions: { fetch },
  });
}

const providers: Readonly<Record<string, Create>> = {
  ChatOpenAI: (fetch) =>
    fromLangChain(({ maxTokens }) => chatOpenAI(fetch, { maxTokens }), options),
  ChatAnthropic: (fetch) =>
    fromLangChain(({ maxTokens }) => chatAnthropic(fetch, { maxTokens }), options),
};

const cases = Object.entries(providers).flatMap(([provider, create]) =>
  ways.map((way) => ({ provider, create, ...way })),
);

describe.each(cases)("a model $provider for $format, streamed: $stream", (way) => {
  itServesModel(way, way.create);
});

describe.each(ways)("a thinking model for $format, streamed: $stream", (way) => {
  it("shows its reasoning, and the tokens of each kind once", async () => {
    const { fake, fetch } = fakeOf();
    const usage = { input: 40, cacheRead: 20, cacheWrite: 10, output: 9 };
    fake.script([{ pieces: [thinking("Hm.", { signature: "proof" }), "Three."], usage }]);
    const model = fromLangChain(
      chatAnthropic(fetch, { maxTokens: 4000, thinking: { type: "enabled", budget_tokens: 2000 } }),
      options,
    );
    const { reply, ledger } = asked(model, way);
    expect(await reply).toMatchObject({ reasoning: "Hm.", text: "Three." });
    expect(ledger.all()).toMatchObject([{ usage }]);
  });

  it("shows the reasoning of servers that send it apart", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(thinking("Hm."), "Three.");
    const { reply } = asked(fromLangChain(chatOpenAI(fetch), options), way);
    expect(await reply).toMatchObject({ reasoning: "Hm.", text: "Three." });
  });
});

/** Sends a body, and says what the provider was asked and what the receipt holds. */
async function pass(create: Create, format: "messages" | "chat-completions", body: object) {
  const { fake, fetch } = fakeOf();
  fake.otherwise(async function* () {
    yield "ok";
  });
  const { service } = serviceOf(create(fetch));
  const answer = await service.request(...requestOf(format, body));
  return {
    status: answer.status,
    body: await answer.text(),
    receipt: answer.headers.get("x-diglot-receipt") ?? "",
    asked: fake.calls[0]?.request.body as Record<string, unknown> | undefined,
  };
}

const png = "iVBORw0KGgo=";

const document = {
  type: "document",
  title: "Mugs",
  source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
};
const urlDocument = {
  type: "document",
  source: { type: "url", url: "https://docs.test/mugs.pdf" },
};
const schema = { type: "object", properties: {}, additionalProperties: false, required: [] };
const openai: Create = (fetch) => fromLangChain(chatOpenAI(fetch), options);
const anthropic: Create = (fetch) => fromLangChain(chatAnthropic(fetch), options);

describe("what a chat model is called with", () => {
  const history = [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
      ],
    },
    {
      role: "assistant",
      content: "I look.",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "zoom", arguments: '{"by":2}' } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "A mug." },
    { role: "user", content: "And now?" },
  ];

  it("has the whole conversation, for a provider of Chat Completions", async () => {
    const { asked, status } = await pass(openai, "chat-completions", { messages: history });
    expect(status).toBe(200);
    expect(asked?.messages).toMatchObject(history);
  });

  it("has the whole conversation, for a provider of Messages", async () => {
    const text = { type: "text", text: "What is this?" };
    const { asked } = await pass(anthropic, "chat-completions", { messages: history });
    expect(asked).toMatchObject({
      system: "Be brief.",
      messages: [
        { role: "user", content: [text, { type: "image", source: { data: png } }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I look." },
            { type: "tool_use", id: "c1", name: "zoom", input: { by: 2 } },
          ],
        },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1" }] },
        { role: "user", content: "And now?" },
      ],
    });
  });

  it.each([
    [
      openai,
      {
        type: "file",
        file: { filename: "Mugs", file_data: "data:application/pdf;base64,JVBERg==" },
      },
    ],
    [anthropic, document],
  ] as const)("has documents as its provider reads them", async (create, written) => {
    const { asked } = await pass(create, "messages", {
      messages: [{ role: "user", content: [document] }],
    });
    expect(asked?.messages).toEqual([{ role: "user", content: [written] }]);
  });

  it("has the texts of documents where its provider takes no such files", async () => {
    const source = { type: "text", media_type: "text/plain", data: "Three." };
    const content = [{ ...document, context: "From 2019.", source }];
    const { asked, receipt } = await pass(openai, "messages", {
      messages: [{ role: "user", content }],
    });
    const texts = ["From 2019.", "Mugs", "Three."].map((text) => ({ type: "text", text }));
    expect(asked?.messages).toEqual([{ role: "user", content: texts }]);
    expect(receipt).toContain("approximated");
  });

  it("has a note in place of the flag of an error, and its files where the provider takes them", async () => {
    const chat = await pass(openai, "messages", { messages: failedResult });
    expect(chat.asked?.messages).toMatchObject([
      ...[{}, {}],
      {
        role: "tool",
        content: [{ text: "[tool error] Bad." }, { text: expect.stringMatching(/follow/) }],
      },
      { role: "user", content: [{ text: expect.stringContaining("c1") }, { type: "image_url" }] },
    ]);
    const messages = await pass(anthropic, "messages", { messages: failedResult });
    expect(messages.asked?.messages).toMatchObject([
      ...[{}, {}],
      { content: [{ content: [{ text: "[tool error] Bad." }, { type: "image" }] }] },
    ]);
    for (const { receipt } of [chat, messages]) expect(receipt).toContain("approximated");
  });

  it("has late instructions as a message of the user, for a provider of Messages", async () => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
    ];
    const { asked, receipt } = await pass(anthropic, "chat-completions", { messages });
    expect(asked?.messages).toMatchObject([{}, { role: "user", content: "Be brief." }, {}]);
    expect(receipt).toContain("approximated");
  });

  it("has stop sequences, the choice among tools and the schema of the reply", async () => {
    const { asked } = await pass(openai, "chat-completions", {
      stop: ["END"],
      seed: 9,
      parallel_tool_calls: false,
      tools: [{ type: "function", function: { name: "zoom", parameters: schema } }],
      tool_choice: { type: "function", function: { name: "zoom" } },
      response_format: { type: "json_schema", json_schema: { name: "mug", schema, strict: true } },
    });
    expect(asked).toMatchObject({
      stop: ["END"],
      seed: 9,
      parallel_tool_calls: false,
      tools: [{ function: { name: "zoom" } }],
      tool_choice: { type: "function", function: { name: "zoom" } },
      response_format: { type: "json_schema", json_schema: { name: "mug", strict: true } },
    });
  });

  it("has cache control and proofs of reasoning, for a provider of Messages", async () => {
    const cache_control = { type: "ephemeral" };
    const thought = { type: "thinking", thinking: "Hm.", signature: "proof" };
    const { asked, receipt } = await pass(anthropic, "messages", {
      system: [{ type: "text", text: "Long.", cache_control }],
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: [thought, { type: "text", text: "Yes?" }] },
        { role: "user", content: "hi" },
      ],
    });
    expect(asked).toMatchObject({
      system: [{ type: "text", text: "Long.", cache_control }],
      messages: [{}, { content: [thought, { type: "text", text: "Yes?" }] }, {}],
    });
    expect(receipt).toBe("");
  });

  it("has the limit of the caller, and without one no limit that the provider could refuse", async () => {
    const limits: unknown[] = [];
    const create: Create = (fetch) =>
      fromLangChain(({ maxTokens }) => {
        limits.push(maxTokens);
        return chatOpenAI(fetch, { maxTokens });
      }, options);
    await pass(create, "chat-completions", { max_completion_tokens: 77 });
    await pass(create, "chat-completions", {});
    expect(limits).toEqual([77, undefined]);
  });

  it("has what a function makes of the parameters; the rest is in the receipt", async () => {
    const create: Create = (fetch) =>
      fromLangChain(({ temperature, maxTokens }) => {
        const given = temperature === undefined ? {} : { temperature };
        return chatOpenAI(fetch, { maxTokens, ...given });
      }, options);
    const { asked, receipt } = await pass(create, "chat-completions", {
      temperature: 0.5,
      top_p: 0.25,
      frequency_penalty: 0.5,
      max_completion_tokens: 77,
      reasoning_effort: "low",
    });
    expect(asked).toMatchObject({ temperature: 0.5, max_tokens: 77 });
    expect(receipt).not.toContain("temperature");
    for (const field of ["top_p", "frequency_penalty", "reasoning_effort"]) {
      expect(receipt).toContain(field);
    }
  });
});

describe("what cannot be passed on", () => {
  it.each([
    ["a file by its id", { messages: [{ role: "user", content: [fileBlock()] }] }, "file"],
    ["an unknown member", { my_own_member: 1 }, "my_own_member"],
    ["bias of tokens", { logit_bias: { "50256": -100 } }, "logit_bias"],
    ["a document by its URL", { messages: [{ role: "user", content: [urlDocument] }] }, "URL"],
  ])("is refused: %s", async (name, body, named) => {
    const format = name.endsWith("URL") ? "messages" : "chat-completions";
    const { status, body: answer } = await pass(openai, format, body);
    expect([status, answer]).toEqual([400, expect.stringContaining(named)]);
  });

  it.each([
    ["tools", { tools: [{ type: "function", function: { name: "zoom", parameters: schema } }] }],
    ["response_format", { response_format: { type: "json_object" } }],
  ])("is refused by a model that LangChain gives no %s", async (named, body) => {
    const model = Object.assign(new FakeListChatModel({ responses: ["ok"] }), {
      bindTools: undefined,
    });
    const create = () => fromLangChain(model as never, options);
    const { status, body: answer } = await pass(create, "chat-completions", body);
    expect([status, answer]).toEqual([400, expect.stringContaining(named)]);
  });
});

it("refuses audio where the provider takes none", async () => {
  const audio = { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } };
  const messages = [{ role: "user", content: [audio] }];
  const { status, body } = await pass(anthropic, "chat-completions", { messages });
  expect([status, body]).toEqual([400, expect.stringContaining("audio")]);
});

function fileBlock() {
  return { type: "file", file: { file_id: "file-1" } };
}

describe.each(ways)("a chain for $format, streamed: $stream", (way) => {
  it("gets the messages, its text is the reply, and what its model reports is kept", async () => {
    const { fake, fetch } = fakeOf();
    const usage = { input: 40, cacheRead: 20, output: 9 };
    fake.script([{ text: "Three are", stop: "max_tokens", usage }]);
    const chain = ChatPromptTemplate.fromMessages([
      ["system", "You know the shop."],
      new MessagesPlaceholder("messages"),
    ])
      .pipe(chatOpenAI(fetch))
      .pipe(new StringOutputParser());
    const model = fromLangChain(chain, {
      ...options,
      input: (messages) => ({ messages }),
    });
    const { reply } = asked(model, way, { system: "Be brief." });
    const reason = way.format === "messages" ? "max_tokens" : "length";
    expect(await reply).toMatchObject({ text: "Three are", reason, usage });
    expect(fake.calls[0]?.conversation).toMatchObject({
      system: [{ text: "You know the shop." }],
    });
    expect(JSON.stringify(fake.calls[0]?.conversation?.turns)).toContain("Be brief.");
  });
});

const messagesWay = { format: "messages", stream: false } as const;

describe("what a model streams", () => {
  it.each(ways)("keeps calls apart that come mixed, for $format, $stream", async (way) => {
    const piece = (index: number, args: string, name?: string) =>
      new AIMessageChunk({
        content: "",
        tool_call_chunks: [{ index, args, ...(name && { name, id: `c${index}` }) }],
      });
    const chunks = [
      piece(0, "", "stock"),
      piece(1, '{"in"', "price"),
      piece(0, '{"of":"mug"}'),
      piece(1, ':"EUR"}'),
    ];
    const chain = RunnableLambda.from(async function* () {
      yield* chunks;
    });
    const { reply } = asked(fromLangChain(chain, options), way);
    expect((await reply).calls).toEqual([
      { name: "stock", input: { of: "mug" } },
      { name: "price", input: { in: "EUR" } },
    ]);
  });

  it.each(ways)("reads a whole message with its calls, for $format, $stream", async (way) => {
    const message = new AIMessage({
      content: "I look.",
      tool_calls: [{ id: "c1", name: "stock", args: { of: "mug" } }],
      response_metadata: { finish_reason: "tool_calls" },
    });
    const { reply } = asked(
      fromLangChain(
        RunnableLambda.from(() => message),
        options,
      ),
      way,
    );
    expect(await reply).toMatchObject({
      text: "I look.",
      calls: [{ name: "stock", input: { of: "mug" } }],
    });
  });

  it("ends for the reason of the provider", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([
      { text: "Thr", stop: "max_tokens" },
      { text: "Three", stop: "stop_sequence", stopSequence: "END" },
    ]);
    const [one] = ways;
    if (!one) throw new Error("There are no ways.");
    const model = fromLangChain(chatAnthropic(fetch), options);
    expect((await asked(model, one).reply).reason).toBe("max_tokens");
    const stopping = { messages: { stop_sequences: ["END"] } };
    expect((await asked(model, one, stopping).reply).reason).toBe("stop_sequence");
  });

  it.each([
    ["ChatOpenAI", chatOpenAI, faults.cut({ events: 2 })],
    ["ChatAnthropic", chatAnthropic, faults.cut({ events: 3 })],
    ["ChatOpenAI", chatOpenAI, faults.garbage({ events: 2 })],
  ] as const)("fails if it breaks off: %s, %#", async (_name, create, fault) => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "Three are", fault }]);
    const { reply, ledger } = asked(fromLangChain(create(fetch), options), messagesWay);
    await expect(reply).rejects.toMatchObject({ status: 502 });
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("fails if it is neither text nor a message", async () => {
    const { reply, failures } = asked(
      fromLangChain(
        RunnableLambda.from(() => ({ answer: 3 })),
        options,
      ),
      messagesWay,
    );
    await expect(reply).rejects.toMatchObject({ status: 500 });
    expect(failures.map((failure) => ServiceError.from(failure).cause)).toMatchObject([
      { message: expect.stringContaining("StringOutputParser") },
    ]);
  });
});

describe("a chat model with a bug", () => {
  itLeavesTraces(fromLangChain(chatModelOf({ chunks: [new TypeError("my bug")] }).model, options));
});
