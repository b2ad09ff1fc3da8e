import { refusal, stop, thinking, toolCall, usage } from "@diglot/core";
import { expect, it } from "vitest";
import { faults } from "../../faults/faults.js";
import { describeTurn } from "./describe-turn.js";
import type { Turn } from "./turn.js";

async function* greet() {
  yield "Hi";
}

it.each<[Turn, string]>([
  ["Hi", 'text "Hi"'],
  [greet, "the generator greet"],
  [
    [thinking("Hm."), refusal("No."), toolCall({ name: "look" }), usage({ input: 1 }), stop("end")],
    'thinking "Hm.", refusal "No.", call of look, usage, stop',
  ],
  [[], "an empty reply"],
  [{}, "an empty reply"],
  [{ thinking: "Hm.", text: "Hi", refusal: "No." }, 'thinking "Hm.", text "Hi", refusal "No."'],
  [
    { toolCalls: [{ name: "look" }, { name: "see" }], stop: "max_tokens" },
    "call of look, call of see, stop max_tokens",
  ],
  [{ pieces: ["Hi"] }, 'text "Hi"'],
  [{ choices: ["a", { text: "b" }] }, 'choice 0: text "a", choice 1: text "b"'],
  [{ fault: faults.timeout() }, "fault silence"],
  [
    { text: "Hi", fault: [faults.noTerminal(), faults.splitLines()] },
    'text "Hi", fault no_terminal, fault chunks',
  ],
])("a turn is described in one line: %o", (turn, line) => {
  expect(describeTurn(turn)).toBe(line);
});

it("a turn of many pieces is described by its first six, and a generator without a name as one", () => {
  const pieces = Array.from("abcdefg");
  const six = pieces.slice(0, 6).map((piece) => `text "${piece}"`);
  expect(describeTurn(pieces)).toBe([...six, "…"].join(", "));
  expect(describeTurn(pieces.slice(0, 6))).toBe(six.join(", "));
  expect(describeTurn((() => async function* () {})())).toBe("the generator without a name");
});
