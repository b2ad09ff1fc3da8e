import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/value.js";
import { createReceipt } from "../receipt/receipt.js";
import { judgeBetas, judgeCost } from "./cost-members.js";
import { type AcceptedMembers, factorOfReply, type Pricing } from "./priced-members.js";

interface Listed {
  readonly accepts?: AcceptedMembers | undefined;
  readonly longContext?: boolean | undefined;
  readonly audioAt?: string | undefined;
}

/** What a judged request multiplies the prices by, or the places of what is refused. */
function judge(body: JsonObject, list: Listed = {}, betas?: readonly string[]) {
  const receipt = createReceipt();
  const { accepts, longContext = false, audioAt } = list;
  const pricing: Pricing = { accepts, longContext, audioAt };
  judgeCost(body, { limitField: "max_tokens", maxTokens: 9, choices: 1, pricing }, receipt);
  judgeBetas(betas, pricing, receipt);
  try {
    receipt.assertAccepted();
    return pricing.asked ?? {};
  } catch (error) {
    return (error as { problems: readonly { at: string }[] }).problems.map(({ at }) => at);
  }
}

const searchTool = { type: "web_search_20260318", name: "web_search" };
const ownTool = { name: "look", input_schema: { type: "object" } };

/** A member, a value that costs more, and one at the plain price. */
const priced: readonly (readonly [string, unknown, unknown])[] = [
  ["service_tier", "priority", "default"],
  ["service_tier", "flex", "auto"],
  ["service_tier", "scale", "standard_only"],
  ["service_tier", "fast", "standard"],
  ["speed", "fast", "standard"],
  ["inference_geo", "us", "global"],
  ["modalities", ["text", "audio"], ["text"]],
  ["modalities", ["image"], []],
  ["audio", { format: "wav", voice: "alloy" }, null],
  ["prediction", { type: "content", content: "x" }, null],
  ["web_search_options", {}, false],
  ["search_parameters", { mode: "on" }, null],
  ["enable_search", true, false],
  ["data_sources", [{ type: "azure_search" }], []],
  ["models", ["dear"], []],
  ["plugins", [{ id: "web" }], []],
  ["provider", { order: ["dear"] }, null],
  ["route", "fallback", null],
  ["preset", "dear", null],
  ["container", "container_1", null],
  ["container", { skills: [] }, null],
  ["mcp_servers", [{ type: "url", url: "https://a.test" }], []],
  ["fallbacks", [{ model: "dear" }], null],
  ["fallbacks", "default", []],
  ["compaction", { type: "summarize" }, null],
  ["thread", { type: "create" }, null],
  [
    "context_management",
    { edits: [{ type: "compact_20260112" }] },
    { edits: [{ type: "clear_tool_uses_20250919" }, { type: "clear_thinking_20251015" }] },
  ],
  ["tools", [ownTool, searchTool], [ownTool, { ...ownTool, type: "custom" }]],
  ["tools", [{ type: "web_fetch_20260309", name: "web_fetch" }], [{ ...ownTool, type: null }]],
  ["tools", [{ type: "code_execution_20250825", name: "x" }], [{ type: "bash_20250124" }]],
  ["tools", [{ type: "advisor_20260301" }], [{ type: "text_editor_20250728" }]],
  ["tools", [{ type: "mcp_toolset" }], [{ type: "memory_20250818" }]],
  ["tools", [{ type: "web_search" }], [{ type: "function", function: { name: "f" } }]],
  ["tools", [{ google_search: {} }], [{ function: { name: "f" } }]],
  ["tools", [{ type: "builtin_function", function: { name: "$web_search" } }], []],
  ["tools", [5], [{ type: "computer_toolset_20260801" }]],
];

describe("a price list without further terms", () => {
  it.each(priced)("refuses %s: %j", (name, value) => {
    expect(judge({ model: "m", [name]: value })).toEqual([`/${name}`]);
  });

  it.each(priced)("refuses %s in the letters that some servers read: %j", (name, value) => {
    for (const other of [name.toUpperCase(), name.replaceAll("_", "-")]) {
      expect(judge({ [other]: value })).toEqual([`/${other}`]);
    }
  });

  it.each(priced)("takes %s at the plain price, instead of %j: %j", (name, _value, plain) => {
    expect(judge({ [name]: plain })).toEqual({});
    expect(judge({ [name]: null })).toEqual({});
  });

  it.each(["store", "metadata", "cache_control", "moderation", "verbosity", "transforms", "tags"])(
    "takes %s, which has no price",
    (name) => {
      expect(judge({ [name]: { any: true } })).toEqual({});
    },
  );

  it("names everything that it cannot price", () => {
    const body = { speed: "fast", tools: [searchTool], inference_geo: "us" };
    expect(judge(body, {}, ["context-1m-2025-08-07"])).toEqual([
      ...["/speed", "/tools", "/inference_geo", "/anthropic-beta"],
    ]);
  });

  it("refuses threads in the words after which official clients go on without them", () => {
    const receipt = createReceipt();
    const pricing = { accepts: undefined, longContext: false };
    const limits = { limitField: "max_tokens", maxTokens: 9, choices: 1, pricing };
    judgeCost({ thread: {} }, limits, receipt);
    expect(() => receipt.assertAccepted()).toThrow(
      expect.objectContaining({
        details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
      }),
    );
  });

  it("refuses sounds, whose tokens have a price of their own", () => {
    expect(judge({}, { audioAt: "/messages/0" })).toEqual(["/messages/0"]);
    const accepts = { input_audio: 16 };
    expect(judge({}, { audioAt: "/messages/0", accepts })).toEqual({ input_audio: 16 });
  });
});

