import { inspect } from "node:util";
import { ServiceError, withRetry } from "@diglot/core";
import { fromOpenAIAgents } from "@diglot/openai-agents";
import { itLeavesTraces } from "@diglot/test-support/frameworks";
import { requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import {
  chunkEvent,
  doneEvent,
  modelEvent,
  notingRunner,
  rawEvent,
  type ScriptedRun,
  textEvent,
} from "./noting-runner.js";

const agent = { name: "shop-agent", tools: [], handoffs: [] };
const text = (words: string) => ({ type: "text", text: words });
const thought = (words: string) => ({ type: "thinking", thinking: words });

/** What a caller of Messages gets of a run, and what is kept of it. */
async function answerTo(run: ScriptedRun) {
  const { runner, calls } = notingRunner(run);
  const model = withRetry(fromOpenAIAgents(agent, { runner }), { baseDelay: 0, retries: 1 });
  const { service, ledger, failures } = serviceOf(model);
  const answer = await service.request(...requestOf("messages", { model: model.id }));
  const { content, stop_reason, error } = await answer.json();
  await service.close();
  const reported = inspect(failures, { depth: 12, showHidden: true });
  return {
    status: answer.status,
    content,
    stop_reason,
    error,
    rows: ledger.all(),
    calls,
    reported,
  };
}

function errorOf(name: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { name, ...more });
}

describe("what a run shows", () => {
  const summary = (delta: string) =>
    rawEvent({ type: "response.reasoning_summary_text.delta", delta });
  const part = rawEvent({ type: "response.reasoning_summary_part.added" });

  it.each<[string, readonly object[], object[]]>([
    ["text", [textEvent("Th"), textEvent("ree.")], [text("Three.")]],
    [
      "reasoning in a text of its own",
      [rawEvent({ type: "response.reasoning_text.delta", delta: "Hm." }), textEvent("3")],
      [thought("Hm."), text("3")],
    ],
    [
      "parts of reasoning as paragraphs, over a text without a word",
      [part, summary("One."), part, textEvent(""), summary("Two."), textEvent("3")],
      [thought("One.\n\nTwo."), text("3")],
    ],
    [
      "one part of reasoning as one paragraph",
      [part, summary("One "), summary("part."), textEvent("3")],
      [thought("One part."), text("3")],
    ],
    [
      "reasoning after a text as one that stands apart",
      [summary("One."), textEvent("A"), doneEvent(), summary("Two."), textEvent("B")],
      [thought("One."), text("A"), thought("Two."), text("\n\nB")],
    ],
    [
      "reasoning of servers that name it in another way",
      [
        chunkEvent({ reasoning: "One. " }),
        chunkEvent({ reasoning_content: "Two." }),
        textEvent("3"),
        chunkEvent({}, "stop"),
      ],
      [thought("One. Two."), text("3")],
    ],
    [
      "nothing of what says nothing",
      [
        rawEvent(null),
        rawEvent("event"),
        rawEvent({ choices: [] }),
        rawEvent({ type: "response.refusal.delta", delta: "" }),
        rawEvent({ type: "response.reasoning_text.delta", delta: 3 }),
        chunkEvent({ refusal: "" }, "stop"),
        modelEvent({ type: "response_started" }),
        { type: "agent_updated_stream_event", data: { type: "output_text_delta", delta: "no" } },
        textEvent("Three."),
      ],
      [text("Three.")],
    ],
  ])("is %s", async (_name, events, content) => {
    const answer = await answerTo({ events });
    expect(answer.content).toMatchObject(content);
    expect(answer.content).toHaveLength(content.length);
    expect(answer.stop_reason).toBe("end_turn");
  });

  it("ends early as Chat Completions says", async () => {
    const events = [textEvent("Thr"), chunkEvent({}, "length"), doneEvent()];
    expect(await answerTo({ events })).toMatchObject({ stop_reason: "max_tokens" });
  });

  it("is all that the run does: it is stopped when its reply is over", async () => {
    const { calls } = await answerTo({ events: [textEvent("Three.")] });
    expect(calls).toMatchObject([{ options: { signal: { aborted: true } } }]);
  });

  it.each([
    ["max_output_tokens", "max_tokens"],
    ["content_filter", "refusal"],
    ["something else", "end_turn"],
    ["constructor", "end_turn"],
  ])("ends early as its provider says: %s", async (reason, stop_reason) => {
    const response = { incomplete_details: { reason } };
    const events = [textEvent("Thr"), rawEvent({ type: "response.incomplete", response })];
    expect(await answerTo({ events })).toMatchObject({ stop_reason });
  });
});

