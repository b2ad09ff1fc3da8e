import { expect, it } from "vitest";
import { createFake } from "../../src/fake/create-fake.js";
import { knownModels } from "../../src/rules/models.js";
import { toRequest } from "../../src/rules/sample.js";

type Probes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const tool = { name: "look", input_schema: { type: "object" } };
const hello = { role: "user", content: "Hello" };

/** Requests that some models of the Messages format take, and others refuse. */
const messagesProbes: Probes = {
  temperature: { temperature: 0.5 },
  budget: { max_tokens: 2048, thinking: { type: "enabled", budget_tokens: 1024 } },
  adaptive: { thinking: { type: "adaptive" } },
  disabled: { thinking: { type: "disabled" } },
  between: { thinking: { type: "between_tools" } },
  low: { output_config: { effort: "low" } },
  xhigh: { output_config: { effort: "xhigh" } },
  max: { output_config: { effort: "max" } },
  prefill: { messages: [hello, { role: "assistant", content: "Hello, I" }] },
  system: { messages: [hello, { role: "system", content: "Be brief." }] },
  forced: { tools: [tool], tool_choice: { type: "any" } },
  "65k": { max_tokens: 65_000 },
  "129k": { max_tokens: 129_000 },
  "read-300k": { messages: [{ role: "user", content: "word ".repeat(240_000) }] },
};

/** What each model takes of it, as its documentation and reports say. */
const messagesFacts: Readonly<Record<string, string>> = {
  "claude-sonnet-4-5": "temperature budget disabled prefill forced",
  "claude-haiku-4-5": "temperature budget disabled prefill forced",
  "claude-opus-4-5": "temperature budget disabled low prefill forced",
  "claude-opus-4-6": "temperature budget adaptive disabled low max forced 65k read-300k",
  "claude-sonnet-4-6": "temperature budget adaptive disabled low max forced 65k read-300k",
  "claude-opus-4-7": "adaptive disabled low xhigh max forced 65k read-300k",
  "claude-opus-4-8": "adaptive disabled low xhigh max system forced 65k read-300k",
  "claude-fable-5": "adaptive low xhigh max system forced 65k read-300k",
  "claude-mythos-5": "adaptive low xhigh max system forced 65k read-300k",
  "claude-sonnet-5": "adaptive disabled low xhigh max system forced 65k read-300k",
  "claude-opus-5": "adaptive disabled low xhigh max system forced 65k read-300k",
  "claude-opus-5-5": "adaptive low xhigh max system 65k read-300k",
  "claude-sonnet-5-5": "adaptive between low xhigh max system 65k read-300k",
};

const functionTool = { type: "function", function: { name: "look" } };

/** Requests that some models of Chat Completions take, and others refuse. */
const chatProbes: Probes = {
  temperature: { temperature: 0.7 },
  "max-tokens": { max_tokens: 5 },
  stop: { stop: "END" },
  penalty: { presence_penalty: 1 },
  bias: { logit_bias: { "50256": 1 } },
  seed: { seed: 1 },
  logprobs: { logprobs: true },
  tools: { tools: [functionTool] },
  "tools-low": { tools: [functionTool], reasoning_effort: "low" },
  none: { reasoning_effort: "none" },
  minimal: { reasoning_effort: "minimal" },
  low: { reasoning_effort: "low" },
  medium: { reasoning_effort: "medium" },
  high: { reasoning_effort: "high" },
  xhigh: { reasoning_effort: "xhigh" },
  prediction: { prediction: { type: "content", content: "Hello." } },
};

const all =
  "temperature max-tokens stop penalty bias seed logprobs tools tools-low none minimal low medium high xhigh prediction";
const sinceO3 =
  "penalty bias seed logprobs tools tools-low none minimal low medium high xhigh prediction";

/** What each model takes of it, as its documentation, reports and probes say. */
const chatFacts: Readonly<Record<string, string>> = {
  "gpt-4o": all,
  "gpt-4o-mini": all,
  "gpt-4.1-nano": all,
  o1: `stop ${sinceO3}`,
  o3: sinceO3,
  "o4-mini": sinceO3,
  "gpt-5": sinceO3,
  "gpt-5-nano": sinceO3,
  "gpt-5.4": "penalty bias seed logprobs tools none minimal low medium high xhigh prediction",
  "gpt-5.5": sinceO3,
  "gpt-5.6": "seed none low medium high xhigh",
  "gpt-5.6-terra": "seed none low medium high xhigh",
  "gpt-6-astra": "penalty bias seed logprobs tools tools-low low medium high xhigh prediction",
};

