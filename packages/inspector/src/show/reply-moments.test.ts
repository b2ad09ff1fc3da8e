import { noUsage } from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { describe, expect, it } from "vitest";
import { type CapturedRequest, noContents } from "../store/captured.js";
import type { Moment } from "../wire.js";
import { replyMoments } from "./reply-moments.js";

const at = 1_000;
const redactor = createRedactor([]);
const text = (words: string, index = 0) => ({
  type: "delta",
  index,
  delta: { type: "text", text: words },
});
const json = (words: string, index = 0) => ({
  ...{ type: "delta", index, delta: { type: "arguments", json: words } },
});

/** The moments of short contents, which come at once. */
const run = (contents: CapturedRequest) =>
  runRedaction(replyMoments(contents, redactor), 0) as readonly Moment[];

/** The moments of a reply with these events. */
function momentsOf(...events: object[]) {
  const contents = noContents();
  for (const event of events) contents.events.push({ at, event: event as never });
  return run(contents);
}

describe("the moments of a reply", () => {
  const usage = { ...noUsage, input: 70, output: 9 };

  it.each<[object, string, string]>([
    [{ type: "start", model: "large", usage }, "start", "large, 70 input tokens (none)"],
    [{ type: "open", index: 1, block: { type: "text" } }, "open", "block 1: text"],
    [
      { type: "open", index: 1, block: { type: "redacted_thinking" } },
      "open",
      "block 1: redacted thinking",
    ],
    [
      { type: "open", index: 2, block: { type: "tool_call", name: "zoom" } },
      "open",
      "block 2: tool call zoom",
    ],
    [{ type: "close", index: 2 }, "close", "block 2"],
    [
      { type: "usage", usage: { input: 70, cacheRead: 0, output: 9 } },
      "usage",
      "input 70, output 9",
    ],
    [{ type: "stop", reason: "end" }, "stop", "end"],
    [
      { type: "stop", reason: "stop_sequence", sequence: "END", native: "stop" },
      "stop",
      "stop_sequence, END, stop",
    ],
    [{ type: "end", usage }, "end", "70 in, 9 out (none)"],
    [{ type: "delta", index: 0, delta: { type: "signature" } }, "delta", "signature"],
  ])("say what an event says: %j", (event, label, detail) => {
    expect(momentsOf(event)).toEqual([{ at, kind: "event", label, detail }]);
  });

  it("belong together if they are pieces of one block, of one choice", () => {
    const groups = (...events: object[]) => momentsOf(...events).map(({ group }) => group);
    expect(groups(text("a"), json("{", 1))).toEqual(["text, block 0", "arguments, block 1"]);
    const choices = [0, 1].map((choice) => ({ choice, event: text("a") }));
    expect(groups(...choices)).toEqual(["text, block 0", "text, block 0, 1"]);
    expect(momentsOf(...choices).map(({ label }) => label)).toEqual([
      ...["delta of choice 0", "delta of choice 1"],
    ]);
  });

  it("show no secret, whether it stands in one piece or is cut over several", () => {
    const details = (...events: object[]) => momentsOf(...events).map(({ detail }) => detail);
    expect(details(text("the key sk-li"), text("ve-4f9a8b7c6d5e"), text(", so"))).toEqual([
      ...["the key [redacted]", "", ", so"],
    ]);
    expect(details(text("sk-li"), text("ve-4f9a8b7c6d5e", 1))).toEqual([
      "sk-li",
      "ve-4f9a8b7c6d5e",
    ]);
    expect(details({ type: "stop", reason: "end", sequence: "sk-live-4f9a8b7c6d5e" })).toEqual([
      "end, [redacted]",
    ]);
  });

  it("show the beginning of a long text", () => {
    expect(momentsOf(text("a".repeat(401)))[0]?.detail).toBe("a".repeat(400));
  });
});

describe("the moments of a relayed reply", () => {
  const body = (...sizes: number[]) => ({
    blocks: sizes.map((size) => ({ at, size, bytes: new Uint8Array() })),
    size: 0,
  });
  const answer = (...sizes: number[]) =>
    ({ at, status: 200, headers: [], body: body(...sizes) }) as never;
  const bytes = (detail: string) => ({ at, kind: "block", label: "bytes", detail, group: "bytes" });
  const upstream = (...sizes: number[]) => ({
    ...{ at, url: "https://vendor.example", request: body(), answer: answer(...sizes) },
  });

  it("are the blocks of the last upstream's answer, or of our own", () => {
    const contents = noContents() as CapturedRequest;
    expect(run(contents)).toEqual([]);
    contents.answer = answer(3);
    expect(run(contents)).toEqual([bytes("3 bytes")]);
    contents.upstreams.set("one", upstream(1) as never);
    contents.upstreams.set("two", upstream(7, 8) as never);
    expect(run(contents)).toEqual([bytes("7 bytes"), bytes("8 bytes")]);
    contents.upstreams.set("three", upstream(9) as never);
    expect(run(contents)).toEqual([bytes("9 bytes")]);
    contents.upstreams.set("four", { ...upstream(), answer: undefined } as never);
    expect(run(contents)).toEqual([bytes("3 bytes")]);
  });
});
