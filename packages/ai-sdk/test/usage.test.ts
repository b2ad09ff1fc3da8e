import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { fromAiSdk } from "@diglot/ai-sdk";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { jsonSchema, ToolLoopAgent, tool } from "ai";
import { describe, expect, it } from "vitest";
import { finish, mockModel, textPart } from "./mocks.js";

type InputTokens = LanguageModelV4Usage["inputTokens"];

const outputTokens = { total: 30, text: 22, reasoning: 8 };
const unknown = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const cached = { cacheRead: 20, cacheWrite: 10 };

/** What providers report of the tokens that they have read, and what is billed of it. */
const cases: readonly (readonly [title: string, reported: InputTokens, billed: object])[] = [
  ["each kind", { total: 70, noCache: 40, ...cached }, { input: 40, ...cached }],
  ["a total and what was cached", { ...unknown, total: 70, ...cached }, { input: 40, ...cached }],
  ["a total alone", { ...unknown, total: 70 }, { input: 70, cacheRead: 0, cacheWrite: 0 }],
  [
    "a total without what was cached",
    { ...unknown, total: 25, ...cached },
    { input: 0, ...cached },
  ],
];

/** The end of a reply whose provider reports this. */
function endOf(inputTokens: InputTokens, reason?: "tool-calls"): LanguageModelV4StreamPart {
  return { ...finish(reason), usage: { inputTokens, outputTokens } } as LanguageModelV4StreamPart;
}

/** What the ledger has of one request to a model or an agent. */
async function billedFor(source: Parameters<typeof fromAiSdk>[0]) {
  const { service, ledger } = serviceOf(fromAiSdk(source, { id: "scripted" }));
  await (await service.request(...requestOf("messages", { model: "scripted" }))).text();
  await service.close();
  return ledger.all();
}

describe.each(cases)("a provider that reports %s", (_title, reported, billed) => {
  it("has each token of a model billed once", async () => {
    const model = mockModel([[textPart("Three."), endOf(reported)]]);
    expect(await billedFor(model)).toMatchObject([
      { usage: { ...billed, output: 30, reasoning: 8 } },
    ]);
  });

  it("has each token of each step of an agent billed once", async () => {
    const call = { type: "tool-call", toolCallId: "a", toolName: "stock", input: "{}" } as const;
    const model = mockModel([[call, endOf(reported, "tool-calls")], [endOf(reported)]]);
    const inputSchema = jsonSchema<object>({ type: "object", properties: {} });
    const tools = { stock: tool({ inputSchema, execute: async () => "3 left" }) };
    const twice = Object.entries(billed).map(([kind, count]) => [kind, 2 * count]);
    expect(await billedFor(new ToolLoopAgent({ id: "shop-agent", model, tools }))).toMatchObject([
      { usage: { ...Object.fromEntries(twice), output: 60, reasoning: 16 } },
    ]);
  });
});

it("a provider that reports nothing has the tokens of its model counted by the service", async () => {
  const usage = {
    inputTokens: { ...unknown, total: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  };
  const model = mockModel([[textPart("Three mugs are left."), { ...finish(), usage } as never]]);
  expect(await billedFor(model)).toMatchObject([
    { usage: { sources: { input: "estimated", output: "observed" } } },
  ]);
});
