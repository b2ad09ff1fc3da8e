import { fromLangChain } from "@diglot/langchain";
import { describe, expect, it } from "vitest";
import { answerOf, callOf, chatModelOf, iterate, type Provider } from "./served.js";

const openai: Provider = { type: "openai" };
const anthropic: Provider = { type: "anthropic" };
const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERg==" };
const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
const plain = { type: "text", media_type: "text/plain", data: "Three." };
const pdfUrl = { type: "url", url: "https://docs.test/mugs.pdf" };
const imageUrl = "https://images.test/mug.png";
const cache_control = { type: "ephemeral" };
const text = (words: string) => ({ type: "text", text: words });

/** What a block of a user becomes, and what the receipt says. */
async function contentOf(block: object, provider: Provider = {}) {
  const body = { messages: [{ role: "user", content: [block] }] };
  const { messages = [], ...answer } = await callOf("messages", body, provider);
  return { ...answer, content: (messages[0] as { content?: unknown } | undefined)?.content };
}

describe("what a user has said", () => {
  const file = (more: object) => [{ type: "file", ...more }];
  const inline = { source_type: "base64", mime_type: "application/pdf", data: pdf.data };

  it.each<[string, object, Provider, unknown]>([
    ["a text", text("hi"), {}, "hi"],
    [
      "an image",
      { type: "image", source: png },
      {},
      [{ type: "image_url", image_url: { url: `data:image/png;base64,${png.data}` } }],
    ],
    [
      "an image by its URL",
      { type: "image", source: { type: "url", url: imageUrl } },
      openai,
      [{ type: "image_url", image_url: { url: imageUrl } }],
    ],
    [
      "an image, for Messages",
      { type: "image", source: png },
      anthropic,
      [{ type: "image", source: png }],
    ],
    [
      "an image by its URL, for Messages",
      { type: "image", source: { type: "url", url: imageUrl } },
      anthropic,
      [{ type: "image", source: { type: "url", url: imageUrl } }],
    ],
    [
      "a document with a name",
      { type: "document", title: "mugs.pdf", source: pdf },
      {},
      file({ ...inline, metadata: { filename: "mugs.pdf" } }),
    ],
    [
      "a document without a name",
      { type: "document", source: pdf },
      openai,
      file({ ...inline, metadata: { filename: "document.pdf" } }),
    ],
    [
      "a document by its URL",
      { type: "document", source: pdfUrl },
      {},
      file({ source_type: "url", url: pdfUrl.url, metadata: { filename: "document.pdf" } }),
    ],
    [
      "a document, for Messages",
      { type: "document", title: "Mugs", context: "From 2019.", source: pdf },
      anthropic,
      [{ type: "document", title: "Mugs", context: "From 2019.", source: pdf }],
    ],
    [
      "the text of a document, for Messages",
      { type: "document", source: plain },
      anthropic,
      [{ type: "document", source: plain }],
    ],
    [
      "cache control, for Messages",
      { ...text("Long."), cache_control },
      anthropic,
      [{ ...text("Long."), cache_control }],
    ],
  ])("reaches the model as it is: %s", async (_name, block, provider, content) => {
    const answer = await contentOf(block, provider);
    expect(answer.content).toStrictEqual(content);
    expect(answer.losses).toEqual([]);
  });

  it.each<[string, object, Provider, unknown, string]>([
    [
      "the text of a document",
      { type: "document", title: "Mugs", source: plain },
      {},
      [text("Mugs"), text("Three.")],
      "approximated",
    ],
    [
      "the blocks of a document, for Messages",
      { type: "document", source: { type: "content", content: [text("Three.")] } },
      anthropic,
      "Three.",
      "approximated",
    ],
    [
      "the context of a document",
      { type: "document", context: "From 2019.", source: pdf },
      openai,
      [text("From 2019."), { type: "file", ...inline, metadata: { filename: "document.pdf" } }],
      "approximated",
    ],
    ["cache control", { ...text("Long."), cache_control }, openai, "Long.", "dropped"],
  ])(
    "is written in another way, as the receipt says: %s",
    async (_name, block, provider, content, code) => {
      const answer = await contentOf(block, provider);
      expect(answer.content).toEqual(content);
      expect(answer.losses).toMatchObject([
        { code, at: expect.stringMatching(/^\/messages\/0\/content\/0/) },
      ]);
    },
  );

  it.each<[Provider, string, object[], string[]]>([
    [openai, "high", [{ type: "image_url", image_url: { url: imageUrl, detail: "high" } }], []],
    [
      anthropic,
      "high",
      [{ type: "image", source: { type: "url", url: imageUrl } }],
      ["/messages/0/content/0/image_url/detail"],
    ],
    [anthropic, "auto", [{ type: "image", source: { type: "url", url: imageUrl } }], []],
  ])(
    "has the detail of an image where the provider takes it: %j, %s",
    async (provider, detail, written, lost) => {
      const content = [{ type: "image_url", image_url: { url: imageUrl, detail } }];
      const body = { messages: [{ role: "user", content }] };
      const { messages, losses } = await callOf("chat-completions", body, provider);
      expect(messages).toMatchObject([{ type: "human", content: written }]);
      expect(losses.map(({ at }) => at)).toEqual(lost);
    },
  );

  it("loses its cache control at its own place, where the provider has none", async () => {
    const { losses } = await contentOf({ ...text("Long."), cache_control }, openai);
    expect(losses.map(({ at }) => at)).toEqual(["/messages/0/content/0/cache_control"]);
  });

  it("has sound, where the provider is not one of Messages", async () => {
    const audio = { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } };
    const body = { messages: [{ role: "user", content: [audio] }] };
    const { messages } = await callOf("chat-completions", body, openai);
    const content = [
      { type: "audio", source_type: "base64", mime_type: "audio/mp3", data: "AAAA" },
    ];
    expect(messages).toMatchObject([{ type: "human", content }]);
    const refused = await callOf("chat-completions", body, anthropic);
    expect([refused.status, refused.messages]).toEqual([400, undefined]);
    const { message, param } = JSON.parse(refused.text).error;
    expect([message, param]).toEqual([
      expect.stringContaining("takes no audio"),
      "messages[0].content[0]",
    ]);
  });

  it.each<[string, object, Provider, string]>([
    [
      "an image by its id",
      { type: "image", source: { type: "file", file_id: "f" } },
      {},
      "by its id",
    ],
    [
      "an image by its id",
      { type: "image", source: { type: "file", file_id: "f" } },
      anthropic,
      "by its id",
    ],
    [
      "a document by its id",
      { type: "document", source: { type: "file", file_id: "f" } },
      {},
      "by its id",
    ],
    [
      "a document by its id",
      { type: "document", source: { type: "file", file_id: "f" } },
      anthropic,
      "by its id",
    ],
    [
      "a document by its URL",
      { type: "document", source: pdfUrl },
      openai,
      "does not read this URL",
    ],
  ])("is refused: %s, %#", async (_name, block, provider, words) => {
    const { status, text, content } = await contentOf(block, provider);
    expect([status, text]).toEqual([400, expect.stringContaining("messages.0.content.0: ")]);
    expect(text).toContain(words);
    expect(content).toBeUndefined();
  });
});

