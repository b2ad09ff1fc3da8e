import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createEcho, createEliza } from "../src/index.js";

const { service } = serviceOf([], {
  models: [createEcho(), createEliza({ aliases: ["doctor"] })],
});

const tools = [
  {
    name: "get_time",
    description: "Tells the time.",
    input_schema: { type: "object", properties: {} },
  },
];

const post = (format: FormatName, body: Record<string, unknown>) =>
  service.request(...requestOf(format, body));

async function ask(format: FormatName, body: Record<string, unknown>) {
  const response = await post(format, body);
  expect(response.status).toBe(200);
  return response.json();
}

const message = (body: Record<string, unknown>) => ask("messages", body);
const completion = (body: Record<string, unknown>) => ask("chat-completions", body);

function say(content: unknown) {
  return [{ role: "user", content }];
}

describe("echo behind the service", () => {
  it("answers a message and counts truthfully", async () => {
    const answer = await message({ model: "echo", messages: say("one two  three") });
    expect(answer.content).toMatchObject([{ type: "text", text: "one two  three" }]);
    expect(answer.stop_reason).toBe("end_turn");
    expect(answer.usage).toMatchObject({ input_tokens: 3, output_tokens: 3 });
  });

  it("answers a chat completion and counts truthfully", async () => {
    const answer = await completion({ model: "echo", messages: say("one two  three") });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { role: "assistant", content: "one two  three" },
    });
    expect(answer.usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 3 });
  });

  it("is cut at the token limit, word for word", async () => {
    const answer = await message({ model: "echo", max_tokens: 2, messages: say("one two three") });
    expect(answer.content).toMatchObject([{ text: "one two " }]);
    expect(answer.stop_reason).toBe("max_tokens");
    expect(answer.usage.output_tokens).toBe(2);
  });

  it("thinks before it speaks", async () => {
    const thinking = { type: "adaptive", display: "summarized" };
    const answer = await message({ model: "echo", thinking, messages: say("hello") });
    expect(answer.content.map((block: { type: string }) => block.type)).toEqual([
      "thinking",
      "text",
    ]);
  });

  it("makes parallel calls", async () => {
    const answer = await message({
      model: "echo",
      tools,
      messages: say('call get_time {"zone":"UTC"}\ncall get_time'),
    });
    expect(answer.stop_reason).toBe("tool_use");
    expect(answer.content).toMatchObject([
      { type: "tool_use", name: "get_time", input: { zone: "UTC" } },
      { type: "tool_use", name: "get_time", input: {} },
    ]);
  });

  it("streams word by word", async () => {
    const response = await post("chat-completions", {
      model: "echo",
      stream: true,
      messages: say("one two three"),
    });
    const text = await response.text();
    const words = [...text.matchAll(/"content":"([^"]+)"/g)].map(([, word]) => word);
    expect(words).toEqual(["one ", "two ", "three"]);
  });

  it("counts tokens before a request is made", async () => {
    const body = { model: "echo", messages: say("one two three"), max_tokens: undefined };
    const [path, init] = requestOf("messages", body);
    const response = await service.request(`${path}/count_tokens`, init);
    expect(await response.json()).toMatchObject({ input_tokens: 3 });
  });
});

describe("a schema without an example of a limited size", () => {
  const schema = { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] };
  const json = { type: "json_schema", json_schema: { name: "s", schema } };
  const tool = { type: "function", function: { name: "f", parameters: schema } };

  it.each([
    ["chat-completions", { response_format: json }, "response_format"],
    [
      "chat-completions",
      { tools: [tool], tool_choice: "required" },
      "tools[0].function.parameters",
    ],
    [
      "messages",
      { output_config: { format: { type: "json_schema", schema } } },
      "output_config.format",
    ],
    [
      "messages",
      { tools: [{ name: "f", input_schema: schema }], tool_choice: { type: "any" } },
      "tools.0.input_schema",
    ],
  ] as const)("is refused, and named to callers of %s", async (format, change, field) => {
    const response = await post(format, { model: "echo", messages: say("hi"), ...change });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(`${error.param} ${error.message}`).toContain(field);
  });
});

describe("eliza behind the service", () => {
  it("answers in both formats, under her alias too", async () => {
    const messages = say("I am unhappy.");
    const text = "I am sorry to hear that you are unhappy.";
    expect((await message({ model: "eliza", messages })).content).toMatchObject([{ text }]);
    expect((await completion({ model: "doctor", messages })).choices[0].message.content).toBe(text);
  });

  it("asks a tool for the time and says what it answered", async () => {
    const question = say("What time is it?");
    const asked = await message({ model: "eliza", tools, messages: question });
    expect(asked.content).toMatchObject([{ type: "tool_use", name: "get_time", input: {} }]);
    const result = { type: "tool_result", tool_use_id: asked.content[0].id, content: "noon" };
    const messages = [...question, { role: "assistant", content: asked.content }, ...say([result])];
    expect((await message({ model: "eliza", tools, messages })).content).toMatchObject([
      { text: "It says: noon. Is the time important to you?" },
    ]);
  });

  it("refuses a form of output that she cannot give", async () => {
    const response = await post("chat-completions", {
      model: "eliza",
      response_format: { type: "json_object" },
      messages: say("hello"),
    });
    expect(response.status).toBe(400);
  });
});

describe("options", () => {
  it("names the model", () => {
    const model = createEcho({ id: "mirror", displayName: "Mirror", ownedBy: "me" });
    expect(model).toMatchObject({ id: "mirror", displayName: "Mirror", ownedBy: "me" });
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("refuses a delay of %s", (wordDelay) => {
    expect(() => createEcho({ wordDelay })).toThrow(/wordDelay/);
    expect(() => createEliza({ wordDelay })).toThrow(/wordDelay/);
  });
});
