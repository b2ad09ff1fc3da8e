import { describe, expect, it } from "vitest";
import { type BlockProgress, createBlockSequencer } from "./block-sequencer.js";

const text = (value: string) => ({ type: "text", text: value }) as const;
const opened = { type: "text" } as const;

describe("the sequencer of blocks", () => {
  it("writes the first part at once and makes the others wait", () => {
    const sequencer = createBlockSequencer<string>(10);
    sequencer.push("a");
    sequencer.push("b");
    const asked: [string, boolean][] = [];
    const events = sequencer.advance((part, isLast) => {
      asked.push([part, isLast]);
      return { opened, deltas: [text(part)], done: false };
    });
    expect(asked).toEqual([["a", false]]);
    expect(events).toEqual([
      { type: "open", index: 0, block: opened },
      { type: "delta", index: 0, delta: text("a") },
    ]);
    expect(sequencer.waiting()).toEqual(["a", "b"]);
  });

  it("opens a block once and closes it before the next one", () => {
    const sequencer = createBlockSequencer<BlockProgress[]>(10);
    sequencer.push([
      { opened, deltas: [], done: false },
      { opened, deltas: [text("x")], done: true },
    ]);
    sequencer.push([{ opened, deltas: [], done: true }]);
    const step = (part: BlockProgress[]) => part.shift() ?? { deltas: [], done: false };
    expect(sequencer.advance(step)).toEqual([{ type: "open", index: 0, block: opened }]);
    expect(sequencer.advance(step)).toEqual([
      { type: "delta", index: 0, delta: text("x") },
      { type: "close", index: 0 },
      { type: "open", index: 1, block: opened },
      { type: "close", index: 1 },
    ]);
    expect(sequencer.waiting()).toEqual([]);
  });

  it("drops a part that never had a block, and leaves no gap in the indexes", () => {
    const sequencer = createBlockSequencer<boolean>(10);
    sequencer.push(false);
    sequencer.push(true);
    const events = sequencer.advance((hasBlock) => ({
      opened: hasBlock ? opened : undefined,
      deltas: [],
      done: true,
    }));
    expect(events).toEqual([
      { type: "open", index: 0, block: opened },
      { type: "close", index: 0 },
    ]);
  });

  it("takes no more parts than a reply may have, those that are over included", () => {
    const sequencer = createBlockSequencer<string>(2);
    for (const part of ["a", "b"]) {
      sequencer.push(part);
      sequencer.advance(() => ({ opened, deltas: [], done: true }));
    }
    expect(() => sequencer.push("c")).toThrow("larger than its limit");
  });
});
