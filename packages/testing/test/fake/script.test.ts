import { refusal, ServiceError, thinking, toolCall } from "@diglot/core";
import { framesOf } from "@diglot/test-support/answers";
import { formatNames } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { createFake, FakeError } from "../../src/index.js";
import { ask, say } from "./requests.js";

const weatherTool = {
  messages: { tools: [{ name: "weather", input_schema: { type: "object" } }] },
  "chat-completions": {
    tools: [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }],
  },
};
const afterWeather = {
  messages: {
    ...weatherTool.messages,
    messages: [
      { role: "user", content: "How is the weather?" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "call_1", name: "weather", input: { city: "Oslo" } }],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "call_1", content: "18 degrees" }],
      },
    ],
  },
  "chat-completions": {
    ...weatherTool["chat-completions"],
    messages: [
      { role: "user", content: "How is the weather?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "weather", arguments: '{"city":"Oslo"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "call_1", content: "18 degrees" },
    ],
  },
};

describe.each(formatNames)("a script, asked in %s", (format) => {
  it("says one turn to each request, in order, from the options and from what was added", async () => {
    const fake = createFake({ script: ["one", ["t", "wo"]] })
      .reply("three")
      .script([{ text: "four" }]);
    const heard = [];
    for (let index = 0; index < 4; index++) heard.push(await say(fake, format));
    expect(heard).toEqual(["one", "two", "three", "four"]);
    fake.verify();
  });

  it("says all members of a turn, in their order", async () => {
    const fake = createFake({
      script: [
        {
          thinking: "Let me think.",
          text: "I will look.",
          toolCalls: [{ name: "weather", arguments: { city: "Oslo" }, id: "call_7" }],
          usage: { input: 11, output: 7 },
        },
      ],
    });
    await (await ask(fake, format, { body: weatherTool[format] })).text();
    const reply = fake.calls[0]!.answer!.reply!;
    expect(reply.blocks.map(({ opened, text }) => [opened.type, text])).toEqual([
      ["thinking", "Let me think."],
      ["text", "I will look."],
      ["tool_call", '{"city":"Oslo"}'],
    ]);
    expect(reply.stop.reason).toBe("tool_calls");
    expect(reply.usage).toMatchObject({ input: 11, output: 7 });
  });

  it.each([
    [{ text: "Cut", stop: "max_tokens" }, { reason: "max_tokens" }],
    [
      { text: "a", stop: "content_filter" },
      { reason: format === "messages" ? "refusal" : "content_filter" },
    ],
    [{ refusal: "No." }, { reason: "refusal" }],
    [{}, { reason: "end" }],
  ] as const)("ends for the reason of the turn: %j", async (turn, stop) => {
    const fake = createFake({ script: [turn] });
    await (await ask(fake, format, { body: { stream: true } })).text();
    expect(fake.calls[0]!.answer!.reply!.stop).toMatchObject(stop);
  });

  it("lets a generator say what cannot be said beforehand", async () => {
    const fake = createFake().otherwise(async function* ({ conversation }) {
      yield `turn ${conversation.turns.length}`;
    });
    expect([await say(fake, format), await say(fake, format)]).toEqual(["turn 1", "turn 1"]);
    fake.verify();
  });

  it("says a text to all that nothing else answers", async () => {
    const fake = createFake({ script: ["first"] }).otherwise("the same");
    const said = [await say(fake, format), await say(fake, format), await say(fake, format)];
    expect(said).toEqual(["first", "the same", "the same"]);
    fake.verify();
  });

  it("reports what a generator has thrown, and keeps the errors that were chosen", async () => {
    const fake = createFake({
      script: [
        async function* () {
          throw new Error("no such city");
        },
        async function* () {
          throw new ServiceError({ kind: "overloaded", message: "Later." });
        },
      ],
    });
    const first = await ask(fake, format);
    const message = "The generator of turn 0 of the script threw: Error: no such city";
    expect(first.status).toBe(400);
    expect((await first.json()).error.message).toBe(message);
    expect((await (await ask(fake, format)).json()).error.message).toBe("Later.");
    expect(fake.calls.map(({ unexpected }) => unexpected)).toEqual([message, undefined]);
    expect(() => fake.verify()).toThrow(message);
  });

  it.each([
    ["a number", () => [5], 'yield: "pieces[0]" must be an object, not 5.'],
    ["nothing", () => ["Hi", undefined], 'yield: "pieces[1]" must be an object, not undefined.'],
    [
      "a piece of no kind",
      () => [{ type: "image" }],
      'yield: "pieces[0].type" must be one of thinking, ',
    ],
    ["no list at all", () => undefined, "TypeError: "],
  ])("reports that a generator yields %s", async (_, turn, message) => {
    const fake = createFake({ script: [turn as never] });
    const answer = await ask(fake, format);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toContain(message);
    expect(() => fake.verify()).toThrow(message);
  });

  it("asks `when` first, the last added first, and any number of times", async () => {
    const fake = createFake({ script: ["queued"] })
      .when({ user: "city" }, "earlier")
      .when({ user: /city of (Oslo|Rome)/g }, "later");
    const heard = [];
    for (const text of ["the city of Oslo", "the city of Rome", "a city", "else"]) {
      heard.push(await say(fake, format, { text }));
    }
    expect(heard).toEqual(["later", "later", "earlier", "queued"]);
    fake.verify();
  });

  it.each([
    [{ model: "some" }],
    [{ format }],
    [{ stream: false }],
    [{ tools: "weather" }],
    [{ tools: ["weather"] }],
    [{ toolResult: { name: "weather", text: /degrees/ } }],
    [{ toolResult: { callId: "call_1" } }],
    [{ turns: 3 }],
    [({ toolResults }: { toolResults: readonly unknown[] }) => toolResults.length === 1],
  ])("finds a request by %o", async (matcher) => {
    const fake = createFake()
      .when(matcher, "found")
      .otherwise(async function* () {
        yield "other";
      });
    expect(await say(fake, format, { body: afterWeather[format] })).toBe("found");
  });

  it.each([
    [{ model: "another" }],
    [{ stream: true }],
    [{ system: "cook" }],
    [{ user: "Oslo" }],
    [{ tools: ["weather", "clock"] }],
    [{ toolResult: { name: "clock" } }],
    [{ toolResult: { name: "weather", text: "rain" } }],
    [{ turns: 2 }],
    [() => false],
  ])("does not take a request for %o", async (matcher) => {
    const fake = createFake()
      .when(matcher, "found")
      .otherwise(async function* () {
        yield "other";
      });
    expect(await say(fake, format, { body: afterWeather[format] })).toBe("other");
  });

  it("refuses a request beyond the script with 400, and verify reports it", async () => {
    const fake = createFake();
    const answer = await ask(fake, format, { body: afterWeather[format] });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    const { message } = (await answer.json()).error;
    expect(message).toBe(
      [
        "Unexpected request: the script has no turn left.",
        "What came:",
        `  ${format}, model "some-model"`,
        "  tools: weather",
        '  user: text "How is the weather?"',
        '  assistant: call of weather (call_1) "{\\"city\\":\\"Oslo\\"}"',
        '  user: result of weather (call_1) "18 degrees"',
      ].join("\n"),
    );
    expect(fake.calls[0]!.unexpected).toBe(message);
    expect(() => fake.verify()).toThrow(FakeError);
    expect(() => fake.verify()).toThrow(message);
  });

  it("keeps a turn that is for another request, and says member by member why", async () => {
    const fake = createFake({
      script: [{ text: "Sun", when: { user: "Rome", format } }, "later"],
    });
    const { message } = (await (await ask(fake, format, { text: "In Oslo?" })).json()).error;
    expect(message).toBe(
      [
        "Unexpected request: turn 0 of the script does not match it.",
        "What came:",
        `  ${format}, model "some-model"`,
        '  user: text "In Oslo?"',
        "What turn 0 of the script expects:",
        `  format: ${format}: yes`,
        '  user: a text with "Rome": no, got "In Oslo?"',
        "Left in the script:",
        '  turn 0 of the script: text "Sun"',
        '  turn 1 of the script: text "later"',
      ].join("\n"),
    );
    expect(await say(fake, format, { text: "In Rome?" })).toBe("Sun");
  });

  it("compares with the nearest entry", async () => {
    const fake = createFake()
      .when({ user: "Oslo", model: "some-model", stream: true }, "near")
      .when({ user: "Rome", model: "other-model" }, "far");
    const { message } = (await (await ask(fake, format, { text: "In Oslo?" })).json()).error;
    expect(message).toContain("`when` entry 0 does not match it");
    expect(message).toContain("stream: true: no, got false");
  });

  it("reports a matcher that throws", async () => {
    const fake = createFake().when(() => {
      throw new Error("broken");
    }, "x");
    const { message } = (await (await ask(fake, format)).json()).error;
    expect(message).toContain("it throws Error: broken");
  });

  it("verify reports what was not used, and not of `otherwise`", async () => {
    const fake = createFake({ script: ["one", { toolCalls: [{ name: "weather" }] }] })
      .when({ user: "never" }, [thinking("…"), refusal("No.")])
      .otherwise(async function* () {
        yield "x";
      });
    await say(fake, format);
    expect(() => fake.verify()).toThrow(
      [
        "Left in the script:",
        "  turn 1 of the script: call of weather",
        '  `when` entry 0: thinking "…", refusal "No."',
      ].join("\n"),
    );
  });

  it("takes refused requests for calls, and not for unexpected ones", async () => {
    const fake = createFake({ script: ["one"] });
    const answer = await ask(fake, format, { body: { messages: [] } });
    expect(answer.status).toBe(400);
    expect(fake.calls).toHaveLength(1);
    expect(fake.calls[0]!).toMatchObject({ unexpected: undefined, conversation: undefined });
    expect(await say(fake, format)).toBe("one");
    fake.verify();
  });

  it("verify says why a request was refused, if the turn for it is left", async () => {
    const fake = createFake({ script: ["one"] });
    const answer = await ask(fake, format, { body: { messages: [] } });
    const { message } = (await answer.json()).error;
    const { path } = fake.calls[0]!.request;
    expect(() => fake.verify()).toThrow(
      [
        `Request 0: POST ${path} was refused: 400 invalid_request_error: ${message}`,
        "",
        "Left in the script:",
        '  turn 0 of the script: text "one"',
      ].join("\n"),
    );
  });

  it("verify takes neither the error of a fault nor another path for a refusal", async () => {
    const faults = [{ type: "error", kind: "bad_request" }] as const;
    const fake = createFake({ script: ["one"], faults });
    expect((await ask(fake, format)).status).toBe(400);
    expect((await fake.fetch("http://fake.test/v1/nothing")).status).toBe(404);
    expect(() => fake.verify()).toThrow(/^Left in the script:/);
  });

  it("is as new after a reset, with the script of its options", async () => {
    const fake = createFake({ script: ["one"] }).when({ user: "x" }, "y");
    const first = await (await ask(fake, format)).text();
    await ask(fake, format);
    fake.reset();
    expect(fake.calls).toEqual([]);
    expect(await (await ask(fake, format)).text()).toBe(first);
    fake.verify();
  });
});