/** A graph that says nothing, and what it was given. */
function graphOf() {
  const inputs: { messages: readonly { type: string; content: unknown }[] }[] = [];
  const graph = {
    lg_is_pregel: true,
    async stream(input: (typeof inputs)[number]) {
      inputs.push(input);
      return iterate([]);
    },
  };
  return { graph, inputs };
}

describe("instructions", () => {
  const system = [text("Be brief."), text("Be kind.")];
  const late = [
    { role: "user", content: "hi" },
    { role: "system", content: "Be late." },
    { role: "user", content: "hi" },
  ];

  it("are one text", async () => {
    const { messages } = await callOf("messages", { system });
    expect(messages).toMatchObject([
      { type: "system", content: "Be brief.\n\nBe kind." },
      { type: "human" },
    ]);
    expect((await callOf("messages", {})).messages).toHaveLength(1);
  });

  it("stay blocks where one has cache control", async () => {
    const blocks = [{ ...text("Be brief."), cache_control }, text("Be kind.")];
    const { messages } = await callOf("messages", { system: blocks }, anthropic);
    expect(messages).toMatchObject([{ type: "system", content: blocks }, {}]);
  });

  it.each<[Provider, string, number]>([
    [openai, "system", 0],
    [{}, "system", 0],
    [anthropic, "human", 1],
  ])("stay where they are if they come late: for %j as %s", async (provider, type, count) => {
    const { messages, losses } = await callOf("chat-completions", { messages: late }, provider);
    expect(messages).toMatchObject([{}, { type, content: "Be late." }, {}]);
    expect(losses.map(({ at }) => at)).toEqual(Array(count).fill("/messages/1/content"));
  });

  it("are messages of the user for a graph, as the receipt says, unless the operator wants other ones", async () => {
    const { graph, inputs } = graphOf();
    const one = await answerOf(fromLangChain(graph, { id: "a" }), "messages", { system });
    const options = { id: "a", callerInstructions: "system" } as const;
    const other = await answerOf(fromLangChain(graph, options), "messages", { system });
    const plainly = await answerOf(fromLangChain(graph, { id: "a" }), "messages");
    expect(plainly.losses).toEqual([]);
    const tools = [{ name: "zoom", input_schema: { type: "object" } }];
    const refused = await answerOf(fromLangChain(graph, { id: "a" }), "messages", { tools });
    expect([refused.status, inputs.length]).toEqual([400, 3]);
    const kinds = inputs.map(({ messages }) => messages.map(({ type }) => type));
    expect(kinds).toEqual([["human", "human"], ["system", "human"], ["human"]]);
    expect(inputs[0]?.messages[0]?.content).toBe("Be brief.\n\nBe kind.");
    expect(one.losses).toMatchObject([{ code: "approximated", at: "" }]);
    expect(other.losses).toEqual([]);
  });

  it("change no other message of a graph, whose losses and refusals are those of any model", async () => {
    const { graph, inputs } = graphOf();
    const call = { id: "c1", type: "function", function: { name: "zoom", arguments: "{" } };
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "A mug." },
    ];
    const { losses } = await answerOf(fromLangChain(graph, { id: "a" }), "chat-completions", {
      messages,
    });
    expect(inputs[0]?.messages.map(({ type }) => type)).toEqual(["human", "human", "ai", "tool"]);
    expect(losses.map(({ at }) => at).toSorted()).toEqual([...["", "/messages/2/tool_calls/0"]]);
    const image = { type: "image", source: { type: "file", file_id: "f" } };
    const refused = await answerOf(fromLangChain(graph, { id: "a" }), "messages", {
      messages: [{ role: "user", content: [image] }],
    });
    expect([refused.status, inputs.length]).toEqual([400, 1]);
  });
});