describe("the last words of a run", () => {
  const toolOutput = { type: "run_item_stream_event", name: "tool_output" };

  it.each<[string, ScriptedRun, string[]]>([
    ["are shown if nobody has said them", { finalOutput: "3 left" }, ["3 left"]],
    ["are JSON if they are no text", { finalOutput: { left: 3 } }, ['{"left":3}']],
    [
      "are shown after what was said before a tool has answered",
      { events: [textEvent("I look."), doneEvent(), toolOutput], finalOutput: "3 left" },
      ["I look.\n\n3 left"],
    ],
    [
      "are shown after a text without a word",
      { events: [textEvent("")], finalOutput: "3 left" },
      ["3 left"],
    ],
    [
      "are not repeated if the agent has said them",
      { events: [toolOutput, textEvent("3 left")], finalOutput: "3 left" },
      ["3 left"],
    ],
    [
      "are nothing if there are none",
      { events: [textEvent("I look."), toolOutput], finalOutput: undefined },
      ["I look."],
    ],
  ])("%s", async (_name, run, texts) => {
    const { status, content } = await answerTo(run);
    expect(status).toBe(200);
    expect(content).toEqual(texts.map(text));
  });
});

describe("a call of a model that breaks off", () => {
  it("fails the run, also if an earlier call was whole", async () => {
    const first = [textEvent("I look."), chunkEvent({}, "tool_calls"), doneEvent()];
    const second = [textEvent("Three are"), chunkEvent({ content: "Three are" }), doneEvent()];
    expect(await answerTo({ events: second })).toMatchObject({ status: 502 });
    expect(await answerTo({ events: [...first, ...second] })).toMatchObject({ status: 502 });
  });

  it("is one of Chat Completions: others do not say why they end", async () => {
    const first = [chunkEvent({}, "tool_calls"), doneEvent()];
    expect(await answerTo({ events: [...first, textEvent("Three."), doneEvent()] })).toMatchObject({
      status: 200,
    });
  });
});

describe("the tokens of a run", () => {
  it.each<[string, object | undefined, object]>([
    [
      "of each kind once, over all calls that were added up",
      {
        ...{ inputTokens: 70, outputTokens: 9 },
        inputTokensDetails: [
          { cached_tokens: 15, cache_write_tokens: 10 },
          { cached_tokens: 5 },
          { other_tokens: 7 },
        ],
        outputTokensDetails: { reasoning_tokens: 3 },
      },
      { input: 40, cacheRead: 20, cacheWrite: 10, output: 9, reasoning: 3 },
    ],
    [
      "without what is not said",
      { inputTokens: 70, outputTokens: 9 },
      { input: 70, cacheRead: 0, output: 9, sources: { input: "reported", cacheRead: "none" } },
    ],
    [
      "never below zero",
      { inputTokens: 5, outputTokens: 9, inputTokensDetails: { cached_tokens: 20 } },
      { input: 0, cacheRead: 20 },
    ],
    [
      "with an input of nothing if there was output",
      { inputTokens: 0, outputTokens: 9 },
      { input: 0, output: 9, sources: { input: "reported" } },
    ],
    [
      "with an output of nothing if there was input",
      { inputTokens: 70, outputTokens: 0 },
      { input: 70, output: 0, sources: { output: "reported" } },
    ],
    [
      "as the service counts them, where zeros stand for a report",
      { inputTokens: 0, outputTokens: 0 },
      { sources: { input: "estimated", output: "observed" } },
    ],
    [
      "as the service counts them, where nothing is reported",
      undefined,
      { sources: { input: "estimated", output: "observed" } },
    ],
  ])("are kept %s", async (_name, reported, usage) => {
    const { rows } = await answerTo({ events: [textEvent("Three."), doneEvent(reported)] });
    expect(rows).toMatchObject([{ usage }]);
  });
});

