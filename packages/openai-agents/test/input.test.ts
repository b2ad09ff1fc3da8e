import { type FromOpenAIAgentsOptions, fromOpenAIAgents } from "@diglot/openai-agents";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { notingRunner } from "./noting-runner.js";

const agent = { name: "shop-agent", tools: [], handoffs: [] };

/** What an agent is run with for a body, and what the receipt and the answer say. */
async function run(format: FormatName, body: object, given: FromOpenAIAgentsOptions = {}) {
  const { runner, calls } = notingRunner();
  const model = fromOpenAIAgents(agent, { runner, ...given });
  const { service, events } = serviceOf(model);
  const answer = await service.request(...requestOf(format, { model: model.id, ...body }));
  const text = await answer.text();
  await service.close();
  const losses = events.flatMap((event) => (event.type === "request_ended" ? event.losses : []));
  return {
    ...{ input: calls[0]?.input, options: calls[0]?.options },
    ...{ status: answer.status, text, losses },
  };
}

/** The same for one block of a user of Messages. */
function runBlock(block: object) {
  return run("messages", { messages: [{ role: "user", content: [block] }] });
}

const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERg==" };
const png = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
const text = (words: string) => ({ type: "input_text", text: words });

describe("what a user has said", () => {
  it.each<[string, object, object[]]>([
    ["a text", { type: "text", text: "hi" }, [text("hi")]],
    [
      "an image",
      { type: "image", source: png },
      [{ type: "input_image", image: "data:image/png;base64,iVBORw0KGgo=" }],
    ],
    [
      "an image by its URL",
      { type: "image", source: { type: "url", url: "https://images.test/mug.png" } },
      [{ type: "input_image", image: "https://images.test/mug.png" }],
    ],
    [
      "a document with a name",
      { type: "document", title: "mugs.pdf", source: pdf },
      [
        {
          type: "input_file",
          file: "data:application/pdf;base64,JVBERg==",
          filename: "mugs.pdf",
        },
      ],
    ],
    [
      "a document by its URL",
      { type: "document", source: { type: "url", url: "https://docs.test/mugs.pdf" } },
      [
        {
          type: "input_file",
          file: { url: "https://docs.test/mugs.pdf" },
          filename: "document.pdf",
        },
      ],
    ],
  ])("reaches the agent as it is: %s", async (_name, block, content) => {
    const { input, losses } = await runBlock(block);
    expect(input).toStrictEqual([{ role: "user", content }]);
    expect(losses).toEqual([]);
  });

  it("has the detail of an image, and sound", async () => {
    const url = "https://images.test/mug.png";
    const content = [
      { type: "image_url", image_url: { url, detail: "high" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } },
    ];
    const { input } = await run("chat-completions", { messages: [{ role: "user", content }] });
    expect(input).toEqual([
      {
        role: "user",
        content: [
          { type: "input_image", image: url, detail: "high" },
          { type: "audio", audio: "AAAA", format: "mp3" },
        ],
      },
    ]);
  });

  it.each<[string, object, object[], string]>([
    [
      "the blocks of a document",
      {
        type: "document",
        title: "Mugs",
        source: { type: "content", content: [{ type: "text", text: "Three." }] },
      },
      [text("Mugs"), text("Three.")],
      "approximated",
    ],
    [
      "the text of a document",
      { type: "document", source: { type: "text", media_type: "text/plain", data: "Three." } },
      [text("Three.")],
      "approximated",
    ],
    [
      "the context of a document",
      { type: "document", context: "From 2019.", source: pdf },
      [
        text("From 2019."),
        {
          type: "input_file",
          file: "data:application/pdf;base64,JVBERg==",
          filename: "document.pdf",
        },
      ],
      "approximated",
    ],
    [
      "a text with cache control",
      { type: "text", text: "Long.", cache_control: { type: "ephemeral" } },
      [text("Long.")],
      "dropped",
    ],
  ])("is written in another way, as the receipt says: %s", async (_name, block, content, code) => {
    const { input, losses } = await runBlock(block);
    expect(input).toEqual([{ role: "user", content }]);
    const member = code === "dropped" ? "/cache_control" : "";
    expect(losses).toMatchObject([{ code, at: `/messages/0/content/0${member}` }]);
  });

  it.each(["image", "document"])("is refused where only an id is known of it: %s", async (type) => {
    const { status, text, input } = await runBlock({
      type,
      source: { type: "file", file_id: "file-1" },
    });
    expect([status, text]).toEqual([400, expect.stringContaining("messages.0.content.0: ")]);
    expect(text).toContain("by its id");
    expect(input).toBeUndefined();
  });
});

