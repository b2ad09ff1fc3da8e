import { describe, expect, it } from "vitest";
import { agentCallOf, callOf, type Provider } from "./served.js";

const anthropic: Provider = { provider: "anthropic.messages" };
const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERg==" };
const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
const plain = { type: "text", media_type: "text/plain", data: "Three." };
const imageUrl = "https://images.test/mug.png";
const cache_control = { type: "ephemeral" };
const cached = { anthropic: { cacheControl: cache_control } };
const text = (words: string) => ({ type: "text", text: words });

/** What a block of a user becomes, and what the receipt says. */
async function contentOf(block: object, provider: Provider = {}) {
  const body = { messages: [{ role: "user", content: [block] }] };
  const { options, ...answer } = await callOf("messages", body, provider);
  return { ...answer, content: options?.prompt[0]?.content };
}

describe("what a user has said", () => {
  it.each<[string, object, Provider, object[]]>([
    ["a text", text("hi"), {}, [text("hi")]],
    [
      "an image",
      { type: "image", source: png },
      {},
      [{ type: "file", mediaType: "image/png", data: { type: "data", data: png.data } }],
    ],
    [
      "a document with a name",
      { type: "document", title: "mugs.pdf", source: pdf },
      {},
      [
        {
          ...{ type: "file", mediaType: "application/pdf", filename: "mugs.pdf" },
          data: { type: "data", data: pdf.data },
        },
      ],
    ],
    [
      "a document without a name",
      { type: "document", source: pdf },
      {},
      [{ type: "file", mediaType: "application/pdf", data: { type: "data", data: pdf.data } }],
    ],
    [
      "the text of a document",
      { type: "document", title: "Mugs", source: plain },
      anthropic,
      [
        {
          ...{ type: "file", mediaType: "text/plain", filename: "Mugs" },
          data: { type: "text", text: "Three." },
        },
      ],
    ],
    [
      "a text with cache control",
      { ...text("Long."), cache_control },
      anthropic,
      [{ ...text("Long."), providerOptions: cached }],
    ],
  ])("reaches the model as it is: %s", async (_name, block, provider, content) => {
    const answer = await contentOf(block, provider);
    expect(answer.content).toEqual(content);
    expect(answer.losses).toEqual([]);
  });

  it.each<[string, object, Provider, object[], string]>([
    [
      "the text of a document, for a provider that takes none as a file",
      { type: "document", title: "Mugs", source: plain },
      {},
      [text("Mugs"), text("Three.")],
      "approximated",
    ],
    [
      "the blocks of a document",
      { type: "document", source: { type: "content", content: [text("Three.")] } },
      anthropic,
      [text("Three.")],
      "approximated",
    ],
    [
      "the context of a document",
      { type: "document", context: "From 2019.", source: pdf },
      anthropic,
      [text("From 2019."), { type: "file", mediaType: "application/pdf" }],
      "approximated",
    ],
    [
      "cache control of a provider that has none",
      { ...text("Long."), cache_control },
      {},
      [text("Long.")],
      "dropped",
    ],
  ])(
    "is written in another way, as the receipt says: %s",
    async (_name, block, provider, content, code) => {
      const answer = await contentOf(block, provider);
      expect(answer.content).toMatchObject(content);
      expect(answer.content).toHaveLength(content.length);
      expect(answer.losses).toMatchObject([
        { code, at: expect.stringMatching(/^\/messages\/0\/content\/0/) },
      ]);
    },
  );

  it("has cache control at its last part", async () => {
    const block = { type: "document", context: "From 2019.", source: pdf, cache_control };
    const { content } = await contentOf(block, anthropic);
    expect(content).toEqual([
      text("From 2019."),
      expect.objectContaining({ type: "file", providerOptions: cached }),
    ]);
  });

  it.each([
    ["mp3", "audio/mpeg"],
    ["wav", "audio/wav"],
  ])("has sound with its media type: %s", async (format, mediaType) => {
    const content = [{ type: "input_audio", input_audio: { data: "AAAA", format } }];
    const { options } = await callOf("chat-completions", { messages: [{ role: "user", content }] });
    const data = { type: "data", data: "AAAA" };
    expect(options.prompt).toEqual([
      { role: "user", content: [{ type: "file", mediaType, data }] },
    ]);
  });

  it.each<[string, string, object | undefined, string[]]>([
    ["auto", "openai.chat", undefined, []],
    ["high", "openai.chat", { openai: { imageDetail: "high" } }, []],
    ["high", "azure", { openai: { imageDetail: "high" } }, []],
    ["auto", "other", undefined, []],
    ["high", "other", undefined, ["/messages/0/content/0/image_url/detail"]],
    ["high", "openai-compatible", undefined, ["/messages/0/content/0/image_url/detail"]],
    ["high", "my-openai", undefined, ["/messages/0/content/0/image_url/detail"]],
  ])(
    "has the detail of an image where the provider knows it: %s, %s",
    async (detail, provider, providerOptions, lost) => {
      const url = `data:image/png;base64,${png.data}`;
      const content = [{ type: "image_url", image_url: { url, detail } }];
      const body = { messages: [{ role: "user", content }] };
      const { options, losses } = await callOf("chat-completions", body, { provider });
      const [turn] = options.prompt;
      expect(turn?.content[0]).toEqual({
        ...{ type: "file", mediaType: "image/png", data: { type: "data", data: png.data } },
        ...(providerOptions && { providerOptions }),
      });
      expect(losses.map(({ at }) => at)).toEqual(lost);
    },
  );

  it.each(["image", "document"])("is refused where only an id is known of it: %s", async (type) => {
    const { status, text } = await contentOf({ type, source: { type: "file", file_id: "file-1" } });
    expect([status, text]).toEqual([400, expect.stringContaining("messages.0.content.0: ")]);
    expect(text).toContain("by its id");
  });
});

