import type { InProcessRequest, ModelYield } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { toCutters } from "./cut-pieces.js";
import type { ChoiceTurn } from "./turn.js";
import { toTurnFunction } from "./turn-pieces.js";

/** What a turn yields. */
async function yieldsOf(
  turn: ChoiceTurn,
  pieces: Parameters<typeof toCutters>[0] = "whole",
): Promise<ModelYield[]> {
  const say = toTurnFunction(turn, toCutters(pieces));
  const yields: ModelYield[] = [];
  for await (const piece of say({} as InProcessRequest)) yields.push(piece);
  return yields;
}

describe("a turn yields", () => {
  it("its usage first, then what is said in the order of its members, and why it stops", async () => {
    const usage = { input: 1, output: 2 } as never;
    const turn = { stop: "refusal", refusal: "No.", text: "Hi", thinking: "Hm.", usage } as const;
    const yields = await yieldsOf({ ...turn, toolCalls: [{ name: "clock" }] });
    expect(yields).toMatchObject([
      { type: "usage", usage },
      { type: "thinking", text: "Hm." },
      "Hi",
      { type: "tool_call_start", name: "clock" },
      { type: "tool_call_arguments", json: "{}" },
      { type: "refusal", text: "No." },
      { type: "stop", reason: "refusal" },
    ]);
  });

  it.each([
    ["an object as JSON", { city: "Oslo" }, '{"city":"Oslo"}'],
    ["a text as it is, broken or not", '{"city":', '{"city":'],
    ["an empty object without any", undefined, "{}"],
  ])("arguments of a call: %s", async (_what, given, json) => {
    const yields = await yieldsOf({ toolCalls: [{ name: "weather", arguments: given }] });
    expect(yields.slice(1)).toMatchObject([{ type: "tool_call_arguments", json }]);
  });

  it("a stop sequence as the reason, with its text", async () => {
    const yields = await yieldsOf({ text: "Hi", stop: "end", stopSequence: "END" });
    expect(yields.at(-1)).toMatchObject({
      ...{ type: "stop", reason: "stop_sequence", sequence: "END" },
    });
  });

  it("a text in its tokens where their probabilities are given, however texts are cut", async () => {
    const logprobs = ["He", "llo"].map((token) => ({ token, logprob: -1 }));
    const yields = await yieldsOf({ text: "Hello", logprobs }, 1);
    expect(yields).toMatchObject([
      { type: "text", text: "He", logprobs: [{ token: "He" }] },
      { type: "text", text: "llo", logprobs: [{ token: "llo" }] },
    ]);
  });

  it("a refusal whole where it has the probabilities of its tokens, and else cut as texts are", async () => {
    const piece = { type: "refusal", text: "No way." } as const;
    const logprobs = [{ token: "No way.", logprob: -1 }];
    expect(await yieldsOf([{ ...piece, logprobs }], "words")).toEqual([{ ...piece, logprobs }]);
    expect(await yieldsOf([piece], "words")).toMatchObject([{ text: "No" }, { text: " way." }]);
  });

  it("what its own generator yields", async () => {
    const yields = await yieldsOf(async function* () {
      yield "as it is";
    }, 2);
    expect(yields).toEqual(["as it is"]);
  });
});