describe("the turns of the assistant", () => {
  const turns = (content: unknown) => ({
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content },
      { role: "user", content: "hi" },
    ],
  });
  const thoughts = [
    { type: "thinking", thinking: "Hm.", signature: "proof" },
    { type: "redacted_thinking", data: "sealed" },
  ];

  it.each<[string, unknown, Provider, unknown]>([
    ["a text", "Yes?", {}, "Yes?"],
    ["texts", [text("Yes?"), text("No?")], {}, [text("Yes?"), text("No?")]],
    [
      "reasoning, for Messages",
      [...thoughts, text("Yes?")],
      anthropic,
      [...thoughts, text("Yes?")],
    ],
    ["reasoning alone, for Messages", thoughts, anthropic, thoughts],
    [
      "reasoning and texts, for Messages",
      [...thoughts, text("Yes?"), text("No?")],
      anthropic,
      [...thoughts, text("Yes?"), text("No?")],
    ],
    ["no reasoning for others", [...thoughts, text("Yes?")], openai, "Yes?"],
  ])("are %s", async (_name, content, provider, written) => {
    const { messages, losses } = await callOf("messages", turns(content), provider);
    expect(messages).toMatchObject([{}, { type: "ai", content: written, tool_calls: [] }, {}]);
    expect(losses).toEqual([]);
  });

  it("lose reasoning without a proof, and keep a refusal as text", async () => {
    const unsigned = { type: "thinking", thinking: "Hm.", signature: "" };
    const { messages } = await callOf("messages", turns([unsigned, text("Yes?")]), anthropic);
    expect(messages?.[1]).toMatchObject({ type: "ai" });
    const refused = { role: "assistant", content: null, refusal: "I will not." };
    const chat = await callOf("chat-completions", {
      messages: [{ role: "user", content: "hi" }, refused, { role: "user", content: "hi" }],
    });
    expect(chat.messages?.[1]).toMatchObject({ type: "ai", content: "I will not." });
  });

  it("have no reasoning that comes without a proof, for Messages", async () => {
    const spoken = { role: "assistant", content: "Yes?", reasoning_content: "Hm." };
    const messages = [{ role: "user", content: "hi" }, spoken, { role: "user", content: "hi" }];
    const call = await callOf("chat-completions", { messages }, anthropic);
    expect(call.messages?.[1]).toMatchObject({ type: "ai", content: "Yes?" });
  });

  it("have calls; arguments that are no object are left out, as the receipt says", async () => {
    const call = (id: string, json: string) => ({
      ...{ id, type: "function", function: { name: "zoom", arguments: json } },
    });
    const { messages, losses } = await callOf("chat-completions", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: null, tool_calls: [call("c1", '{"by":2}'), call("c2", "{")] },
        { role: "tool", tool_call_id: "c1", content: "A mug." },
        { role: "tool", tool_call_id: "c2", content: "Two." },
        { role: "user", content: "And now?" },
      ],
    });
    expect(messages).toMatchObject([
      { type: "human" },
      {
        ...{ type: "ai", content: "" },
        tool_calls: [
          { type: "tool_call", id: "c1", name: "zoom", args: { by: 2 } },
          { type: "tool_call", id: "c2", name: "zoom", args: {} },
        ],
      },
      { type: "tool", tool_call_id: "c1", name: "zoom", status: "success", content: "A mug." },
      { type: "tool", tool_call_id: "c2", name: "zoom", status: "success", content: "Two." },
      { type: "human", content: "And now?" },
    ]);
    expect(messages).toHaveLength(5);
    expect(losses).toMatchObject([
      { code: "approximated", at: expect.stringContaining("/tool_calls/1") },
    ]);
  });
});

