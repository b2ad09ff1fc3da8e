import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Anthropic from "@anthropic-ai/sdk";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  type InProcessRequest,
  type Model,
  presets,
  toolCall,
  usage,
} from "@diglot/core";
import { clientsOf } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { serviceOf } from "@diglot/test-support/services";
import { createFileTape, record, replay } from "@diglot/testing";
import type OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tape-clients-"));
});
afterEach(() => rm(folder, { recursive: true }));

const upstreamKey = "sk-upstream-0123456789";

/** Looks at two places at once, then at the stock of umbrellas, then speaks. */
async function* agent({ conversation }: InProcessRequest) {
  const results = conversation.turns.flatMap(({ blocks }) =>
    blocks.filter(({ type }) => type === "tool_result"),
  );
  if (results.length === 0) {
    yield "Let me look. ";
    yield toolCall({ name: "weather", arguments: { place: "Oslo" }, id: "call_oslo" });
    yield toolCall({ name: "weather", arguments: { place: "Rome" }, id: "call_rome" });
  } else if (results.length === 2) {
    yield toolCall({ name: "stock", arguments: { of: "umbrellas" }, id: "call_stock" });
  } else {
    yield "Take one ";
    yield "to Oslo.";
  }
  yield usage({ input: 20 + results.length, output: 7 });
}

/** A Chat Completions upstream, how often it was asked, and what it was sent. */
function upstream() {
  const asked: string[] = [];
  const keys = createMemoryKeys([{ key: upstreamKey }]);
  const service = createService({ models: [modelOf(agent)], keys });
  const model = chatCompletionsUpstream({
    id: "scripted",
    baseUrl: "http://upstream.invalid/v1",
    apiKey: upstreamKey,
    capabilities: presets.vllm,
    fetch: (input, init) => {
      asked.push(String(input));
      return service.fetch(input, init);
    },
  });
  return { model, asked };
}

/** Both official clients of a service over a model. */
function clientsBefore(model: Model) {
  const { service } = serviceOf(model);
  const asked: string[] = [];
  const fetch = (input: Request | URL | string, init?: RequestInit) => {
    asked.push(String(input));
    return service.fetch(input, init);
  };
  return { asked, ...clientsOf({ fetch, maxRetries: 2 }) };
}

type Clients = ReturnType<typeof clientsBefore>;

/** What a loop showed its user: the calls with their arguments, and the last text. */
interface Reported {
  readonly calls: readonly (readonly [name: string, input: unknown])[];
  readonly text: string;
  readonly outputTokens: number;
}

const parameters = { type: "object" as const, properties: { place: { type: "string" } } };
const question = "Where do I need an umbrella?";

/** The results of tools are no part of a structure, so replayed loops may get others. */
async function chatLoop({ openai }: Clients, stream: boolean, result = "Rain."): Promise<Reported> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: question },
  ];
  const calls: [string, unknown][] = [];
  const tools = ["weather", "stock"].map((name) => ({
    type: "function" as const,
    function: { name, parameters },
  }));
  let outputTokens = 0;
  for (;;) {
    const body = { model: "scripted", messages, tools };
    const completion = stream
      ? await openai.chat.completions
          .stream({ ...body, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : await openai.chat.completions.create(body);
    outputTokens += completion.usage?.completion_tokens ?? 0;
    const { message } = completion.choices[0]!;
    messages.push(message);
    if (!message.tool_calls?.length) return { calls, text: message.content ?? "", outputTokens };
    for (const call of message.tool_calls) {
      if (call.type !== "function") throw new Error("There are only functions.");
      calls.push([call.function.name, JSON.parse(call.function.arguments)]);
      messages.push({ role: "tool", tool_call_id: call.id, content: result });
    }
  }
}

async function messagesLoop({ anthropic }: Clients, stream: boolean, result = "Rain.") {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }];
  const calls: [string, unknown][] = [];
  const tools = ["stock", "weather"].map((name) => ({ name, input_schema: parameters }));
  let outputTokens = 0;
  for (;;) {
    const body = { model: "claude-x", max_tokens: 500, system: "Be brief.", messages, tools };
    const message = stream
      ? await anthropic.messages.stream(body).finalMessage()
      : await anthropic.messages.create(body);
    outputTokens += message.usage.output_tokens;
    messages.push({ role: "assistant", content: message.content });
    const uses = message.content.filter((block) => block.type === "tool_use");
    if (uses.length === 0) {
      const texts = message.content.map((block) => (block.type === "text" ? block.text : ""));
      return { calls, text: texts.join(""), outputTokens };
    }
    for (const use of uses) calls.push([use.name, use.input]);
    const results = uses.map(({ id }) => ({
      type: "tool_result" as const,
      tool_use_id: id,
      content: result,
    }));
    // Tools end in any order.
    messages.push({ role: "user", content: results.reverse() });
  }
}