describe("a turn of the assistant", () => {
  const call = (id: string, json: string) => ({
    ...{ id, type: "function", function: { name: "zoom", arguments: json } },
  });

  it("is what it has said, then its calls; their results come before what follows", async () => {
    const { input, losses } = await run("chat-completions", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: "I look.", tool_calls: [call("c1", '{"by":2}')] },
        {
          role: "tool",
          tool_call_id: "c1",
          content: ["A mug.", "Two."].map((words) => ({ type: "text", text: words })),
        },
        { role: "user", content: "And now?" },
      ],
    });
    expect(input).toEqual([
      { role: "user", content: [text("hi")] },
      {
        ...{ role: "assistant", status: "completed" },
        content: [{ type: "output_text", text: "I look." }],
      },
      {
        ...{ type: "function_call", callId: "c1", name: "zoom" },
        ...{ arguments: '{"by":2}', status: "completed" },
      },
      {
        ...{ type: "function_call_result", callId: "c1", name: "zoom", status: "completed" },
        output: { type: "text", text: "A mug.\nTwo." },
      },
      { role: "user", content: [text("And now?")] },
    ]);
    expect(losses).toEqual([]);
  });

  it("is its calls alone if it has said nothing, and a refusal stays one", async () => {
    const { input } = await run("chat-completions", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: null, tool_calls: [call("c1", "{}")] },
        { role: "tool", tool_call_id: "c1", content: "A mug." },
        { role: "assistant", content: null, refusal: "I will not." },
        { role: "user", content: "hi" },
      ],
    });
    const items = input as readonly { readonly type?: string; readonly content?: unknown }[];
    expect(items.map(({ type, content }) => type ?? content)).toEqual([
      [text("hi")],
      "function_call",
      "function_call_result",
      [{ type: "refusal", refusal: "I will not." }],
      [text("hi")],
    ]);
  });

  it("has no image: the request is refused", async () => {
    const { status, text } = await run("messages", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: [{ type: "image", source: png }] },
        { role: "user", content: "hi" },
      ],
    });
    expect([status, text]).toEqual([400, expect.stringContaining("messages.1.content.0: ")]);
  });

  it("loses its reasoning, which may be left out: the receipt needs no entry", async () => {
    const content = [
      { type: "thinking", thinking: "Hm.", signature: "proof" },
      { type: "redacted_thinking", data: "sealed" },
      { type: "text", text: "Yes?" },
    ];
    const { input, losses } = await run("messages", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content },
        { role: "user", content: "hi" },
      ],
    });
    expect(input).toMatchObject([
      {},
      { role: "assistant", content: [{ type: "output_text", text: "Yes?" }] },
      {},
    ]);
    expect(losses).toEqual([]);
  });
});

describe("the results of tools", () => {
  const image = { type: "image", source: png };

  it("have no name where the history has no call of theirs", async () => {
    const result = { type: "tool_result", tool_use_id: "c9", content: "A mug." };
    const { input } = await run("messages", { messages: [{ role: "user", content: [result] }] });
    expect(input).toMatchObject([{ type: "function_call_result", callId: "c9", name: "unknown" }]);
  });

  it("come before other blocks, and their files follow them", async () => {
    const { input } = await run("messages", {
      messages: [
        { role: "user", content: "hi" },
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "zoom", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c1", content: [image] },
            { type: "text", text: "And now?" },
          ],
        },
      ],
    });
    const follows = expect.stringContaining("follow");
    expect(input).toMatchObject([
      {},
      { type: "function_call" },
      {
        ...{ type: "function_call_result", callId: "c1", name: "zoom" },
        output: { type: "text", text: follows },
      },
      {
        role: "user",
        content: [
          { type: "input_text", text: expect.stringContaining("c1") },
          { type: "input_image" },
          text("And now?"),
        ],
      },
    ]);
  });
});

describe("the instructions of a caller", () => {
  const system = ["Be brief.", "Be kind."].map((words) => ({ type: "text", text: words }));
  const late = [
    { role: "user", content: "hi" },
    { role: "system", content: "Be late." },
    { role: "user", content: "hi" },
  ];

  it("are a message of the user before all others, as the receipt says", async () => {
    const { input, losses } = await run("messages", { system });
    expect(input).toMatchObject([
      { role: "user", content: [text("Be brief.\n\nBe kind.")] },
      { role: "user" },
    ]);
    expect(losses).toMatchObject([{ code: "approximated", at: "/system/0" }]);
  });

  it("are a message of the system if the operator wants it", async () => {
    const { input, losses } = await run("messages", { system }, { callerInstructions: "system" });
    expect(input).toMatchObject([
      { role: "system", content: "Be brief.\n\nBe kind." },
      { role: "user" },
    ]);
    expect(losses).toEqual([]);
  });

  it.each(["user", "system"] as const)("stay where they are if they come late: %s", async (as) => {
    const { input } = await run("chat-completions", { messages: late }, { callerInstructions: as });
    expect(input).toMatchObject([{ role: "user" }, { role: as }, { role: "user" }]);
    expect(JSON.stringify(input)).toContain("Be late.");
  });
});

it("a run streams, ends with its caller, and has the options of the operator", async () => {
  const { options } = await run(
    "messages",
    {},
    {
      runOptions: ({ caller }) => ({ context: { account: caller.accountId }, stream: false }),
    },
  );
  expect(options).toEqual({
    context: { account: expect.any(String) },
    stream: true,
    signal: expect.any(AbortSignal),
  });
});