describe("the results of tools", () => {
  const image = { type: "image", source: png };
  const after = (result: object, ...rest: object[]) => ({
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "zoom", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", ...result }, ...rest] },
    ],
  });

  it.each<[string, object, Provider, object[]]>([
    ["nothing", {}, {}, [{ status: "success", content: "" }]],
    ["a text", { content: "One." }, {}, [{ status: "success", content: "One." }]],
    [
      "an error, after a note",
      { content: "Bad.", is_error: true },
      {},
      [{ status: "error", content: "[tool error] Bad." }],
    ],
    [
      "files, where the provider takes them",
      { content: [image] },
      anthropic,
      [{ status: "success", content: [{ type: "image" }] }],
    ],
    [
      "files in a message of the user, where it does not",
      { content: [image] },
      openai,
      [
        { content: expect.stringContaining("follow") },
        {
          type: "human",
          content: [{ text: expect.stringContaining("c1") }, { type: "image_url" }],
        },
      ],
    ],
  ])("are %s", async (_name, result, provider, written) => {
    const { messages } = await callOf("messages", after(result), provider);
    const [first, ...rest] = written;
    expect(messages?.slice(2)).toMatchObject([
      { type: "tool", tool_call_id: "c1", name: "zoom", ...first },
      ...rest,
    ]);
  });

  it("have no name where the history has no call of theirs", async () => {
    const result = { type: "tool_result", tool_use_id: "c9", content: "One." };
    const { messages } = await callOf("messages", {
      messages: [{ role: "user", content: [result] }],
    });
    expect(messages).toStrictEqual([
      { type: "tool", tool_call_id: "c9", status: "success", content: "One." },
    ]);
  });

  it("come before what the user says", async () => {
    const { messages } = await callOf("messages", after({ content: "One." }, text("And now?")));
    expect(messages?.slice(2)).toMatchObject([
      { type: "tool" },
      { type: "human", content: "And now?" },
    ]);
  });
});

