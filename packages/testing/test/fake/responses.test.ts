import { responsesUpstream } from "@diglot/responses";
import { describe, expect, it } from "vitest";
import {
  createFake,
  createTape,
  type Fake,
  faults,
  matchers,
  record,
  replay,
  type Turn,
  toolCall,
} from "../../src/index.js";

expect.extend(matchers);

const weather = { type: "function", name: "weather", parameters: { type: "object" } };

/** Asks a fake in Responses. */
function ask(fake: Pick<Fake, "fetch">, body: object = {}): Promise<Response> {
  return fake.fetch("https://api.example/v1/responses", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer sk-test-1234" },
    body: JSON.stringify({ model: "some-model", input: "Hello", ...body }),
  });
}

const history = [
  { role: "developer", content: "Be brief." },
  { role: "user", content: "Weather?" },
  { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Rome"}' },
  { type: "function_call_output", call_id: "call_1", output: "sunny" },
];

describe("a call in Responses", () => {
  it.each([false, true])(
    "holds what was asked and what was answered; streamed: %s",
    async (stream) => {
      const fake = createFake().reply(
        "Look. ",
        toolCall({ name: "weather", arguments: { city: "Rome" } }),
      );
      await (await ask(fake, { input: "Weather?", tools: [weather], stream })).text();
      const [call] = fake.calls;
      expect(call).toMatchObject({ format: "responses", state: "whole" });
      expect(call?.conversation?.turns).toHaveLength(1);
      expect(call?.answer?.reply?.blocks.map(({ text }) => text)).toEqual([
        "Look. ",
        '{"city":"Rome"}',
      ]);
      expect(fake).toHaveReceivedTool("weather");
      expect(fake).toHaveReceivedText("Weather?");
      expect(fake).toHaveCalledTool("weather", { city: "Rome" });
    },
  );

  it("shows instructions, tool results and the conversation", async () => {
    const fake = createFake().reply("It is sunny.");
    await (await ask(fake, { input: history, tools: [weather] })).text();
    expect(fake).toHaveReceivedSystem("Be brief.");
    expect(fake).toHaveReceivedToolResult("weather", "sunny");
    expect(fake).toHaveAnswered("It is sunny.");
    expect(fake).toHaveBeenSatisfied();
  });

  it("is matched by its format, its result and its text", async () => {
    const fake = createFake()
      .when({ format: "responses", toolResult: { name: "weather", text: "sunny" } }, "Sunny.")
      .when({ format: "messages" }, "Not this.")
      .otherwise("Something else.");
    const textOf = async (body: object) =>
      (await (await ask(fake, body)).json()).output[0].content[0].text;
    expect(await textOf({ input: history })).toBe("Sunny.");
    expect(await textOf({})).toBe("Something else.");
  });

  it("that is refused before the script names the reason to verify", async () => {
    const fake = createFake().reply("Hi");
    expect((await ask(fake, { temprature: 1 })).status).toBe(400);
    expect(() => fake.verify()).toThrow("Did you mean 'temperature'?");
  });
});

it.each([false, true])("the same bytes come in every run; streamed: %s", async (stream) => {
  const turn: Turn = {
    thinking: "Hm.",
    text: "Hi – 値 😀.",
    toolCalls: [{ name: "weather", arguments: {} }],
  };
  /** One answer after the other, since ids count up in the order in which they are needed. */
  const bytes = async () => {
    const fake = createFake({ script: [turn, turn] });
    const first = await (await ask(fake, { stream, tools: [weather] })).text();
    return [first, await (await ask(fake, { stream, tools: [weather] })).text()];
  };
  const [first, second] = await bytes();
  expect(await bytes()).toEqual([first, second]);
  expect(first).toContain('"created_at":1767225600');
  expect(first).not.toBe(second);
});

it("one script serves callers of all three formats", async () => {
  const fake = createFake().otherwise("Hello!");
  const messages = [{ role: "user", content: "Hi" }];
  const post = (path: string, body: object, headers: Record<string, string>) =>
    fake.fetch(`https://api.example${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ model: "any", ...body }),
    });
  const bearer = { authorization: "Bearer sk-test" };
  const texts = await Promise.all([
    (
      await post(
        "/v1/messages",
        { messages, max_tokens: 9 },
        { "x-api-key": "k", "anthropic-version": "2023-06-01" },
      )
    ).text(),
    (await post("/v1/chat/completions", { messages }, bearer)).text(),
    (await post("/v1/responses", { input: "Hi" }, bearer)).text(),
  ]);
  for (const text of texts) expect(text).toContain("Hello!");
  expect(fake.calls.map(({ format }) => format)).toEqual([
    "messages",
    "chat-completions",
    "responses",
  ]);
});

describe("a reply in Responses", () => {
  it("is kept until the fake is reset, and a request that continues it is recorded with all before", async () => {
    const fake = createFake().reply("Hello, Ada.").reply("You are Ada.");
    const { id } = (await (await ask(fake, { input: "I am Ada." })).json()) as { id: string };
    const next = { input: "Who am I?", previous_response_id: id };
    expect((await ask(fake, next)).status).toBe(200);
    expect(fake.calls[1]?.conversation?.turns).toMatchObject([
      { role: "user", blocks: [{ text: "I am Ada." }] },
      { role: "assistant", blocks: [{ text: "Hello, Ada." }] },
      { role: "user", blocks: [{ text: "Who am I?" }] },
    ]);
    fake.reset();
    expect((await ask(fake, next)).status).toBe(400);
  });

  it("is not kept if the request declines", async () => {
    const fake = createFake().reply("Hello.");
    const { id } = (await (await ask(fake, { store: false })).json()) as { id: string };
    expect((await ask(fake, { previous_response_id: id })).status).toBe(400);
  });
});

describe("a fault of an answer in Responses", () => {
  it.each([
    ["an error", faults.rateLimited(), 429, "rate_limit_exceeded"],
    ["an overloaded service", faults.overloaded(), 503, "server_is_overloaded"],
    ["a page of a proxy", faults.html(502), 502, "<html>"],
  ])("is %s", async (_what, fault, status, text) => {
    const answer = await ask(createFake({ script: [{ text: "Hi", fault }] }));
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
  });

  it("is an error in the middle, which leaves the call broken", async () => {
    const fault = faults.errorEvent({ blocks: 1 });
    const fake = createFake({ script: [{ text: "Hi", fault }] });
    expect(await (await ask(fake, { stream: true })).text()).toContain("event: response.failed");
    expect(fake.calls[0]?.state).toBe("broken");
  });

  it("marks the call as broken where its last event is missing", async () => {
    const fake = createFake({ script: [{ text: "Hi", fault: faults.noTerminal() }] });
    expect(await (await ask(fake, { stream: true })).text()).not.toContain("response.completed");
    expect(fake.calls[0]?.state).toBe("broken");
  });
});

describe("a tape of Responses", () => {
  it.each([false, true])("replays what was recorded; streamed: %s", async (stream) => {
    const tape = createTape();
    const script = createFake().reply({
      thinking: "Hm.",
      text: "Look.",
      toolCalls: [{ name: "weather", arguments: { city: "Rome" } }],
    });
    const upstream = responsesUpstream({
      ...{ id: "some-model", apiKey: "sk-upstream", baseUrl: "http://upstream.test/v1" },
      fetch: script.fetch as typeof fetch,
    });
    const body = { tools: [weather], stream };
    const recorded = await ask(createFake({ model: record(upstream, tape) }), body);
    const text = await recorded.text();
    expect(text).toContain("Rome");
    const fake = createFake({ model: replay(tape) });
    const replayed = await (await ask(fake, body)).text();
    expect(replayed).toContain("Rome");
    expect(fake.calls[0]?.answer?.reply?.blocks.map((block) => block.text)).toEqual([
      "Hm.",
      "Look.",
      '{"city":"Rome"}',
    ]);
  });
});
