import { createAnthropic } from "@ai-sdk/anthropic";
import {
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { type FromAiSdkOptions, fromAiSdk } from "@diglot/ai-sdk";
import type { Service } from "@diglot/core";
import { failedResult, fakeOf } from "@diglot/test-support/frameworks";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { MockLanguageModelV4 } from "ai/test";
import { MockLanguageModelV3 } from "ai-6/test";
import { describe, expect, it } from "vitest";
import { finish, mockModel, streamOf, textPart } from "./mocks.js";

type ModelSettings = Parameters<typeof mockModel>[1];

/** What a model is called with for a body, and what the answer says. */
async function callOf(
  format: FormatName,
  body: object,
  settings: ModelSettings = {},
  given: FromAiSdkOptions = {},
) {
  const model = mockModel([[textPart("ok"), finish()]], settings);
  const { service } = serviceOf(fromAiSdk(model, given));
  const answer = await send(service, format, body);
  return { options: model.doStreamCalls[0] as LanguageModelV4CallOptions, ...answer };
}

async function send(service: Service, format: FormatName, body: object) {
  const answer = await service.request(...requestOf(format, body));
  const receipt = answer.headers.get("x-diglot-receipt") ?? "";
  return { status: answer.status, body: await answer.text(), receipt };
}

const png = "iVBORw0KGgo=";

describe("what a model is called with", () => {
  it("has the whole conversation: texts, images, calls and results", async () => {
    const { options, status } = await callOf("chat-completions", {
      messages: [
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
      ],
    });
    expect(status).toBe(200);
    expect(options.prompt).toEqual([
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "file", mediaType: "image/png", data: { type: "data", data: png } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool-call", toolCallId: "c1", toolName: "zoom", input: { by: 2 } },
        ],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "c1",
            toolName: "zoom",
            output: { type: "text", value: "A mug." },
          },
        ],
      },
      { role: "user", content: [{ type: "text", text: "And now?" }] },
    ]);
  });

  it("has the data of files as each version of the specification wants it", async () => {
    const model = new MockLanguageModelV3({
      provider: "anthropic.messages",
      doStream: async () => streamOf([textPart("ok"), finish()]) as never,
    });
    const { service } = serviceOf(fromAiSdk(model, { id: "scripted" }));
    const source = { type: "base64", media_type: "image/png", data: png };
    const image = { type: "image", source };
    await send(service, "messages", {
      messages: [
        { role: "user", content: [image, { type: "document", source: textSource }] },
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "zoom", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: [image] }] },
      ],
    });
    expect(model.doStreamCalls[0]?.prompt).toMatchObject([
      {
        content: [
          { type: "file", mediaType: "image/png", data: png },
          { type: "file", mediaType: "text/plain", data: new TextEncoder().encode("Mugs.") },
        ],
      },
      { role: "assistant" },
      { content: [{ output: { type: "content", value: [{ type: "image-data", data: png }] } }] },
    ]);
  });

  it("has the parameters, the tools and the choice among them", async () => {
    const parameters = { type: "object", properties: { by: { type: "number" } } };
    const { options } = await callOf("chat-completions", {
      max_completion_tokens: 77,
      temperature: 0.5,
      top_p: 0.25,
      seed: 9,
      frequency_penalty: 0.5,
      presence_penalty: -0.5,
      stop: ["END"],
      reasoning_effort: "low",
      tools: [{ type: "function", function: { name: "zoom", description: "Zooms.", parameters } }],
      tool_choice: { type: "function", function: { name: "zoom" } },
    });
    expect(options).toMatchObject({
      maxOutputTokens: 77,
      temperature: 0.5,
      topP: 0.25,
      seed: 9,
      frequencyPenalty: 0.5,
      presencePenalty: -0.5,
      stopSequences: ["END"],
      reasoning: "low",
      tools: [{ type: "function", name: "zoom", description: "Zooms.", inputSchema: parameters }],
      toolChoice: { type: "tool", toolName: "zoom" },
    });
  });

  it("has the schema of the reply", async () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    const { options } = await callOf("chat-completions", {
      response_format: { type: "json_schema", json_schema: { name: "mug", schema } },
    });
    expect(options.responseFormat).toEqual({ type: "json", name: "mug", schema });
  });

  it("has the limit of the caller, and without one no limit that the provider could refuse", async () => {
    const given = await callOf("chat-completions", { max_completion_tokens: 77 });
    expect(given.options.maxOutputTokens).toBe(77);
    expect((await callOf("chat-completions", {})).options).not.toHaveProperty("maxOutputTokens");
    const { options } = await callOf(
      "chat-completions",
      {},
      {},
      { prices: { input: 1, output: 1 } },
    );
    expect(options.maxOutputTokens).toBe(32_000);
  });

  it("has the text of a document where its provider takes no such files", async () => {
    const document = { type: "document", title: "Mugs.txt", source: textSource };
    const { options, receipt } = await callOf("messages", {
      messages: [{ role: "user", content: [document] }],
    });
    expect(options.prompt).toMatchObject([
      { content: ["Mugs.txt", "Mugs."].map((text) => ({ type: "text", text })) },
    ]);
    expect(receipt).toContain("approximated");
  });

  const file = { type: "file", mediaType: "image/png" };

  it("has the files of a failed result, after a note in place of the flag", async () => {
    const { options, receipt } = await callOf("messages", { messages: failedResult });
    const value = [{ type: "text", text: "[tool error] Bad." }, file];
    expect(options.prompt[2]).toMatchObject({ content: [{ output: { type: "content", value } }] });
    expect(receipt).toContain("approximated");
  });

  it("has the files of a result in a message of the user, for providers of Chat Completions", async () => {
    const { options, receipt } = await callOf(
      "messages",
      { messages: failedResult },
      { provider: "a.chat" },
    );
    expect(options.prompt.slice(2)).toMatchObject([
      { content: [{ output: { type: "error-text", value: expect.stringContaining("Bad.\n[") } }] },
      { role: "user", content: [{ text: expect.stringContaining("c1") }, file] },
    ]);
    expect(receipt).toContain("approximated");
  });

  it("keeps the options that the operator gives beside those of the caller", async () => {
    const callSettings = () => ({ providerOptions: { openai: { store: false } } });
    const { options } = await callOf(
      "chat-completions",
      { parallel_tool_calls: false, tools: [{ type: "function", function: { name: "zoom" } }] },
      { provider: "openai.chat" },
      { callSettings },
    );
    expect(options.providerOptions).toEqual({ openai: { parallelToolCalls: false, store: false } });
  });

  it("has what only Messages has as options of a provider that speaks Messages", async () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const { options, receipt } = await callOf(
      "messages",
      {
        max_tokens: 4000,
        thinking,
        system: [{ type: "text", text: "Long.", cache_control: { type: "ephemeral" } }],
        messages: [
          { role: "user", content: "hi" },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "proof" },
              { type: "text", text: "Yes?" },
            ],
          },
          { role: "user", content: "hi" },
        ],
      },
      { provider: "anthropic.messages" },
    );
    const cacheControl = { type: "ephemeral" };
    expect(options).toMatchObject({
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 1024 } } },
      prompt: [
        { role: "system", content: "Long.", providerOptions: { anthropic: { cacheControl } } },
        { role: "user" },
        {
          content: [
            { type: "reasoning", providerOptions: { anthropic: { signature: "proof" } } },
            { type: "text" },
          ],
        },
        { role: "user" },
      ],
    });
    expect(receipt).toBe("");
  });

  it("can be extended by the operator, for each request", async () => {
    const model = mockModel([[textPart("ok"), finish()]]);
    const { service } = serviceOf(
      fromAiSdk(model, {
        callSettings: ({ caller }) => ({ headers: { "x-account": caller.accountId } }),
      }),
    );
    await send(service, "messages", {});
    expect(Object.keys(model.doStreamCalls[0]?.headers ?? {})).toEqual(["x-account"]);
  });
});