async function* greet() {
  yield "Hello.";
}

/** The probes that a model takes. */
async function takenBy(model: string, probes: Probes, profile: "messages" | "chatCompletions") {
  const taken: string[] = [];
  for (const [name, body] of Object.entries(probes)) {
    const fake = createFake().otherwise(greet);
    const { status } = await fake.fetch(toRequest(profile, { body: { model, ...body } }));
    if (status === 200) taken.push(name);
  }
  return taken.join(" ");
}

it.each(Object.entries(messagesFacts))("%s takes %s", async (model, facts) => {
  expect(await takenBy(model, messagesProbes, "messages")).toBe(facts);
});

it.each(Object.entries(chatFacts))("%s takes %s", async (model, facts) => {
  expect(await takenBy(model, chatProbes, "chatCompletions")).toBe(facts);
});

type MemberProbe = readonly [member: string, value: unknown, beta: string | undefined];

/** Members that models of the Messages format take whatever they are, and the beta of each. */
const memberProbes: readonly MemberProbe[] = [
  ["container", "container_1", undefined],
  ["inference_geo", "us", undefined],
  ["speed", "standard", "fast-mode-2026-02-01"],
  ["context_management", { edits: [] }, "context-management-2025-06-27"],
  ["mcp_servers", [], "mcp-client-2025-11-20"],
  ["fallbacks", "default", "server-side-fallback-2026-07-01"],
  ["fallback_credit_token", "token", "fallback-credit-2026-07-01"],
  ["compaction", { type: "summarize" }, "compact-2026-09-04"],
  [
    "billing_policy",
    { type: "billing_policy", bill_to: "self" },
    "user-profiles-billing-2026-10-01",
  ],
  ["tags", { team: "a" }, "request-tags-2026-08-21"],
];

it.each<MemberProbe>(memberProbes)(
  "models that are known take %s, as any other does",
  async (member, value, beta) => {
    for (const model of ["claude-haiku-4-5", "claude-opus-5-5", "some-model"]) {
      const fake = createFake().otherwise(greet);
      const headers = beta === undefined ? {} : { "anthropic-beta": beta };
      const request = toRequest("messages", { headers, body: { model, [member]: value } });
      const response = await fake.fetch(request);
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    }
  },
);

it("models of the Messages format hear no sounds, whoever asks them; those of the other vendor do", async () => {
  const sound = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };
  const messages = [{ role: "user", content: [sound] }];
  const statuses = [];
  for (const model of ["claude-haiku-4-5", "claude-opus-5", "gpt-4o", "some-model"]) {
    const fake = createFake().otherwise(greet);
    const response = await fake.fetch(toRequest("chatCompletions", { body: { model, messages } }));
    statuses.push(response.status);
  }
  expect(statuses).toEqual([400, 400, 200, 200]);
});

it("there are facts of all models that are known", () => {
  const names = Object.keys({ ...messagesFacts, ...chatFacts });
  const known = knownModels.filter(({ id, aliases = [] }) =>
    [id, ...aliases].some((name) => names.includes(name)),
  );
  expect(known).toHaveLength(knownModels.length);
});

it("known models have names for people, in the list of models", async () => {
  const fake = createFake();
  const request = toRequest("messages", { method: "GET", path: "/v1/models?limit=1000" });
  const { data } = await (await fake.fetch(request)).json();
  const names = new Map(
    data.map((model: Record<string, string>) => [model.id, model.display_name]),
  );
  expect(names.get("claude-sonnet-4-5-20250929")).toBe("Claude Sonnet 4.5");
  expect(names.get("claude-opus-5-5")).toBe("Claude Opus 5.5");
  expect(names.get("gpt-5.6-terra")).toBe("gpt-5.6-terra");
});

it("a known model says when it was made in seconds, as both vendors do", () => {
  for (const { id, created } of knownModels) {
    const year = new Date(created * 1_000).getUTCFullYear();
    expect(year >= 2025 && year <= 2026, id).toBe(true);
  }
});