it("looks at the last turn of the user, also where the assistant's stands behind it", async () => {
  const fake = createFake().when({ user: "Oslo", turns: 2 }, "found");
  const messages = [
    {
      role: "user",
      content: [
        { type: "text", text: "In" },
        { type: "text", text: "Oslo?" },
      ],
    },
    { role: "assistant", content: "It is" },
  ];
  expect(await say(fake, "messages", { body: { messages } })).toBe("found");
});

it("keeps a signature with the reasoning that it belongs to, and pieces as they are", async () => {
  const fake = createFake({
    script: [
      [thinking("Two and two.", { signature: "c2lnbmVk" }), thinking("Four."), "Hi you"],
      { pieces: ["one piece", toolCall({ name: "weather", arguments: '{"a":1,"b":2}' })] },
    ],
  });
  await (await ask(fake, "messages")).text();
  const body = { ...weatherTool.messages, stream: true };
  await (await ask(fake, "messages", { body })).text();
  const [first, second] = fake.calls.map(({ answer }) => answer!);
  expect(first!.reply!.blocks.map(({ text }) => text)).toEqual(["Two and two.", "Four.", "Hi you"]);
  expect(first!.reply!.blocks[0]!.signature).toBe("c2lnbmVk");
  expect(second!.text).toContain('"one piece"');
  expect(second!.text).toContain(JSON.stringify('{"a":1,"b":2}'));
});