describe("the tools of a caller", () => {
  const parameters = { type: "object", properties: { by: { type: "number" } } };
  const zoom = { type: "function", function: { name: "zoom", parameters } };
  const asked = { tools: [zoom] };
  const one = { ...asked, parallel_tool_calls: false };

  it("are bound as the caller has described them", async () => {
    const full = { ...zoom.function, name: "look", description: "Looks.", strict: true };
    const tools = [zoom, { type: "function", function: full }];
    const { bound, losses } = await callOf("chat-completions", { tools }, openai);
    expect(bound).toStrictEqual([{ tools, options: {} }]);
    expect(losses).toEqual([]);
    expect(await callOf("chat-completions", { tools })).toMatchObject({
      losses: [{ code: "approximated", at: "/tools/1/function/strict" }],
    });
    expect(await callOf("chat-completions", {}, openai)).toMatchObject({ bound: [] });
  });

  it("lose cache control", async () => {
    const tools = [{ name: "zoom", input_schema: parameters, cache_control }];
    expect(await callOf("messages", { tools }, anthropic)).toMatchObject({
      losses: [{ code: "dropped", at: "/tools/0/cache_control" }],
    });
  });

  const chosen = { type: "function", function: { name: "zoom" } };
  const single = { disable_parallel_tool_use: true };
  it.each<[object, Provider, object, number]>([
    [{ ...asked, tool_choice: "auto" }, {}, { tool_choice: "auto" }, 0],
    [{ ...asked, tool_choice: "none" }, {}, { tool_choice: "none" }, 0],
    [{ ...asked, tool_choice: "required" }, {}, { tool_choice: "any" }, 0],
    [{ ...asked, tool_choice: chosen }, {}, { tool_choice: "zoom" }, 0],
    [{ ...asked, parallel_tool_calls: true }, {}, {}, 0],
    [one, openai, { parallel_tool_calls: false }, 0],
    [
      { ...one, tool_choice: chosen },
      openai,
      { tool_choice: "zoom", parallel_tool_calls: false },
      0,
    ],
    [one, anthropic, { tool_choice: { type: "auto", ...single } }, 0],
    [
      { ...one, tool_choice: "required" },
      anthropic,
      { tool_choice: { type: "any", ...single } },
      0,
    ],
    [
      { ...one, tool_choice: chosen },
      anthropic,
      { tool_choice: { type: "tool", name: "zoom", ...single } },
      0,
    ],
    [{ ...one, tool_choice: "none" }, anthropic, { tool_choice: "none" }, 1],
    [one, {}, {}, 1],
  ])("are chosen as the caller wants it: %j, %j", async (body, provider, options, lost) => {
    const { bound, losses } = await callOf("chat-completions", body, provider);
    expect(bound.map((binding) => binding.options)).toStrictEqual([options]);
    expect(losses.map(({ at }) => at)).toEqual(Array(lost).fill("/parallel_tool_calls"));
  });

  it("are refused by a model that takes none", async () => {
    const { status, text } = await callOf("chat-completions", asked, { takesTools: false });
    expect([status, JSON.parse(text).error.param]).toEqual([400, "tools"]);
  });
});

