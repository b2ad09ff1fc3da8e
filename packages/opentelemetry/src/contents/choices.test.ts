import type { Steps } from "@diglot/core";
import { runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { type RelayedBody, splitChoices } from "./choices.js";
import { readRelayed } from "./relayed.js";

const run = <Result>(steps: Steps<Result>) => runRedaction(steps, 0) as Result;

const chunk = (index: unknown, content: string) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index, delta: { role: "assistant", content } }] })}\n\n`;

/** What each choice of a stream says, as far as it came. */
function textsOf(text: string): readonly string[] {
  const texts: string[] = [];
  const body = {
    format: "chat-completions",
    isStream: true,
    bytes: new TextEncoder().encode(text),
  };
  for (const { choice, event } of run(readRelayed(body))) {
    texts[choice] ??= "";
    if (event.type === "delta" && event.delta.type === "text") texts[choice] += event.delta.text;
  }
  return texts;
}

describe("a large relayed stream", () => {
  it("is read in many steps, so that other work runs in between", () => {
    const bytes = new TextEncoder().encode(chunk(0, "a").repeat(5_000));
    const steps = [...readRelayed({ format: "chat-completions", isStream: true, bytes })];
    expect(steps.length).toBeGreaterThan(bytes.length / 32_768);
  });
});

describe("the choices of a relayed stream", () => {
  it("are told apart, however they take turns", () => {
    const text = chunk(1, "b") + chunk(0, "a") + chunk(1, "d") + chunk(0, "c");
    expect(textsOf(text)).toEqual(["ac", "bd"]);
  });

  it("have what came before a cut", () => {
    const text = chunk(0, "a") + chunk(1, "b") + chunk(0, "lost").slice(0, -20);
    expect(textsOf(text)).toEqual(["a", "b"]);
  });

  it("take no room for indexes that are left out", () => {
    expect(textsOf(chunk(0, "a") + chunk(1e9, "b"))).toEqual(["a", "b"]);
  });

  it("are read up to the number that a request can ask for", () => {
    const text = Array.from({ length: 200 }, (_, index) => chunk(index, "a")).join("");
    expect(textsOf(text + chunk(0, "b"))).toEqual(["ab", ...Array(127).fill("a")]);
  });

  it("have what came before a cut that looks like the end of a chunk", () => {
    const cut = `data: {"choices":[{"index":0,"delta":{}\n\n`;
    expect(textsOf(chunk(0, "a") + chunk(1, "b") + cut)).toEqual(["a", "b"]);
  });

  it("are those of its events alone, however they are written", () => {
    const text = [
      `data:${JSON.stringify({ usage: null })}\n\n`,
      `: ${chunk(0, "a comment")}`,
      'data: {"choices":null}\n\n',
      'data: {"choices":[null]}\n\n',
      chunk(1, "no event").replace("\n\n", " and more\n\n"),
      chunk(0, "a").replace("data: ", "data:").replace("\n\n", "  \n\n"),
      chunk(1, "b").replace("\n\n", "\r\n\r\n"),
      "data: [DONE]\n\n",
    ];
    expect(textsOf(text.join(""))).toEqual(["a", "b"]);
  });

  it("may be one, or without an index", () => {
    expect(textsOf(chunk(0, "a") + chunk(0, "b"))).toEqual(["ab"]);
    expect(textsOf(chunk(undefined, "a"))).toEqual(["a"]);
  });
});

describe("a relayed body", () => {
  const body = (text: string, change: Partial<RelayedBody> = {}): RelayedBody => ({
    ...{ format: "chat-completions", isStream: false },
    bytes: new TextEncoder().encode(text),
    ...change,
  });
  const textsIn = (bodies: readonly RelayedBody[]) =>
    bodies.map(({ bytes }) => new TextDecoder().decode(bytes));

  it("has a body for each of several choices, whose index is the first", () => {
    const choices = [
      { index: 1, text: "b" },
      { index: 0, text: "a" },
    ];
    expect(textsIn(run(splitChoices(body(JSON.stringify({ id: "c", choices })))))).toEqual([
      '{"id":"c","choices":[{"index":0,"text":"a"}]}',
      '{"id":"c","choices":[{"index":0,"text":"b"}]}',
    ]);
  });

  it.each([
    ["null"],
    ["7"],
    ['"choices"'],
    ['{"choices":7}'],
    ['{"choices":[]}'],
    ['{"choices":[null,{"index":"1"}]}'],
    ['{"choices": [{"index":3}]}'],
  ])("stays as it is if it has not several choices: %s", (text) => {
    const given = body(text);
    expect(run(splitChoices(given))).toEqual([given]);
    expect(run(splitChoices(given))[0]).toBe(given);
  });

  it("stays as it is if it is of another format, whatever is in it", () => {
    const given = body('{"choices":[{"index":0},{"index":1}]}', { format: "messages" });
    expect(run(splitChoices(given))).toEqual([given]);
  });

  it.each([
    ["was cut", body('{"choices":[{"index":0,"mess')],
    ["was cut, of another format", body('{"content":[{"type', { format: "messages" })],
    ["is of a format that is not built in", body("{}", { format: "elsewhere" })],
  ])("says nothing if it %s", (_case, given) => {
    expect(run(readRelayed(given))).toEqual([]);
  });
});

describe("a relayed JSON body", () => {
  const bodyOf = (content: string): RelayedBody => {
    const message = { role: "assistant", content };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    const text = JSON.stringify({ id: "c", object: "chat.completion", model: "m", choices });
    return { format: "chat-completions", isStream: false, bytes: new TextEncoder().encode(text) };
  };

  it("is read up to 256 KiB, so that no other caller waits for a larger one", () => {
    const largest = 256 * 1024 - bodyOf("").bytes.length;
    expect(run(readRelayed(bodyOf("a".repeat(largest)))).length).toBeGreaterThan(0);
    expect(run(readRelayed(bodyOf("a".repeat(largest + 1))))).toEqual([]);
  });
});
