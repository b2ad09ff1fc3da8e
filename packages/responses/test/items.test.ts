import { type Conversation, thinking, toolCall } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { worldOf } from "./world.js";

/** The conversation that a model sees of this request. */
async function conversationOf(change: object): Promise<Conversation> {
  let seen: Conversation | undefined;
  const { answer } = worldOf(async function* ({ conversation }) {
    seen = conversation;
    yield "Hello.";
  });
  const { body } = await answer(change);
  return seen ?? expect.fail(JSON.stringify(body));
}

/** The roles of the turns, each with the types of its blocks. */
const outline = ({ turns }: Conversation) =>
  turns.map(({ role, blocks }) => [role, ...blocks.map(({ type }) => type)]);

const user = (content: unknown) => ({ role: "user", content });
const call = (id: string, more: object = {}) => ({
  type: "function_call",
  call_id: id,
  name: "look",
  arguments: "{}",
  ...more,
});
const output = (id: string, said: unknown = "seen") => ({
  type: "function_call_output",
  call_id: id,
  output: said,
});

describe("the items of a request", () => {
  it("R031 lead with instructions, developer and system messages in their order", async () => {
    const { system, turns } = await conversationOf({
      instructions: "First.",
      input: [
        { type: "additional_tools", role: "developer", tools: [] },
        { role: "developer", content: "Second." },
        { role: "system", content: [{ type: "input_text", text: "Third." }] },
        user("hi"),
      ],
    });
    expect(system.map((block) => "text" in block && block.text)).toEqual([
      "First.",
      "Second.",
      "Third.",
    ]);
    expect(turns).toHaveLength(1);
  });

  it("R032 keep later instructions at their place", async () => {
    const input = [user("hi"), { role: "developer", content: "Now in French." }, user("again")];
    expect(outline(await conversationOf({ input }))).toEqual([
      ["user", "text"],
      ["system", "text"],
      ["user", "text"],
    ]);
  });

  it("R033 R034 take what the assistant has said as a text and as parts, with its phase", async () => {
    const said = { role: "assistant", phase: "commentary" };
    const input = [
      user("hi"),
      { ...said, content: "One." },
      {
        ...said,
        content: [
          { type: "output_text", text: "Two." },
          { type: "refusal", refusal: "No." },
        ],
      },
      user("go on"),
    ];
    const conversation = await conversationOf({ input });
    expect(outline(conversation)[1]).toEqual(["assistant", "text", "text", "refusal"]);
    expect(conversation.turns[1]?.blocks[0]).toMatchObject({ extra: { phase: "commentary" } });
  });

  it("R036 R040 R041 join what the model has said and called, and what its tools have answered", async () => {
    const input = [
      user("hi"),
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "Hm." }],
        content: null,
        encrypted_content: null,
      },
      { role: "assistant", content: "I look." },
      call("call_1"),
      call("call_2"),
      output("call_2"),
      output("call_1"),
    ];
    expect(outline(await conversationOf({ input }))).toEqual([
      ["user", "text"],
      ["assistant", "thinking", "text", "tool_call", "tool_call"],
      ["user", "tool_result", "tool_result"],
    ]);
  });

  it("R037 R047 carry images and files, also in what a tool has answered", async () => {
    const image = { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "low" };
    const file = {
      type: "input_file",
      file_data: "data:application/pdf;base64,BBBB",
      filename: "a.pdf",
    };
    const { turns } = await conversationOf({
      input: [
        user([image, file]),
        call("call_1"),
        output("call_1", [{ type: "input_text", text: "x" }, image]),
      ],
    });
    expect(turns[0]?.blocks).toMatchObject([
      {
        type: "image",
        source: { type: "base64", mediaType: "image/png", data: "AAAA" },
        detail: "low",
      },
      {
        type: "document",
        source: { type: "base64", mediaType: "application/pdf" },
        title: "a.pdf",
      },
    ]);
    expect(turns[2]?.blocks).toMatchObject([{ content: [{ type: "text" }, { type: "image" }] }]);
  });

  it("R042 R069 R097 take the service's own output back unchanged, and open what it has sealed", async () => {
    const tools = [{ type: "function", name: "look" }];
    const script = [
      thinking("Hm.", { signature: "proof" }),
      "I look.",
      toolCall({ name: "look", arguments: {}, id: "call_1" }),
    ];
    const { body } = await worldOf(script).answer({ tools });
    const foreign = { type: "reasoning", id: "rs_other", summary: [], encrypted_content: "gAAAAA" };
    const { turns } = await conversationOf({
      tools,
      input: [user("hi"), foreign, ...body.output, output(body.output.at(-1).call_id)],
    });
    expect(turns[1]?.blocks).toMatchObject([
      { type: "native", format: "responses" },
      { type: "thinking", text: "Hm.", signature: "proof" },
      { type: "text", text: "I look." },
      { type: "tool_call", name: "look" },
    ]);
  });

  it("R045 R055 declare tools where they stand, and keep equal names of two namespaces apart", async () => {
    const peek = { type: "function", name: "peek" };
    const { tools } = await conversationOf({
      tools: [
        { type: "namespace", name: "a", tools: [peek] },
        { type: "namespace", name: "b", tools: [peek] },
        { type: "function", name: "a__peek" },
      ],
      input: [{ type: "additional_tools", role: "developer", tools: [peek] }, user("hi")],
    });
    expect(tools.map(({ name }) => name)).toEqual(["a__peek_2", "b__peek", "a__peek", "peek"]);
  });

  it("R052 offer only the tools that are allowed", async () => {
    const { tools, toolChoice } = await conversationOf({
      tools: ["one", "two", "three"].map((name) => ({ type: "function", name })),
      tool_choice: {
        type: "allowed_tools",
        mode: "required",
        tools: [{ type: "function", name: "two" }],
      },
    });
    expect(tools.map(({ name }) => name)).toEqual(["two"]);
    expect(toolChoice).toEqual({ type: "any" });
  });

  it("make a function of a tool with free text, with its grammar for the model to read", async () => {
    const format = { type: "grammar", syntax: "lark", definition: "start: WORD" };
    const { tools } = await conversationOf({ tools: [{ type: "custom", name: "free", format }] });
    expect(tools[0]).toMatchObject({
      type: "function",
      name: "free",
      parameters: {
        properties: { input: { description: expect.stringContaining("start: WORD") } },
      },
    });
  });

  it("change settings from there on; the last change counts", async () => {
    const update = (effort: string) => ({ type: "configuration_update", reasoning: { effort } });
    const { reasoning } = await conversationOf({
      reasoning: { effort: "low", summary: "auto" },
      input: [user("hi"), update("high"), update("none")],
    });
    expect(reasoning).toEqual({ effort: "none", display: "summarized" });
  });

  it("R046 may be records of what the vendor ran, but no task that nobody here can do", async () => {
    const { answer } = worldOf(["Hello."]);
    const search = {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: { type: "search" },
    };
    expect((await answer({ input: [user("hi"), search] })).status).toBe(200);
    const { status, body } = await answer({ input: [user("hi"), { type: "program", id: "cm_1" }] });
    expect([status, body.error?.param]).toEqual([400, "input[1].type"]);
  });

  it("R056 may offer the vendor's search, but no other tool that the vendor runs", async () => {
    const { answer } = worldOf(["Hello."]);
    expect((await answer({ tools: [{ type: "web_search" }] })).status).toBe(200);
    const { status, body } = await answer({ tools: [{ type: "code_interpreter" }] });
    expect([status, body.error?.param]).toEqual([400, "tools[0].type"]);
  });
});