const textSource = { type: "text", media_type: "text/plain", data: "Mugs." };

describe("what cannot be passed on", () => {
  it.each([
    ["messages", { messages: [{ role: "user", content: [urlImage] }] }, "URL"],
    ["chat-completions", { logit_bias: { "50256": -100 } }, "logit_bias"],
    ["chat-completions", { my_own_member: 1 }, "my_own_member"],
    ["chat-completions", { logprobs: true }, "logprobs"],
  ] as const)("is refused in %s: %j", async (format, body, named) => {
    const { status, body: answer } = await callOf(format, body);
    expect([status, answer]).toEqual([400, expect.stringContaining(named)]);
  });

  it("is refused if the provider finds it only when it is called", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => {
        throw new UnsupportedFunctionalityError({ functionality: "canary" });
      },
    });
    const { service } = serviceOf(fromAiSdk(model, { id: "scripted" }));
    const { status, body } = await send(service, "messages", {});
    expect([status, body]).toEqual([400, expect.not.stringContaining("canary")]);
  });

  it("is in the receipt if the answer is still right without it", async () => {
    const { status, receipt } = await callOf("messages", {
      max_tokens: 4000,
      thinking: { type: "enabled", budget_tokens: 1024 },
      metadata: { user_id: "u1" },
      system: [{ type: "text", text: "Long.", cache_control: { type: "ephemeral" } }],
    });
    expect(status).toBe(200);
    for (const field of ["budget_tokens", "user_id", "cache_control"]) {
      expect(receipt).toContain(field);
    }
  });

  it("is in the receipt if it is the name of a speaker", async () => {
    const messages = [{ role: "user", name: "ann", content: "hi" }];
    const { receipt } = await callOf("chat-completions", { messages });
    expect(receipt).toContain("/messages/0/name");
  });

  it.each([
    ["topP", { top_p: 0.5 }, 200, "top_p"],
    ["frequencyPenalty", { frequency_penalty: 0.5 }, 200, "frequency_penalty"],
    ["responseFormat", { response_format: { type: "json_object" } }, 400, "response_format"],
  ] as const)(
    "is told by the caller's name if the provider warns: %s",
    async (feature, body, status, named) => {
      const warnings = [{ type: "unsupported", feature, details: "canary" }] as const;
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [...warnings] },
        textPart("ok"),
        finish(),
      ];
      const { service } = serviceOf(fromAiSdk(mockModel([parts])));
      const answer = await send(service, "chat-completions", body);
      expect(answer.status).toBe(status);
      const said = `${answer.receipt}${answer.body}`;
      expect(said).toContain(named);
      expect(said).not.toContain("canary");
    },
  );
});

