import { expect } from "vitest";
import type { Check } from "../check.js";
import {
  ask,
  contentOf,
  endpoints,
  expectSettledOnce,
  framesOf,
  onBothEndpoints,
  readState,
  textOf,
  uniquePrompt,
  until,
} from "../client.js";

const settled = 20_000;

const tools = {
  "/v1/messages": [
    { name: "get_weather", input_schema: { type: "object" } },
    { name: "get_time", input_schema: { type: "object" } },
  ],
  "/v1/chat/completions": ["get_weather", "get_time"].map((name) => ({
    type: "function",
    function: { name, parameters: { type: "object" } },
  })),
} as const;

async function answersJson({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  for (const endpoint of endpoints) {
    const prompt = uniquePrompt("plain answer");
    const response = await ask(baseUrl, endpoint, "echo", prompt);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("request-id")).toMatch(/^req_/);
    expect(await contentOf(endpoint, response)).toBe(prompt);
    await until(
      () => readState(baseUrl, prompt),
      ({ ledger }) => ledger[0]?.row.state === "settled",
      settled,
    );
    expectSettledOnce(await readState(baseUrl, prompt), "completed");
  }
}

async function framesMessages({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const response = await ask(baseUrl, "/v1/messages", "echo", "one two", { stream: true });
  expectStreamHead(response);
  const text = await response.text();
  expect(text.startsWith("event: message_start\ndata: {")).toBe(true);
  expect(text.endsWith('event: message_stop\ndata: {"type":"message_stop"}\n\n')).toBe(true);
  const frames = framesOf(text).filter(({ event }) => event !== "ping");
  for (const { event, data } of frames) expect(JSON.parse(data).type).toBe(event);
  expect(frames.map(({ event }) => event)).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(textOf("/v1/messages", frames)).toBe("one two");
}

async function framesChatCompletions({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const response = await ask(baseUrl, "/v1/chat/completions", "echo", "one two", {
    stream: true,
    stream_options: { include_usage: true },
  });
  expectStreamHead(response);
  const text = await response.text();
  expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  const frames = framesOf(text);
  expect(frames.every(({ event }) => event === undefined)).toBe(true);
  const chunks = frames.slice(0, -1).map(({ data }) => JSON.parse(data));
  expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
    { role: "assistant", content: "", refusal: null },
    { content: "one " },
    { content: "two" },
    {},
    undefined,
  ]);
  expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([
    null,
    null,
    null,
    "stop",
    undefined,
  ]);
  expect(chunks.at(-1).usage.total_tokens).toBeGreaterThan(0);
}

function expectStreamHead({ status, headers }: Response): void {
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(headers.get("x-accel-buffering")).toBe("no");
  expect(headers.get("content-length")).toBeNull();
  expect(headers.get("content-encoding")).toBeNull();
  expect(headers.get("request-id")).toMatch(/^req_/);
}

async function callsToolsInMessages({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const endpoint = "/v1/messages";
  const more = { tools: tools[endpoint] };
  const whole = await (await ask(baseUrl, endpoint, "tools", "call", more)).json();
  expect(whole.stop_reason).toBe("tool_use");
  expect(whole.content).toMatchObject([
    { type: "text", text: "Let me look." },
    { type: "tool_use", name: "get_weather", input: { city: "Zürich" } },
    { type: "tool_use", name: "get_time", input: { zone: "Europe/Zurich" } },
  ]);
  const streamed = await ask(baseUrl, endpoint, "tools", "call", { ...more, stream: true });
  const payloads = framesOf(await streamed.text()).map(({ data }) => JSON.parse(data));
  const inputs = [1, 2].map((block) =>
    JSON.parse(
      payloads
        .filter(({ index }) => index === block)
        .map(({ delta }) => delta?.partial_json ?? "")
        .join(""),
    ),
  );
  expect(inputs).toEqual([{ city: "Zürich" }, { zone: "Europe/Zurich" }]);
}

async function callsToolsInChatCompletions({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const endpoint = "/v1/chat/completions";
  const more = { tools: tools[endpoint] };
  const whole = await (await ask(baseUrl, endpoint, "tools", "call", more)).json();
  expect(whole.choices[0].finish_reason).toBe("tool_calls");
  expect(whole.choices[0].message).toMatchObject({
    content: "Let me look.",
    tool_calls: [
      { function: { name: "get_weather", arguments: '{"city":"Zürich"}' } },
      { function: { name: "get_time", arguments: '{"zone":"Europe/Zurich"}' } },
    ],
  });
  const streamed = await ask(baseUrl, endpoint, "tools", "call", { ...more, stream: true });
  const calls = framesOf(await streamed.text())
    .slice(0, -1)
    .flatMap(({ data }) => JSON.parse(data).choices[0]?.delta?.tool_calls ?? []);
  const argumentsOf = (call: number) =>
    calls
      .filter(({ index }) => index === call)
      .map((piece) => piece.function.arguments)
      .join("");
  expect([0, 1].map(argumentsOf)).toEqual(['{"city":"Zürich"}', '{"zone":"Europe/Zurich"}']);
}

async function keepsMultiByteText({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const text = "Grüße, 世界! 👩‍👩‍👧 \u2028 \u0000 end";
  for (const endpoint of endpoints) {
    for (const model of ["echo", "echo-units"]) {
      const whole = await ask(baseUrl, endpoint, model, text);
      expect(await contentOf(endpoint, whole)).toBe(text);
      const streamed = await ask(baseUrl, endpoint, model, text, { stream: true });
      expect(textOf(endpoint, framesOf(await streamed.text()))).toBe(text);
    }
  }
}

async function keepsParallelRequestsApart({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  const prompts = Array.from({ length: 20 }, () => uniquePrompt("side by side"));
  const texts = await Promise.all(
    prompts.map(async (prompt, index) => {
      const endpoint = endpoints[index % 2] ?? endpoints[0];
      if (index % 3 === 0) {
        return contentOf(endpoint, await ask(baseUrl, endpoint, "echo", prompt));
      }
      const response = await ask(baseUrl, endpoint, "echo", prompt, { stream: true });
      return textOf(endpoint, framesOf(await response.text()));
    }),
  );
  expect(texts).toEqual(prompts);
}

async function sendsEventsAtOnce({ baseUrl }: Parameters<Check>[0]): Promise<void> {
  await onBothEndpoints(async (endpoint) => {
    const prompt = uniquePrompt("at once");
    const response = await ask(baseUrl, endpoint, "slow", prompt, { stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    expect((await readState(baseUrl, prompt)).runs[0]?.running).toBe(true);
    let blocks = 1;
    while (!(await reader?.read())?.done) blocks += 1;
    // A reader that is busy gets several events at once.
    expect(blocks).toBeGreaterThan(1);
  });
}

/** What a well-behaved caller gets from a well-behaved model. */
export const answerChecks: Readonly<Record<string, Check>> = {
  "answers both endpoints as JSON, with one settled row each": answersJson,
  "frames a Messages stream exactly": framesMessages,
  "frames a Chat Completions stream exactly": framesChatCompletions,
  "calls several tools in the Messages format": callsToolsInMessages,
  "calls several tools in the Chat Completions format": callsToolsInChatCompletions,
  "keeps text beyond ASCII, even when a model cuts it inside a character": keepsMultiByteText,
  "keeps 20 parallel requests apart": keepsParallelRequestsApart,
  "sends each event at once, while the model still runs": sendsEventsAtOnce,
};