describe("a run that fails", () => {
  const paid = { requests: 1, inputTokens: 40, outputTokens: 9 };
  const unpaid = { requests: 0, inputTokens: 0, outputTokens: 0 };
  const overloaded = () => errorOf("APIError", "Later.", { status: 503 });

  it.each([
    ["again if no model was paid", unpaid, 2],
    ["again if nothing is known of its usage", undefined, 2],
    ["not again if a model was paid", paid, 1],
  ])("is run %s", async (_name, usage, times) => {
    const { status, calls, rows } = await answerTo({ events: [overloaded()], usage });
    expect([status, calls.length]).toEqual([529, times]);
    if (usage === paid) expect(rows).toMatchObject([{ usage: { input: 40, output: 9 } }]);
  });

  it("reports a failure although nothing is known of its state", async () => {
    const { reported } = await answerTo({ events: [new Error("Closed.")], state: undefined });
    expect(reported).toContain("Closed.");
  });

  it("reports what kept it from beginning", async () => {
    const runner = { run: () => Promise.reject(new Error("No key.")) };
    const { service, failures } = serviceOf(fromOpenAIAgents(agent, { runner }));
    const answer = await service.request(...requestOf("messages", { model: agent.name }));
    expect(answer.status).toBe(500);
    expect(inspect(failures)).toContain("No key.");
  });

  it.each<[string, Error, number, string]>([
    [
      "of the SDK itself by its name and its words, without what it quotes",
      errorOf("MaxTurnsExceededError", 'Too many turns: {"canary": 1}', { state: "canary" }),
      500,
      "\n  Error: The run has failed: MaxTurnsExceededError: Too many turns\n",
    ],
    [
      "of the SDK itself, without a list that it quotes",
      errorOf("UserError", "No such tools[canary]\ncanary", { state: "canary" }),
      500,
      "\n  Error: The run has failed: UserError: No such tools\n",
    ],
    [
      "of a model that behaves badly as a bad response",
      errorOf("ModelBehaviorError", "Unknown tool: {canary}", { state: "canary" }),
      502,
      "ModelBehaviorError: Unknown tool",
    ],
    ["of a reply that is not JSON", errorOf("SyntaxError", "canary"), 502, "SyntaxError"],
    [
      "of content that its model does not take",
      errorOf("UserError", "Unsupported input content type: {canary}", { state: "canary" }),
      400,
      "Unsupported input content type",
    ],
    [
      "of a tool as it is",
      errorOf("Error", "The shop is closed."),
      500,
      "\n  Error: The shop is closed.\n",
    ],
    [
      "that quotes such words as it is",
      errorOf("Error", "No: Only image URLs."),
      500,
      "\n  Error: No: Only image URLs.\n",
    ],
  ])("reports an error %s", async (_name, error, status, words) => {
    const answer = await answerTo({ events: [error] });
    expect(answer.status).toBe(status);
    expect(answer.reported).toContain(words);
    expect(answer.reported).not.toContain("canary");
    if (status === 400) expect(answer.error.message).toContain("does not support a part");
  });

  it.each<[string, unknown, string]>([
    ["without a name", { name: 3, message: "Closed.", state: {} }, "The run has failed: : Closed."],
    ["without words", { name: "Closed", message: 3, state: {} }, "The run has failed: Closed: "],
    ["that is a text", "Closed.", "Closed."],
    ["that is nothing", null, "null"],
  ])("fails with an error %s", async (_name, thrown, words) => {
    const runner = { run: () => Promise.reject(thrown) };
    const { service, failures } = serviceOf(fromOpenAIAgents(agent, { runner }));
    const answer = await service.request(...requestOf("messages", { model: agent.name }));
    expect(answer.status).toBe(500);
    const causes = failures.map((failure) => ServiceError.from(failure).cause);
    expect(causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)))).toEqual(
      [words],
    );
  });

  it("ends early, and does not fail, if its model behaves badly because it was cut short", async () => {
    const error = errorOf("ModelBehaviorError", "No final output.");
    const cut = { incomplete_details: { reason: "max_output_tokens" } };
    const events = [textEvent("Thr"), rawEvent({ type: "response.incomplete", response: cut })];
    expect(await answerTo({ events: [...events, error] })).toMatchObject({
      ...{ status: 200, content: [text("Thr")], stop_reason: "max_tokens" },
    });
    expect(await answerTo({ events: [...events, overloaded()] })).toMatchObject({ status: 529 });
  });
});

describe("a refusal", () => {
  const refused = (delta: string) => rawEvent({ type: "response.refusal.delta", delta });
  const ended = (refusal: unknown) => errorOf("ModelRefusalError", "Refused.", { refusal });

  it.each<[string, readonly (object | Error)[], string]>([
    ["is shown as it comes", [refused("I will "), refused("not.")], "I will not."],
    ["is continued by its error", [refused("I will "), ended("I will not.")], "I will not."],
    ["is what its error says", [ended("I will not.")], "I will not."],
    ["is not repeated by its error", [refused("I will not."), ended("I will not.")], "I will not."],
    ["stays if its error says something else", [refused("No."), ended("I will not.")], "No."],
    ["stays if its error says nothing", [refused("No."), ended(undefined)], "No."],
    [
      "of a guardrail is a sentence",
      [errorOf("OutputGuardrailTripwireTriggered", "canary")],
      "The agent has refused this request.",
    ],
  ])("%s", async (_name, events, words) => {
    const { status, content, stop_reason } = await answerTo({ events, finalOutput: "canary" });
    expect({ status, content, stop_reason }).toEqual({
      ...{ status: 200, content: [text(words)], stop_reason: "refusal" },
    });
  });
});

it("a tool that needs an approval ends the run", async () => {
  const { status, reported } = await answerTo({ interruptions: [{}] });
  expect(status).toBe(500);
  expect(reported).toContain("needs an approval");
  expect(await answerTo({ interruptions: [] })).toMatchObject({ status: 200 });
});

describe("a run with a bug", () => {
  const { runner } = notingRunner({ events: [new TypeError("my bug")] });
  itLeavesTraces(fromOpenAIAgents(agent, { runner }));
});
