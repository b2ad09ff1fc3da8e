import { inspect } from "node:util";
import { fromOpenAIAgents } from "@diglot/openai-agents";
import { ways } from "@diglot/test-support/ask";
import {
  asked,
  type Create,
  failedResult,
  fakeOf,
  itServesAgent,
} from "@diglot/test-support/frameworks";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { faults, thinking, toolCall } from "@diglot/testing";
import {
  Agent,
  OpenAIChatCompletionsModel,
  Runner,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { scriptedModel } from "./scripted-model.js";

type Fetch = typeof globalThis.fetch;
type Settings = Partial<ConstructorParameters<typeof Agent>[0]>;

// Traces would be sent to their vendor.
setTracingDisabled(true);

const options = { id: "shop-agent" };
const parameters = z.object({});
const stock = tool({
  name: "stock",
  description: "How many are left.",
  parameters,
  execute: async () => "3 left",
});

function chatModel(fetch: Fetch) {
  const client = new OpenAI({ apiKey: "sk-upstream", fetch, maxRetries: 0 });
  return new OpenAIChatCompletionsModel(client, "gpt-4.1");
}

function agentOf(fetch: Fetch, settings: Settings = {}) {
  const own = { name: "shop-agent", instructions: "You know the shop.", tools: [stock] };
  return new Agent({ ...own, model: chatModel(fetch), ...settings } as never);
}

/** Agents that are run in each way. */
const agents: Readonly<Record<string, Create>> = {
  "an agent": (fetch) => fromOpenAIAgents(agentOf(fetch)),
  "an agent of a runner": (fetch) =>
    fromOpenAIAgents(agentOf(fetch), { ...options, runner: new Runner() }),
};

const cases = Object.entries(agents).flatMap(([kind, create]) =>
  ways.map((way) => ({ kind, create, ...way })),
);

describe.each(cases)("$kind for $format, streamed: $stream", (way) => {
  itServesAgent(way, way.create);
});

describe.each(ways)("an agent for $format, streamed: $stream", (way) => {
  const isMessages = way.format === "messages";

  it("shows the reasoning of its model", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(thinking("Hm."), "Three.");
    const { reply } = asked(fromOpenAIAgents(agentOf(fetch)), way);
    expect(await reply).toMatchObject({ reasoning: "Hm.", text: "Three." });
  });

  it("shows reasoning and an early end, as the Responses API tells them", async () => {
    const model = scriptedModel([
      { type: "response.reasoning_summary_text.delta", delta: "Hm." },
      "Thr",
      {
        type: "response.incomplete",
        response: { incomplete_details: { reason: "max_output_tokens" } },
      },
    ]);
    const { reply, ledger } = asked(fromOpenAIAgents(agentOf(fetch, { model })), way);
    expect(await reply).toMatchObject({
      reasoning: "Hm.",
      text: "Thr",
      reason: isMessages ? "max_tokens" : "length",
    });
    expect(ledger.all()).toMatchObject([
      { usage: { input: 40, cacheRead: 20, cacheWrite: 10, output: 9, reasoning: 3 } },
    ]);
  });

  it("shows the reasoning of each step as a paragraph", async () => {
    const { fake, fetch } = fakeOf();
    const look = toolCall({ name: "stock", arguments: {} });
    fake.script([{ pieces: [thinking("One."), look] }, { pieces: [thinking("Two."), "Three."] }]);
    const { reply } = asked(fromOpenAIAgents(agentOf(fetch)), way);
    expect(await reply).toMatchObject({ reasoning: "One.\n\nTwo.", text: "Three." });
  });

  it.each([
    ["breaks off", faults.cut({ events: 3 })],
    ["is no JSON", faults.garbage({ events: 3 })],
  ])("fails if the reply of its model %s", async (_name, fault) => {
    const { fake, fetch } = fakeOf();
    fake.script([{ text: "Three are left.", fault }]);
    const { reply, ledger } = asked(fromOpenAIAgents(agentOf(fetch)), way);
    await expect(reply).rejects.toBeDefined();
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("refuses as its model refuses", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([{ refusal: "I will not." }]);
    const { reply } = asked(fromOpenAIAgents(agentOf(fetch)), way);
    const text = "I will not.";
    expect(await reply).toMatchObject(
      isMessages ? { text, reason: "refusal" } : { refusal: text, reason: "stop" },
    );
    expect(fake.calls).toHaveLength(1);
  });

  it("refuses as its guardrails refuse", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply("Never.");
    const guardrail = {
      name: "no mugs",
      runInParallel: false,
      execute: async () => ({ tripwireTriggered: true, outputInfo: "canary" }),
    };
    const agent = agentOf(fetch, { inputGuardrails: [guardrail] });
    const { reply } = asked(fromOpenAIAgents(agent), way);
    const text = "The agent has refused this request.";
    expect(await reply).toMatchObject(
      isMessages ? { text, reason: "refusal" } : { refusal: text, reason: "stop" },
    );
    expect(fake.calls).toHaveLength(0);
  });

  it("says what its tool has said, if that is its final output", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply("I look.", toolCall({ name: "stock", arguments: {} }));
    const agent = agentOf(fetch, { toolUseBehavior: "stop_on_first_tool" });
    const { reply } = asked(fromOpenAIAgents(agent), way);
    expect((await reply).text).toBe("I look.\n\n3 left");
  });

  it("says what another agent says to which it hands over", async () => {
    const { fake, fetch } = fakeOf();
    fake.script([
      { pieces: ["I ask.", toolCall({ name: "transfer_to_clerk", arguments: {} })] },
      { text: "Three." },
    ]);
    const clerk = agentOf(fetch, { name: "clerk" });
    const { reply } = asked(fromOpenAIAgents(agentOf(fetch, { handoffs: [clerk] })), way);
    expect((await reply).text).toBe("I ask.\n\nThree.");
  });

  it("fails if a tool needs an approval, which no caller can give", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(toolCall({ name: "order", arguments: {} }));
    const order = tool({
      ...{ name: "order", description: "Orders.", parameters, needsApproval: true },
      execute: async () => "ordered",
    });
    const { reply, failures } = asked(fromOpenAIAgents(agentOf(fetch, { tools: [order] })), way);
    await expect(reply).rejects.toMatchObject({ status: 500 });
    expect(inspect(failures)).toContain("needs an approval");
  });

  it("fails if it takes too many turns; nothing of the conversation is reported", async () => {
    const { fake, fetch } = fakeOf();
    fake.reply(toolCall({ name: "stock", arguments: {} }));
    const model = fromOpenAIAgents(agentOf(fetch), { runOptions: () => ({ maxTurns: 1 }) });
    const { reply, failures } = asked(model, way, { user: "canary" });
    await expect(reply).rejects.toMatchObject({ status: 500 });
    const reported = inspect(failures, { depth: 12, showHidden: true });
    expect(reported).toContain("Max turns (1) exceeded");
    expect(reported).not.toContain("canary");
  });
});

