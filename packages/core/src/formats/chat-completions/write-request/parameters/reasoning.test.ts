import { describe, expect, it } from "vitest";
import {
  notesOf,
  refusedAt,
  writeChat,
} from "../../../../../test/write-chat-completions-request.js";
import { bodyOf } from "../../../messages/__fixtures__/make.js";
import type { ChatCompletionsUpstreamCapabilities } from "../../wire/capabilities.js";

type Change = Partial<ChatCompletionsUpstreamCapabilities>;

const efforts: Change = {
  reasoningControl: "reasoning_effort",
  effortLevels: ["none", "low", "medium", "high"],
};
const openRouter: Change = {
  reasoningControl: "reasoning",
  effortLevels: ["low", "medium", "high"],
  thinkingModes: ["enabled", "disabled"],
};
const template: Change = {
  reasoningControl: "chat_template_kwargs",
  thinkingModes: ["enabled", "disabled"],
};
const deepSeek: Change = {
  reasoningControl: "thinking",
  thinkingModes: ["enabled", "disabled"],
  toolChoiceWithThinking: false,
};

/** What a body says about reasoning, for an upstream. */
function reasoningOf(change: Record<string, unknown>, capabilities: Change) {
  const written = writeChat(bodyOf({ max_tokens: 32_000, ...change }), { capabilities });
  const { reasoning, reasoning_effort, thinking, chat_template_kwargs } = written.body;
  const said = { reasoning, reasoning_effort, thinking, chat_template_kwargs };
  return { said: JSON.parse(JSON.stringify(said)), notes: notesOf(written), written };
}

const enabled = (budget_tokens: number) => ({ thinking: { type: "enabled", budget_tokens } });
const effort = (level: string) => ({ output_config: { effort: level } });
const disabled = { thinking: { type: "disabled" } };
const adaptive = { thinking: { type: "adaptive", display: "omitted" } };
const tools = [{ name: "f", input_schema: { type: "object", properties: {} } }];

describe("how much the model should think", () => {
  it("becomes the same level of effort, or the next lower one", () => {
    expect(reasoningOf(effort("medium"), efforts)).toMatchObject({
      said: { reasoning_effort: "medium" },
      notes: [],
    });
    expect(reasoningOf(effort("max"), efforts)).toMatchObject({
      said: { reasoning_effort: "high" },
      notes: ["approximated /output_config/effort"],
    });
    expect(reasoningOf(effort("minimal"), efforts).said).toEqual({ reasoning_effort: "low" });
    expect(reasoningOf(effort("low"), openRouter).said).toEqual({ reasoning: { effort: "low" } });
    expect(reasoningOf(effort("low"), {})).toMatchObject({
      said: {},
      notes: ["dropped /output_config/effort"],
    });
  });

  it("becomes a budget, or the level for it", () => {
    expect(reasoningOf(enabled(3_000), openRouter).said).toEqual({
      reasoning: { max_tokens: 3_000 },
    });
    const levels = [2_048, 8_192, 24_576, 24_577].map(
      (budget) => reasoningOf(enabled(budget), efforts).said.reasoning_effort,
    );
    expect(levels).toEqual(["low", "medium", "high", "high"]);
    expect(reasoningOf(enabled(3_000), template)).toMatchObject({
      said: { chat_template_kwargs: { enable_thinking: true } },
      notes: expect.arrayContaining(["approximated /thinking/budget_tokens"]),
    });
    const both = reasoningOf({ ...enabled(3_000), ...effort("high") }, efforts);
    expect(both.said).toEqual({ reasoning_effort: "high" });
    expect(both.notes).toContain("dropped /thinking/budget_tokens");
    const budgets: Change = { ...openRouter, effortLevels: [] };
    const counted = reasoningOf({ ...enabled(3_000), ...effort("high") }, budgets);
    expect(counted.said).toEqual({ reasoning: { max_tokens: 3_000 } });
    expect(counted.notes).toContain("dropped /output_config/effort");
  });

  it("invents no effort for adaptive thinking", () => {
    expect(reasoningOf(adaptive, efforts)).toMatchObject({ said: {}, notes: [] });
    expect(reasoningOf(adaptive, template).said).toEqual({
      chat_template_kwargs: { enable_thinking: true },
    });
    expect(reasoningOf({}, efforts)).toMatchObject({ said: {}, notes: [] });
  });

  it("T109 switches thinking off in the upstream's own words, or reports that it cannot", () => {
    expect(reasoningOf(disabled, efforts).said).toEqual({ reasoning_effort: "none" });
    expect(reasoningOf(disabled, openRouter).said).toEqual({ reasoning: { enabled: false } });
    expect(reasoningOf(disabled, deepSeek).said).toEqual({ thinking: { type: "disabled" } });
    expect(reasoningOf(disabled, template).said).toEqual({
      chat_template_kwargs: { enable_thinking: false },
    });
    expect(reasoningOf(disabled, {})).toMatchObject({
      said: {},
      notes: ["dropped /thinking/type"],
    });
  });

  it("T110 sends neither the thinking object nor thinking blocks of the other wire", () => {
    const messages = [
      { role: "user", content: "a" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "secret", signature: "sig" },
          { type: "redacted_thinking", data: "opaque" },
          { type: "text", text: "b" },
        ],
      },
      { role: "user", content: "c" },
    ];
    const { body, text, refusals } = writeChat(
      bodyOf({ messages, max_tokens: 4_000, ...enabled(2_000) }),
    );
    expect(refusals).toEqual([]);
    expect(body).not.toHaveProperty("thinking");
    expect(body.messages[1]).toEqual({ role: "assistant", content: "b" });
    for (const word of ["secret", "sig", "opaque"]) expect(text).not.toContain(word);
  });

  it("T114 switches thinking off if the upstream cannot think and be forced to call a tool", () => {
    const forced = { tools, tool_choice: { type: "any" }, ...adaptive };
    expect(reasoningOf(forced, deepSeek)).toMatchObject({
      said: { thinking: { type: "disabled" } },
      notes: ["approximated /tool_choice"],
    });
    const { written } = reasoningOf(forced, { toolChoiceWithThinking: false });
    expect(refusedAt(written)).toEqual(["/tool_choice"]);
    const relaxed = writeChat(bodyOf(forced), {
      capabilities: { toolChoiceWithThinking: false },
      unsupported: { default: "warn" },
    });
    expect(refusedAt(relaxed)).toEqual(["/tool_choice"]);
    expect(reasoningOf({ ...forced, tool_choice: { type: "auto" } }, deepSeek).said).toEqual({
      thinking: { type: "enabled" },
    });
  });
});