describe("a URL", () => {
  const images = [/^https:\/\/images\.test\//];

  it.each<[string, Record<string, RegExp[]>, boolean]>([
    ["its media type", { "image/*": images }, true],
    ["its kind", { image: images }, true],
    ["anything", { "*": images }, true],
    ["anything of any kind", { "*/*": images }, true],
    ["one of several patterns", { "image/*": [/^ftp:/, ...images] }, true],
    ["another kind", { "application/pdf": images }, false],
    ["another place", { "image/*": [/^https:\/\/other\.test\//] }, false],
    ["nothing", {}, false],
  ])("is read by a provider that reads %s", async (_name, urls, isRead) => {
    const url = imageUrl.replace("images", "IMAGES");
    const { status, content, text } = await contentOf(
      { type: "image", source: { type: "url", url } },
      { urls },
    );
    expect(status).toBe(isRead ? 200 : 400);
    const data = { type: "url", url: new URL(imageUrl) };
    if (isRead) expect(content).toEqual([{ type: "file", mediaType: "image/*", data }]);
    else expect(text).toContain("messages.0.content.0: ");
  });

  it("of a document is read as a PDF", async () => {
    const source = { type: "url", url: "https://docs.test/mugs.pdf" };
    for (const type of ["application/pdf", "application/*"]) {
      const urls = { [type]: [/^https:/] };
      const { content } = await contentOf({ type: "document", source }, { urls });
      expect(content).toMatchObject([{ type: "file", mediaType: "application/pdf" }]);
    }
  });

  it("is a URL of its own for the older specification, and for an agent of any kind", async () => {
    const block = { type: "image", source: { type: "url", url: imageUrl } };
    const older = await contentOf(block, { version: "v3", urls: { "image/*": [/./] } });
    const file = { type: "file", mediaType: "image/*", data: new URL(imageUrl) };
    expect(older.content).toEqual([file]);
    const { call } = await agentCallOf("messages", {
      messages: [{ role: "user", content: [block] }],
    });
    expect(call?.messages).toEqual([{ role: "user", content: [file] }]);
  });

  it("that is none is refused, also for an agent", async () => {
    const block = { type: "image", source: { type: "url", url: "mug.png" } };
    const body = { messages: [{ role: "user", content: [block] }] };
    expect(await agentCallOf("messages", body)).toMatchObject({ status: 400 });
    expect(await callOf("messages", body, { urls: { "*": [/./] } })).toMatchObject({ status: 400 });
  });
});

describe("instructions", () => {
  const system = (...blocks: object[]) => ({ system: blocks });
  const one = { role: "system", content: "Be brief." };

  it("are one message", async () => {
    const { options } = await callOf("messages", system(text("Be brief."), text("Be kind.")));
    expect(options.prompt).toEqual([
      { role: "system", content: "Be brief.\n\nBe kind." },
      expect.objectContaining({ role: "user" }),
    ]);
  });

  it("are a message up to each block with cache control", async () => {
    const { options, losses } = await callOf(
      "messages",
      system({ ...text("Be brief."), cache_control }, text("Be kind."), text("Be quick.")),
      anthropic,
    );
    expect(options.prompt).toEqual([
      { ...one, providerOptions: cached },
      { role: "system", content: "Be kind.\n\nBe quick." },
      expect.objectContaining({ role: "user" }),
    ]);
    expect(losses).toEqual([]);
  });

  it("lose cache control once each, where the provider has none", async () => {
    const { options, losses } = await callOf(
      "messages",
      system({ ...text("Be brief."), cache_control }, text("Be kind.")),
    );
    expect(options.prompt[0]).toEqual({ role: "system", content: "Be brief.\n\nBe kind." });
    expect(losses).toMatchObject([{ code: "dropped", at: "/system/0/cache_control" }]);
  });

  it("stay where they are if they come late", async () => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
    ];
    const { options } = await callOf("chat-completions", { messages });
    expect(options.prompt).toMatchObject([{ role: "user" }, one, { role: "user" }]);
  });

  it("are messages of the user for an agent, as the receipt says, unless the operator wants other ones", async () => {
    const { call, losses } = await agentCallOf("messages", system(text("Be brief.")));
    expect(call?.messages).toEqual([
      { role: "user", content: [text("Be brief.")] },
      expect.objectContaining({ role: "user" }),
    ]);
    expect(losses).toMatchObject([{ code: "approximated", at: "" }]);
    const own = await agentCallOf("messages", system(text("Be brief.")), {
      callerInstructions: "system",
    });
    expect(own.call?.messages).toEqual([one, expect.objectContaining({ role: "user" })]);
    expect(own.losses).toEqual([]);
    expect(await agentCallOf("messages", {})).toMatchObject({ losses: [] });
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

  it("have reasoning, with the proofs of its maker", async () => {
    const { options, losses } = await callOf(
      "messages",
      turns([
        { type: "thinking", thinking: "Hm.", signature: "proof" },
        { type: "thinking", thinking: "So.", signature: "" },
        { type: "redacted_thinking", data: "sealed" },
        text("Yes?"),
      ]),
    );
    const by = (proof: object) => ({ providerOptions: { anthropic: proof } });
    expect(options.prompt[1]).toEqual({
      role: "assistant",
      content: [
        { type: "reasoning", text: "Hm.", ...by({ signature: "proof" }) },
        { type: "reasoning", text: "So." },
        { type: "reasoning", text: "", ...by({ redactedData: "sealed" }) },
        text("Yes?"),
      ],
    });
    expect(losses).toEqual([]);
  });

  it("have calls; arguments that are no object are a text, as the receipt says", async () => {
    const call = (id: string, json: string) => ({
      ...{ id, type: "function", function: { name: "zoom", arguments: json } },
    });
    const tool_calls = [call("c1", '{"by":2}'), call("c2", "{by")];
    const { options, losses } = await callOf("chat-completions", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: null, refusal: "No.", tool_calls },
        { role: "tool", tool_call_id: "c1", content: "A mug." },
        { role: "tool", tool_call_id: "c2", content: "Two mugs." },
      ],
    });
    expect(options.prompt[1]).toMatchObject({
      role: "assistant",
      content: expect.arrayContaining([
        text("No."),
        { type: "tool-call", toolCallId: "c1", toolName: "zoom", input: { by: 2 } },
        { type: "tool-call", toolCallId: "c2", toolName: "zoom", input: "{by" },
      ]),
    });
    expect(options.prompt).toHaveLength(3);
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
  const part = (output: object) => ({
    ...{ type: "tool-result", toolCallId: "c1", toolName: "zoom", output },
  });

  it.each<[string, object, object]>([
    ["texts", { content: [text("One."), text("Two.")] }, { type: "text", value: "One.\nTwo." }],
    ["nothing", {}, { type: "text", value: "" }],
    ["an error", { is_error: true, content: "Bad." }, { type: "error-text", value: "Bad." }],
    [
      "files",
      { content: [text("One."), image] },
      {
        type: "content",
        value: [
          text("One."),
          { type: "file", mediaType: "image/png", data: { type: "data", data: png.data } },
        ],
      },
    ],
  ])("are %s", async (_name, result, output) => {
    const { options, losses } = await callOf("messages", after(result));
    expect(options.prompt.slice(2)).toEqual([{ role: "tool", content: [part(output)] }]);
    expect(losses).toEqual([]);
  });

  it("have no name where the history has no call of theirs", async () => {
    const result = { type: "tool_result", tool_use_id: "c9", content: "One." };
    const { options } = await callOf("messages", {
      messages: [{ role: "user", content: [result] }],
    });
    const output = { type: "text", value: "One." };
    expect(options.prompt).toEqual([
      {
        role: "tool",
        content: [{ type: "tool-result", toolCallId: "c9", toolName: "unknown", output }],
      },
    ]);
  });

  it("come before what the user says, and have their cache control", async () => {
    const result = { content: "One.", cache_control };
    const { options } = await callOf("messages", after(result, text("And now?")), anthropic);
    expect(options.prompt.slice(2)).toEqual([
      {
        role: "tool",
        content: [{ ...part({ type: "text", value: "One." }), providerOptions: cached }],
      },
      { role: "user", content: [text("And now?")] },
    ]);
  });

  it.each<[string, object, object]>([
    ["an image", image, { type: "image-data", data: png.data, mediaType: "image/png" }],
    [
      "a document",
      { type: "document", title: "mugs.pdf", source: pdf },
      {
        ...{ type: "file-data", data: pdf.data, mediaType: "application/pdf" },
        filename: "mugs.pdf",
      },
    ],
    [
      "a document of text",
      { type: "document", source: plain },
      { type: "file-data", data: btoa("Three."), mediaType: "text/plain" },
    ],
    [
      "an image by its URL",
      { type: "image", source: { type: "url", url: imageUrl } },
      { type: "image-url", url: imageUrl },
    ],
    [
      "a document by its URL",
      { type: "document", source: { type: "url", url: "https://docs.test/mugs.pdf" } },
      {
        ...{ type: "file-url", url: "https://docs.test/mugs.pdf" },
        mediaType: "application/pdf",
      },
    ],
    ["a text", text("One."), text("One.")],
  ])("have files as the older specification wants them: %s", async (_name, block, written) => {
    const provider: Provider = { ...anthropic, version: "v3", urls: { "*": [/./] } };
    const { options } = await callOf("messages", after({ content: [block, image] }), provider);
    const value = [written, expect.objectContaining({ type: "image-data" })];
    expect(options.prompt.slice(2)).toEqual([
      { role: "tool", content: [part({ type: "content", value })] },
    ]);
  });

  it("have their files in a message of the user, for a provider of Chat Completions", async () => {
    const provider = { provider: "other.chat" };
    const { options, losses } = await callOf("messages", after({ content: [image] }), provider);
    const follows = expect.stringContaining("follow");
    expect(options.prompt.slice(2)).toMatchObject([
      { role: "tool", content: [part({ type: "text", value: follows })] },
      { role: "user", content: [{ text: expect.stringContaining("c1") }, { type: "file" }] },
    ]);
    expect(losses).toMatchObject([{ code: "approximated" }]);
  });

  it("keep their files for an agent, after a note in place of the flag of an error", async () => {
    const { call, losses } = await agentCallOf(
      "messages",
      after({ is_error: true, content: [text("Bad."), image] }),
    );
    const value = [text("[tool error] Bad."), expect.objectContaining({ type: "image-data" })];
    expect(call?.messages).toMatchObject([
      {},
      {},
      { role: "tool", content: [part({ type: "content", value })] },
    ]);
    expect(losses).toMatchObject([{ code: "approximated" }]);
  });
});