describe("a price list with further terms", () => {
  it.each(priced)("takes %s: %j at the factor of the member", (name, value) => {
    expect(judge({ [name]: value }, { accepts: { [name]: 1.5 } })).toEqual({ [name]: 1.5 });
    expect(judge({ [name]: value }, { accepts: { [name]: 1 } })).toEqual({});
  });

  it.each(priced)("takes another value than %s: %j at the plain price: %j", (name, _, plain) => {
    expect(judge({ [name]: plain }, { accepts: { [name]: 1.5 } })).toEqual({});
  });

  it("has a factor for each value", () => {
    const accepts = { service_tier: { priority: 2, flex: 0.5 } };
    expect(judge({ service_tier: "priority" }, { accepts })).toEqual({ service_tier: 2 });
    expect(judge({ service_tier: "flex" }, { accepts })).toEqual({ service_tier: 0.5 });
    expect(judge({ service_tier: "default" }, { accepts })).toEqual({});
    expect(judge({ service_tier: "scale" }, { accepts })).toEqual(["/service_tier"]);
    expect(judge({ service_tier: "constructor" }, { accepts })).toEqual(["/service_tier"]);
    expect(judge({ Service_Tier: "priority" }, { accepts })).toEqual(["/Service_Tier"]);
  });

  it("takes a request without a tier as the vendors do", () => {
    const accepts = { service_tier: { auto: 2 } };
    expect(judge({}, { accepts })).toEqual({ service_tier: 2 });
    expect(judge({ service_tier: null }, { accepts })).toEqual({ service_tier: 2 });
    expect(judge({ service_tier: "auto" }, { accepts })).toEqual({ service_tier: 2 });
    expect(judge({ service_tier: "default" }, { accepts })).toEqual({});
  });

  it("multiplies the factors of the tools, each of them once and whatever its version", () => {
    const accepts = { tools: { web_search: 1.5, code_execution: 2 } };
    const other = { type: "web_search_20250305", name: "again" };
    const code = { type: "code_execution_20260120", name: "code_execution" };
    expect(judge({ tools: [searchTool, ownTool, other] }, { accepts })).toEqual({ tools: 1.5 });
    expect(judge({ tools: [searchTool, code] }, { accepts })).toEqual({ tools: 3 });
    expect(judge({ tools: [searchTool, { type: "web_fetch_20260309" }] }, { accepts })).toEqual([
      "/tools",
    ]);
  });

  it("has factors for members that only the operator knows", () => {
    const accepts = { turbo: { on: 3 } };
    expect(judge({ turbo: "on" }, { accepts })).toEqual({ turbo: 3 });
    expect(judge({ turbo: "max" }, { accepts })).toEqual(["/turbo"]);
  });
});

describe("the features that a header asks for", () => {
  const context = ["claude-code-20250219", "context-1m-2025-08-07"];

  it("are refused if they change the price", () => {
    expect(judge({}, {}, context)).toEqual(["/anthropic-beta"]);
    expect(judge({}, {}, ["inline-tools-2026-09-15"])).toEqual(["/anthropic-beta"]);
  });

  it("are taken if they change nothing, known or not", () => {
    expect(judge({}, {}, ["claude-code-20250219", "fast-mode-2026-02-01", "x"])).toEqual({});
    expect(judge({}, {})).toEqual({});
  });

  it("are taken if the list has prices for long contexts", () => {
    expect(judge({}, { longContext: true }, context)).toEqual({});
  });

  it("are taken at the factor of the list", () => {
    const accepts = { "anthropic-beta": { "context-1m": 2 } };
    expect(judge({}, { accepts }, context)).toEqual({ "anthropic-beta": 2 });
    const any = { "anthropic-beta": { "context-1m": 1 } };
    expect(judge({}, { accepts: any }, context)).toEqual({});
  });
});

describe("what a reply says was billed", () => {
  const accepts = { service_tier: { priority: 2, flex: 0.5 }, speed: 6 };

  it.each([
    ["service_tier", "priority", 2],
    ["service_tier", "default", 1],
    ["service_tier", "standard", 1],
    ["service_tier", "unheard_of", undefined],
    ["service_tier", null, undefined],
    ["speed", "fast", 6],
    ["speed", "standard", 1],
  ])("%s: %s has the factor %s", (name, word, factor) => {
    expect(factorOfReply(name, word, accepts)).toBe(factor);
  });
});