const loops = { openai: chatLoop, anthropic: messagesLoop };
const names = ["openai", "anthropic"] as const;
const ways = names.flatMap((client) => [false, true].map((stream) => ({ client, stream })));

describe.each(ways)("a tool loop of the $client client, stream: $stream, on a tape", (from) => {
  it.each(ways)("is replayed to that of the $client client, stream: $stream", async (to) => {
    const live = upstream();
    const recorder = record(live.model, createFileTape(folder));
    const recorded = await loops[from.client](
      clientsBefore({ ...recorder, aliases: ["*"] }),
      from.stream,
    );
    expect(live.asked).toHaveLength(3);
    expect(recorded).toEqual({
      calls: [
        ["weather", { place: "Oslo" }],
        ["weather", { place: "Rome" }],
        ["stock", { of: "umbrellas" }],
      ],
      text: "Take one to Oslo.",
      outputTokens: 21,
    });
    expect(await readdir(folder)).toEqual(["where-do-i-need-an-umbrella.json"]);

    const clients = clientsBefore(replay(createFileTape(folder)));
    expect(await loops[to.client](clients, to.stream, "Much rain.")).toEqual(recorded);
    expect(clients.asked).toHaveLength(3);
    expect(live.asked).toHaveLength(3);
  });
});

describe("the file of a tool loop", () => {
  it("has the same structures whichever client it was recorded from, and no key", async () => {
    const [chat, messages] = await Promise.all(
      names.map(async (client) => {
        const tape = createFileTape(join(folder, client));
        const recorder = record(upstream().model, tape);
        await loops[client](clientsBefore({ ...recorder, aliases: ["*"] }), true);
        return readFile(join(folder, client, "where-do-i-need-an-umbrella.json"), "utf8");
      }),
    );
    const structuresIn = (text = "") =>
      JSON.parse(text).exchanges.map(({ structure }: { structure: string[] }) => structure);
    expect(structuresIn(chat)).toEqual(structuresIn(messages));
    expect(structuresIn(chat).at(-1)).toMatchInlineSnapshot(`
      [
        "instructions",
        "turn 0 user: text",
        "turn 1 assistant: text, call 0 weather, call 1 weather",
        "turn 2 user: result 0, result 1",
        "turn 3 assistant: call 2 stock",
        "turn 4 user: result 2",
        "tool stock",
        "tool weather",
      ]
    `);
    for (const text of [chat, messages]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(upstreamKey);
      expect(text).not.toContain(".invalid");
    }
  });
});

describe("a request that is not on the tape", () => {
  it.each(names)("fails at once in the %s client, which does not retry", async (client) => {
    const clients = clientsBefore(replay(createFileTape(folder)));
    const error = await loops[client](clients, true).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain("Not on the tape: the tape is empty.");
    expect(error).toMatchObject({ status: 400 });
    expect(clients.asked).toHaveLength(1);
  });
});
