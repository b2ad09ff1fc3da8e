import { describe, expect, it } from "vitest";
import { failed, refused, replied } from "../../../test/outcomes.js";
import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import type { Outcome } from "../outcome.js";
import { probesOf } from "./probes.js";

function judge(
  id: string,
  outcomes: readonly Outcome[],
  format: UpstreamFormatName = "chat-completions",
) {
  const probe = probesOf(format).find((one) => one.id === id);
  if (!probe) throw new Error(`There is no probe ${id}.`);
  return probe.judge(outcomes);
}

const resultOf = (...asked: Parameters<typeof judge>) => judge(...asked).result;

const formats = ["messages", "responses", "chat-completions"] as const;
const all = formats.flatMap((format) =>
  probesOf(format).map((probe) => [format, probe.id, probe] as const),
);

describe("every probe", () => {
  it.each(all)("of %s, %s, concludes nothing from failures", (_, __, probe) => {
    const { result, seen } = probe.judge(probe.requests.map(() => failed));
    expect(result).toBe("unclear");
    expect(seen).toContain("no answer");
  });

  it.each(all.filter(([, id]) => id !== "long_input"))(
    "of %s, %s, says no where all its requests are refused, and how",
    (_, __, probe) => {
      const { result, seen } = probe.judge(probe.requests.map(() => refused));
      expect(result).toBe("no");
      expect(seen).toContain("400 not that");
    },
  );

  it.each(formats)("of %s has an id of its own and a short reply", (format) => {
    const probes = probesOf(format);
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length);
    const limits = probes.flatMap(({ requests }) => requests.map(({ maxTokens = 0 }) => maxTokens));
    expect(Math.max(...limits)).toBeLessThanOrEqual(1280);
  });
});

const call = (name = "get_weather", args: unknown = { city: "Oslo" }) =>
  replied({ text: "", calls: [{ name, arguments: args }] });
const twoCalls = replied({ calls: [{ name: "get_weather" }, { name: "get_weather" }] });
const cut = { isCut: true, finish: "length" } as const;
const stream = { events: 3, hasTerminalEvent: true };

describe("limits", () => {
  it.each<[string, Outcome, string]>([
    ["cut at it", replied({ ...cut, outputTokens: 16 }), "yes"],
    ["cut one token after it", replied({ ...cut, outputTokens: 17 }), "yes"],
    ["cut without a count", replied({ ...cut, outputTokens: undefined }), "yes"],
    ["a long reply", replied({ outputTokens: 90 }), "no"],
    ["a reply cut by another limit", replied({ ...cut, outputTokens: 90 }), "unclear"],
    ["a short reply", replied({ outputTokens: 5 }), "unclear"],
  ])("%s", (_, outcome, result) => {
    expect(resultOf("max_tokens", [outcome])).toBe(result);
  });
});

describe("tools", () => {
  it.each<[string, string, readonly Outcome[], string]>([
    ["a call", "tools", [call()], "yes"],
    ["an answer, to which a model is free", "tools", [replied()], "unclear"],
    ["an answer, where a call was forced", "tool_choice_any", [replied()], "no"],
    ["an answer that was cut before the call", "tool_choice_any", [replied(cut)], "unclear"],
    ["arguments that are not JSON", "tools", [call("get_weather", null)], "no"],
    ["the other tool", "tool_choice_tool", [call()], "no"],
    ["a call in a JSON reply where a stream was asked for", "stream_tools", [call()], "unclear"],
    ["a forbidden call", "tool_choice_none", [call(), call()], "no"],
    ["none where it was forbidden", "tool_choice_none", [call(), replied()], "yes"],
    ["none anyway", "tool_choice_none", [replied(), replied()], "unclear"],
    ["two calls", "parallel_calls", [twoCalls], "yes"],
    ["one call for two cities", "parallel_calls", [call()], "no"],
    ["one call only where two were forbidden", "single_call", [twoCalls, call()], "yes"],
    ["two although they were forbidden", "single_call", [twoCalls, twoCalls], "no"],
    ["one call anyway", "single_call", [call(), call()], "unclear"],
    ["a result that was read", "tool_results", [replied({ text: "−31 °C" })], "yes"],
    ["a result that was left out", "tool_results", [replied()], "unclear"],
  ])("%s", (_, id, outcomes, result) => {
    expect(resultOf(id, outcomes)).toBe(result);
  });
});