/** The body that the provider is asked with for a body of a caller, and the receipt. */
async function pass(
  body: object,
  settings: Parameters<typeof fromOpenAIAgents>[1] = {},
  format: FormatName = "chat-completions",
) {
  const { fake, fetch } = fakeOf();
  fake.otherwise(async function* () {
    yield "ok";
  });
  const { service, failures } = serviceOf(fromOpenAIAgents(agentOf(fetch), settings));
  const answer = await service.request(...requestOf(format, { model: "shop-agent", ...body }));
  return {
    status: answer.status,
    body: await answer.text(),
    receipt: answer.headers.get("x-diglot-receipt") ?? "",
    asked: fake.calls[0]?.request.body as { messages?: unknown } | undefined,
    failures,
  };
}

function passMessages(messages: readonly object[]) {
  return pass({ messages }, {}, "messages");
}

const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };
const call = { id: "c1", type: "function", function: { name: "zoom", arguments: '{"by":2}' } };

describe("what an agent is run with", () => {
  it("is the whole conversation: texts, images, calls and results", async () => {
    const { asked, status } = await pass({
      messages: [
        { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
        { role: "assistant", content: "I look.", tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "A mug." },
        { role: "user", content: "And now?" },
      ],
    });
    expect(status).toBe(200);
    expect(asked?.messages).toMatchObject([
      { role: "system", content: "You know the shop." },
      { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
      { role: "assistant", content: [{ text: "I look." }], tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "A mug." },
      { role: "user" },
    ]);
  });

  it("has the files of results, and what stands for the flag of an error", async () => {
    const { asked, receipt } = await passMessages(failedResult);
    expect(asked?.messages).toMatchObject([
      ...[{}, {}, {}],
      { role: "tool", content: expect.stringMatching(/^\[tool error\] Bad\.\n\[.*follow/) },
      { role: "user", content: [{ text: expect.stringContaining("c1") }, image] },
    ]);
    expect(receipt).toContain("approximated");
  });

  it("has the texts of documents", async () => {
    const source = { type: "text", media_type: "text/plain", data: "Three." };
    const { asked, receipt } = await passMessages([
      {
        role: "user",
        content: [{ type: "document", title: "Mugs", context: "From 2019.", source }],
      },
    ]);
    const content = ["From 2019.", "Mugs", "Three."].map((text) => ({ type: "text", text }));
    expect(asked?.messages).toMatchObject([{}, { role: "user", content }]);
    expect(receipt).toContain("approximated");
  });

  it("has no document that its kind of model does not take: it is refused, and not reported", async () => {
    const source = { type: "url", url: "https://docs.test/canary.pdf" };
    const content = [{ type: "document", source }];
    const { status, failures } = await passMessages([{ role: "user", content }]);
    expect(status).toBe(400);
    expect(inspect(failures, { depth: 12, showHidden: true })).not.toContain("canary");
  });

  it("has the caller's instructions as a message of the user, or of the system", async () => {
    const body = {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "hi" },
      ],
    };
    const { asked, receipt } = await pass(body);
    expect(asked?.messages).toMatchObject([{ role: "system" }, { role: "user" }, { role: "user" }]);
    expect(receipt).toContain("approximated");
    const system = await pass(body, { callerInstructions: "system" });
    expect(system.asked?.messages).toMatchObject([
      { role: "system" },
      { role: "system", content: "Be brief." },
      { role: "user" },
    ]);
    expect(system.receipt).toBe("");
  });

  it("has the agent's own parameters; the caller's are in the receipt", async () => {
    const { status, receipt } = await pass({
      temperature: 0.5,
      frequency_penalty: 0.5,
      reasoning_effort: "low",
    });
    expect(status).toBe(200);
    for (const field of ["temperature", "frequency_penalty", "reasoning_effort"]) {
      expect(receipt).toContain(field);
    }
  });

  it.each([
    ["response_format", { response_format: { type: "json_object" } }],
    ["logit_bias", { logit_bias: { "50256": -100 } }],
    ["my_own_member", { my_own_member: 1 }],
  ])("has no %s: it is refused", async (named, body) => {
    const { status, body: answer } = await pass(body);
    expect([status, answer]).toEqual([400, expect.stringContaining(named)]);
  });
});

describe("fromOpenAIAgents", () => {
  const agent = agentOf(fetch);

  it("takes its id from the agent's name, and the options of any model", () => {
    const model = fromOpenAIAgents(agent, {
      aliases: ["gpt-*"],
      capabilities: { images: false },
    });
    expect(model).toMatchObject({
      id: "shop-agent",
      aliases: ["gpt-*"],
      capabilities: { tools: false, images: false },
    });
  });

  it.each([
    ["nothing", undefined, {}, /first argument/],
    ["nothing at all", null, {}, /first argument/],
    ["a name", "shop-agent", {}, /first argument/],
    ["what is no agent", { name: "a" }, {}, /first argument/],
    ["what has no name", { handoffs: [] }, {}, /first argument/],
    ["a wrong runner", agent, { runner: {} }, /^fromOpenAIAgents: .*runner.* a runner/],
    ["wrong options of a run", agent, { runOptions: {} }, /^fromOpenAIAgents: .*runOptions/],
    ["wrong instructions", agent, { callerInstructions: "no" }, /callerInstructions.*user.*system/],
    ["an unknown option", agent, { alias: "a" }, /alias/],
  ])("refuses %s", (_name, source, given, message) => {
    expect(() => fromOpenAIAgents(source as never, given as never)).toThrow(message);
    expect(() => fromOpenAIAgents(source as never, given as never)).toThrow(TypeError);
  });
});