it("reports the input before the first word, and the output after the last", async () => {
  const usage = { input: 11, cacheRead: 3, output: 7 };
  const fake = createFake({ script: [{ text: "Hi", usage, stopSequence: "END" }] });
  const text = await (await ask(fake, "messages", { body: { stream: true } })).text();
  const events = framesOf(text).map(({ data }) => JSON.parse(data));
  expect(events[0].message.usage).toMatchObject({
    input_tokens: 11,
    cache_read_input_tokens: 3,
    output_tokens: 1,
  });
  expect(events.at(-2)).toMatchObject({
    delta: { stop_reason: "stop_sequence", stop_sequence: "END" },
    usage: { output_tokens: 7 },
  });
});

it("can be passed around without its methods losing it", async () => {
  const { reply, fetch, verify } = createFake();
  reply(toolCall({ name: "weather" }), "b");
  const body = weatherTool.messages;
  expect((await ask({ fetch }, "messages", { body })).status).toBe(200);
  verify();
});

it("a matcher is told how many requests have reached the script before its own", async () => {
  const fake = createFake().otherwise(async function* () {
    yield "another";
  });
  fake.when(({ index }) => index === 2, "the third");
  const said: string[] = [];
  for (let time = 0; time < 4; time++) said.push(await say(fake, "messages"));
  expect(said).toEqual(["another", "another", "the third", "another"]);
});

