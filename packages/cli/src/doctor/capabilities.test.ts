import { chatCompletionsUpstream, messagesUpstream } from "@diglot/core";
import { responsesUpstream } from "@diglot/responses";
import { describe, expect, it } from "vitest";
import { toCapabilities } from "./capabilities.js";
import type { Finding, Result } from "./probes/probe.js";
import { probesOf } from "./probes/probes.js";
import { missing } from "./probes/streams.js";

const formats = ["messages", "responses", "chat-completions"] as const;
const upstreams = {
  messages: messagesUpstream,
  responses: responsesUpstream,
  "chat-completions": chatCompletionsUpstream,
};

/** What core says of these capabilities: nothing, or why it does not take them. */
function validate(format: (typeof formats)[number], capabilities: object): void {
  upstreams[format]({ id: "m", baseUrl: "http://127.0.0.1:1/v1", capabilities });
}

/** Findings by id; all others are unclear. */
function found(findings: Readonly<Record<string, Finding | Result>>) {
  return (id: string): Finding => {
    const finding = findings[id] ?? "unclear";
    return typeof finding === "string" ? { result: finding, seen: "" } : finding;
  };
}

const chat = (findings: Readonly<Record<string, Finding | Result>>) =>
  toCapabilities("chat-completions", found(findings));

describe("toCapabilities", () => {
  it.each(formats)("claims nothing of %s that is unclear", (format) => {
    expect(toCapabilities(format, found({}))).toEqual({});
  });

  it.each(
    formats.flatMap((format) =>
      (["yes", "no"] as const).map((result) => [format, result] as const),
    ),
  )("makes options that core accepts for %s, if everything is %s", (format, result) => {
    const values: Readonly<Record<string, readonly string[]>> = {
      effort: ["none", "low"],
      reasoning: ["reasoning"],
      stream_usage: ["include_usage"],
      streaming: Object.values(missing),
    };
    const findings = probesOf(format).map(({ id }): [string, Finding] => [
      id,
      { result, seen: "", ...(result === "yes" && values[id] && { values: values[id] }) },
    ]);
    const capabilities = toCapabilities(format, found(Object.fromEntries(findings)));
    expect(Object.keys(capabilities).length).toBeGreaterThan(8);
    expect(() => validate(format, capabilities)).not.toThrow();
  });

  it("keeps tools as long as one call came", () => {
    expect(chat({ tools: "yes", tool_choice_any: "no", tool_choice_tool: "no" })).toEqual({
      tools: true,
      toolChoice: ["auto", "none"],
    });
  });

  it("says that there are no tools only if every way was in vain", () => {
    const no = { stream_tools: "no", tool_choice_any: "no", tool_choice_tool: "no" } as const;
    expect(chat({ ...no, tools: "no" })).toEqual({ tools: false });
    expect(chat(no)).toEqual({});
  });

  it("prefers max_tokens, and takes the newer name where the older one is refused", () => {
    expect(chat({ max_tokens: "yes", max_completion_tokens: "yes" })).toEqual({
      maxTokensField: "max_tokens",
    });
    expect(chat({ max_tokens: "no", max_completion_tokens: "yes" })).toEqual({
      maxTokensField: "max_completion_tokens",
    });
  });

  it.each([
    [{ temperature: "no" }, "none"],
    [{ temperature: "yes", temperature_and_top_p: "no" }, "temperature_or_top_p"],
    [{ temperature: "yes", temperature_and_top_p: "yes" }, "all"],
  ] as const)("derives the sampling parameters from %j", (findings, samplingParams) => {
    expect(chat(findings)).toEqual({ samplingParams });
  });

  it("controls reasoning by the levels that were accepted", () => {
    expect(chat({ effort: { result: "yes", seen: "", values: ["low", "high"] } })).toEqual({
      effortLevels: ["low", "high"],
      thinkingModes: ["enabled"],
      reasoningControl: "reasoning_effort",
    });
  });

  it("forgives a stream what it was seen to lack, and nothing else", () => {
    const streaming = { result: "yes", seen: "", values: [missing.finish] } as const;
    expect(chat({ streaming })).toEqual({ eofWithoutFinishOk: true });
  });

  it("lists the modes of thinking of Messages once all are known", () => {
    const two = { thinking_enabled: "no", thinking_adaptive: "yes" } as const;
    const messages = (findings: Parameters<typeof found>[0]) =>
      toCapabilities("messages", found(findings));
    expect(messages(two)).toEqual({});
    expect(messages({ ...two, thinking_disabled: "yes" })).toEqual({
      thinkingModes: ["adaptive", "disabled"],
    });
  });
});
