import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Turn } from "../conversation.js";
import { arrange, call, result, turn } from "./__fixtures__/history.js";
import { callsOf, isResult } from "./results.js";

const id = fc.constantFrom("a", "b", "f:0", "");
const word = fc.constantFrom("word", "words");
const asked = fc.array(
  fc.oneof(
    id.map((one) => call(one)),
    word,
  ),
  { maxLength: 4 },
);
const said = fc.array(
  fc.oneof(
    fc.tuple(id, word).map(([one, text]) => result(one, text)),
    word,
  ),
  { maxLength: 4 },
);
const anyTurn: fc.Arbitrary<Turn> = fc.oneof(
  asked.map((blocks) => turn("assistant", ...blocks)),
  said.map((blocks) => turn("user", ...blocks)),
  word.map((text) => turn("system", text)),
);
const anyHistory = fc.array(anyTurn, { maxLength: 8 });
const anyTarget = fc.record({
  lateSystem: fc.constantFrom("anywhere", "after_user", "nowhere"),
  otherwise: fc.constantFrom("wrap", "hoist"),
  joinsNeighbours: fc.boolean(),
});

/** The ids of the results at the start of a turn. */
function answeredIn(turn: Turn | undefined): readonly string[] {
  return turn?.role === "user" ? turn.blocks.filter(isResult).map(({ callId }) => callId) : [];
}

describe("any history that is repaired", () => {
  it("has one result for each call directly after it, in the same order, and no other results", () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const { turns } = arrange(history, { ...target, repair: true });
        const calls = turns.map((one) => callsOf(one).map(({ id }) => id));
        expect(turns.slice(1).map(answeredIn)).toEqual(calls.slice(0, -1));
        expect([calls.at(-1) ?? [], answeredIn(turns[0])]).toEqual([[], []]);
        for (const { role, blocks } of turns) {
          const count = role === "user" ? blocks.filter(isResult).length : 0;
          expect(blocks.slice(0, count).every(isResult)).toBe(true);
        }
      }),
    );
  });

  it("has unique ids that the target accepts", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const ids = arrange(history, { repair: true })
          .turns.flatMap(callsOf)
          .map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const one of ids) expect(one).toMatch(/^[A-Za-z0-9_]{1,20}$/);
      }),
    );
  });

  it("needs no further repair", () => {
    fc.assert(
      fc.property(anyHistory, anyTarget, (history, target) => {
        const repaired = arrange(history, { ...target, repair: true });
        const again = arrange(repaired.turns, target);
        expect(again.notes).toEqual([]);
        expect(again.said).toEqual(arrange(repaired.turns, { ...target, repair: true }).said);
      }),
    );
  });

  it("keeps every word, except in second results", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const { said, notes } = arrange(history, { repair: true });
        const count = (text: string) => text.split("word").length - 1;
        const before = count(JSON.stringify(history.flatMap(textsOf)));
        const dropped = notes.filter((note) => note.startsWith("repeated repaired")).length;
        expect(count(JSON.stringify(said)) + dropped).toBe(before);
      }),
    );
  });
});

function textsOf({ blocks }: Turn): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === "text") return [block.text];
    return block.type === "tool_result" ? textsOf({ role: "user", blocks: block.content }) : [];
  });
}