describe("usage in streams", () => {
  const counted = replied({ stream, outputTokens: 5 });
  const uncounted = replied({ stream, outputTokens: undefined });

  it.each<[string, readonly Outcome[], string, readonly string[] | undefined]>([
    ["that comes always", [counted, counted], "yes", ["always"]],
    ["that comes if it is asked for", [uncounted, counted], "yes", ["include_usage"]],
    ["that never comes", [uncounted, uncounted], "no", undefined],
    ["in a JSON reply", [replied(), replied()], "unclear", undefined],
  ])("%s", (_, outcomes, result, values) => {
    const finding = judge("stream_usage", outcomes);
    expect(finding).toMatchObject({ result });
    expect(finding.values).toEqual(values);
  });
});

describe("reasoning", () => {
  const reasoned = replied({ reasoningIn: ["reasoning"] });
  const allLevels = (none: Outcome, others: Outcome) => [none, others, others, others, others];

  it("names the member in which it came", () => {
    expect(judge("reasoning", [replied(), reasoned]).values).toEqual(["reasoning"]);
  });

  it("accepts levels if nonsense is refused, and leaves out those that are refused too", () => {
    const outcomes = [refused, refused, refused, replied(), replied(), replied()];
    expect(judge("effort", outcomes).values).toEqual(["low", "medium", "high"]);
  });

  it("accepts levels that make a difference, though nonsense is accepted", () => {
    const outcomes = [replied(), ...allLevels(replied(), reasoned)];
    expect(resultOf("effort", outcomes)).toBe("yes");
  });

  it("concludes nothing if everything is accepted alike", () => {
    expect(resultOf("effort", [replied(), ...allLevels(replied(), replied())])).toBe("unclear");
    expect(resultOf("effort", [reasoned, ...allLevels(reasoned, reasoned)])).toBe("unclear");
  });

  it("finds that thinking cannot be turned off", () => {
    expect(resultOf("thinking_disabled", [reasoned, refused], "messages")).toBe("no");
  });
});

describe("files, forms and instructions", () => {
  it.each<[string, string, readonly Outcome[], string]>([
    ["a colour that was seen", "images", [replied({ text: "Red" })], "yes"],
    ["an image that was left out", "images", [replied()], "unclear"],
    ["the word of a document", "pdfs", [replied({ text: "a Walrus." })], "yes"],
    [
      "the member of a schema",
      "json_schema",
      [replied({ text: '{"place_of_the_tower":"x"}' })],
      "yes",
    ],
    ["other JSON", "json_schema", [replied({ text: '{"city":"Paris"}' })], "no"],
    ["half of the JSON", "json_schema", [replied({ ...cut, text: '{"pl' })], "unclear"],
    ["JSON", "json_object", [replied({ text: '{"city":"Paris"}' })], "yes"],
    ["JSON in a code block", "json_object", [replied({ text: "```json\n{}\n```" })], "no"],
    ["an order that was followed", "system", [replied({ text: "Walrus!" })], "yes"],
    ["an order that was repeated", "system", [replied({ text: "Whatever … walrus" })], "unclear"],
    ["an end before the word", "stop", [replied({ text: "one, two, three, four, " })], "yes"],
    ["words after the word", "stop", [replied({ text: "One, four, five, six" })], "no"],
    ["numbers as digits", "stop", [replied({ text: "1, 2, 3" })], "unclear"],
    ["one choice of two", "choices", [replied()], "no"],
    ["a parameter whose nonsense is refused", "temperature", [replied(), refused], "yes"],
    ["a parameter that nobody reads", "temperature", [replied(), replied()], "unclear"],
  ])("%s", (_, id, outcomes, result) => {
    expect(resultOf(id, outcomes)).toBe(result);
  });
});

describe("input that is too long", () => {
  const refusal = (words: string): Outcome => ({ kind: "refused", status: 400, words });

  it.each<[string, Outcome, string]>([
    ["a refusal that says so", refusal("400 prompt is too long: 9 tokens > 5 maximum"), "yes"],
    ["a refusal for its bytes", refusal("413 Request Entity Too Large"), "yes"],
    ["another refusal", refusal("400 not that"), "unclear"],
    ["a reply", replied({ inputTokens: 2_000_000 }), "no"],
  ])("%s", (_, outcome, result) => {
    expect(resultOf("long_input", [outcome])).toBe(result);
  });

  it("shows that a server has cut it silently", () => {
    const { seen } = judge("long_input", [replied({ inputTokens: 4096 })]);
    expect(seen).toMatch(/^cut it silently: counts 4096 tokens/);
  });
});