describe("reply", () => {
  it("takes a turn in members, or a generator, as the script does", async () => {
    const fake = createFake()
      .reply({ text: "in members", stop: "max_tokens" })
      .reply(async function* () {
        yield "from a generator";
      })
      .reply(thinking("Hm."), "in pieces");
    const heard = [];
    for (let index = 0; index < 3; index++) heard.push(await say(fake, "messages"));
    expect(heard).toEqual(["in members", "from a generator", "in pieces"]);
    expect(fake.calls[0]?.answer?.reply?.stop).toMatchObject({ reason: "max_tokens" });
    fake.verify();
  });

  it("names what is wrong in a turn", () => {
    const fake = createFake();
    expect(() => fake.reply({ txt: "hi" } as never)).toThrow(
      'fake.reply: "turn.txt" is not an option; did you mean "turn.text"?',
    );
    expect(() => fake.reply({ type: "thought" } as never)).toThrow("fake.reply: ");
    expect(() => fake.reply({ text: "one" } as never, "two")).toThrow('fake.reply: "pieces[0]');
  });
});

describe.each(formatNames)("a turn that calls a tool, asked in %s", (format) => {
  it("is a mistake if the request does not offer it", async () => {
    const fake = createFake().reply(toolCall({ name: "wether" }));
    const response = await ask(fake, format, { body: weatherTool[format] });
    expect(response.status).toBe(400);
    const message =
      'The reply in line 1 of the script calls the tool "wether", but the request offers only weather.';
    expect((await response.json()).error.message).toContain(
      message.slice(message.indexOf("calls")),
    );
    expect(() => fake.verify()).toThrow('calls the tool "wether"');
  });

  it("is a mistake if the request offers none", async () => {
    const fake = createFake({ script: [{ toolCalls: [{ name: "weather" }] }] });
    await ask(fake, format);
    expect(() => fake.verify()).toThrow(
      'calls the tool "weather", but the request offers no tools.',
    );
  });
});