describe("calls in an answer", () => {
  const tools = [
    { type: "function", name: "look" },
    { type: "custom", name: "free" },
    { type: "namespace", name: "space", tools: [{ type: "function", name: "peek" }] },
  ];

  it("R048 R049 R060 are items of their own, with distinct ids", async () => {
    const script = [
      "I look.",
      toolCall({ name: "look", arguments: { a: 1 } }),
      toolCall({ name: "look", arguments: {} }),
    ];
    const { body } = await worldOf(script).answer({ tools });
    expect(body.output).toMatchObject([
      { type: "message" },
      { type: "function_call", name: "look", arguments: '{"a":1}', status: "completed" },
      { type: "function_call", name: "look", arguments: "{}" },
    ]);
    const ids = body.output.flatMap((item: { id: string; call_id?: string }) => [
      item.id,
      item.call_id,
    ]);
    expect(new Set(ids).size).toBe(6);
  });

  it("R053 carry the raw text of a tool with free text", async () => {
    const { body } = await worldOf([
      toolCall({ name: "free", arguments: { input: 'a\n"b"' } }),
    ]).answer({ tools });
    expect(body.output).toMatchObject([
      {
        type: "custom_tool_call",
        id: expect.stringMatching(/^ctc_/),
        name: "free",
        input: 'a\n"b"',
      },
    ]);
  });

  it("R057 call a function without parameters", async () => {
    const call = toolCall({ name: "look", arguments: {} });
    const { body } = await worldOf([call]).answer({ tools: [{ type: "function", name: "look" }] });
    expect(body.output).toMatchObject([{ name: "look", arguments: "{}" }]);
  });

  it("R054 carry the name and the namespace of a tool", async () => {
    const { body } = await worldOf([toolCall({ name: "space__peek", arguments: {} })]).answer({
      tools,
    });
    expect(body.output).toMatchObject([
      { type: "function_call", name: "peek", namespace: "space" },
    ]);
  });

  it("1,000 of them at once are as many items", async () => {
    const calls = Array.from({ length: 1_000 }, (_, index) =>
      toolCall({ name: "look", arguments: { index } }),
    );
    const { events } = await worldOf(calls).stream({ tools });
    expect(events.at(-1).response.output).toHaveLength(1_000);
  });
});