describe("the options of a call", () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };
  const json_schema = { name: "mug", schema };
  const full = { ...json_schema, description: "A mug.", strict: true };
  const format = (response_format: object) => ({ response_format });

  it.each<[object, Provider, object]>([
    [{}, openai, {}],
    [{ stop: ["END"] }, {}, { stop: ["END"] }],
    [{ seed: 9 }, openai, { seed: 9 }],
    [{ seed: 9 }, { type: "azure_openai" }, { seed: 9 }],
    [{ seed: 9 }, { type: "constructor" }, {}],
    [{ seed: 9 }, anthropic, {}],
    [format({ type: "text" }), openai, {}],
    [format({ type: "json_object" }), openai, format({ type: "json_object" })],
    [
      format({ type: "json_schema", json_schema }),
      openai,
      format({ type: "json_schema", json_schema }),
    ],
    [
      format({ type: "json_schema", json_schema: full }),
      openai,
      format({ type: "json_schema", json_schema: full }),
    ],
    [
      format({ type: "json_schema", json_schema: full }),
      anthropic,
      { outputConfig: { format: { type: "json_schema", schema } } },
    ],
  ])("say the rest: %j, %j", async (body, provider, written) => {
    const { options } = await callOf("chat-completions", body, provider);
    const { signal, ...rest } = options ?? {};
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(rest).toStrictEqual(written);
  });

  it("have a name for the schema of a reply where the caller gives none", async () => {
    const output_config = { format: { type: "json_schema", schema } };
    const { options } = await callOf("messages", { output_config }, openai);
    expect(options).toMatchObject(
      format({ type: "json_schema", json_schema: { name: "response", schema } }),
    );
  });

  it.each<[object, Provider]>([
    [format({ type: "json_object" }), anthropic],
    [format({ type: "json_schema", json_schema }), {}],
  ])("refuse a form that the provider cannot hold: %j, %j", async (body, provider) => {
    const { status, text } = await callOf("chat-completions", body, provider);
    expect([status, text]).toEqual([400, expect.stringContaining("response_format")]);
  });

  it("are replaced by those of the operator, for each request, and end with the reply", async () => {
    const config = ({ caller }: { readonly caller: { readonly accountId: string } }) => ({
      ...{ tags: [caller.accountId], stop: ["NO"], signal: undefined },
    });
    const { options } = await callOf("chat-completions", { stop: ["END"] }, {}, { config });
    expect(options).toMatchObject({ tags: [expect.any(String)], stop: ["NO"] });
    expect(options?.signal).toMatchObject({ aborted: true });
  });

  it("do not have what LangChain takes when a model is made: the receipt has it", async () => {
    const body = {
      ...{ temperature: 0, top_p: 0.5, seed: 9, frequency_penalty: 1, presence_penalty: 1 },
      reasoning_effort: "low",
    };
    const { losses } = await callOf("chat-completions", body);
    expect(losses.map(({ at }) => at).toSorted()).toEqual([
      ...["/frequency_penalty", "/presence_penalty", "/reasoning_effort", "/seed"],
      ...["/temperature", "/top_p"],
    ]);
    const known = await callOf("chat-completions", { seed: 9, user: "u1" }, openai);
    expect(known.losses.map(({ at }) => at)).toEqual(["/user"]);
    const messages = await callOf("messages", { top_k: 5, thinking: { type: "adaptive" } });
    expect(messages.losses.map(({ at }) => at).toSorted()).toEqual(["/thinking/type", "/top_k"]);
  });
});

describe("a function that makes a model", () => {
  it.each<[string, object, object]>([
    [
      "chat-completions",
      {
        ...{ max_completion_tokens: 77, temperature: 0, top_p: 0.5, seed: 9 },
        ...{ frequency_penalty: 1, presence_penalty: -1, reasoning_effort: "low" },
      },
      {
        ...{ maxTokens: 77, temperature: 0, topP: 0.5, seed: 9 },
        ...{ frequencyPenalty: 1, presencePenalty: -1, reasoningEffort: "low" },
      },
    ],
    [
      "messages",
      { max_tokens: 4000, top_k: 5, thinking: { type: "enabled", budget_tokens: 1024 } },
      { maxTokens: 4000, topK: 5, thinking: { type: "enabled", budget_tokens: 1024 } },
    ],
    [
      "messages",
      { max_tokens: 4000, thinking: { type: "adaptive" } },
      { maxTokens: 4000, thinking: { type: "adaptive" } },
    ],
    [
      "messages",
      { max_tokens: 4000, thinking: { type: "adaptive", display: "omitted" } },
      { maxTokens: 4000, thinking: { type: "adaptive", display: "omitted" } },
    ],
    [
      "messages",
      {
        max_tokens: 4000,
        thinking: { type: "enabled", budget_tokens: 1024, display: "omitted" },
      },
      { maxTokens: 4000, thinking: { type: "enabled", budget_tokens: 1024 } },
    ],
    ["chat-completions", { frequency_penalty: null }, {}],
    ["chat-completions", {}, {}],
  ])("is given what the caller of %s wants: %j", async (format, body, wanted) => {
    const given: object[] = [];
    const model = fromLangChain(
      (parameters) => {
        given.push({ ...parameters });
        return chatModelOf().model;
      },
      { id: "scripted" },
    );
    const { losses } = await answerOf(model, format as "messages", body);
    expect(given).toStrictEqual([wanted]);
    expect(losses).toEqual([]);
  });
});