const urlImage = { type: "image", source: { type: "url", url: "https://images.test/mug.png" } };

/** The body that the real provider of Anthropic sends. */
async function sentBy(format: FormatName, body: object, modelId = "claude-sonnet-4-5") {
  const { fake, fetch } = fakeOf();
  fake.reply("ok");
  const model = createAnthropic({ apiKey: "sk-upstream", fetch })(modelId);
  const { service } = serviceOf(fromAiSdk(model, { id: "scripted" }));
  const { status, receipt } = await send(service, format, body);
  return { sent: fake.calls[0]?.request.body as Record<string, unknown>, status, receipt };
}

describe("reasoning, for a provider of Messages", () => {
  it("has its budget within the limit of the caller", async () => {
    const thinking = { type: "enabled", budget_tokens: 1024 };
    const { sent } = await sentBy("messages", { max_tokens: 4000, thinking });
    expect(sent).toMatchObject({ max_tokens: 4000, thinking });
  });

  it("is shown as the caller wants it", async () => {
    const thinking = { type: "adaptive", display: "summarized" };
    const { sent } = await sentBy("messages", { max_tokens: 4000, thinking }, "claude-opus-5-5");
    expect(sent.thinking).toEqual(thinking);
  });

  it("has the levels that the provider knows", async () => {
    const none = await sentBy("chat-completions", { reasoning_effort: "none" });
    expect(none.sent.thinking).toEqual({ type: "disabled" });
    expect(none.receipt).toBe("");
    const minimal = await sentBy("chat-completions", { reasoning_effort: "minimal" });
    expect(minimal.sent.output_config).toEqual({ effort: "low" });
  });
});
