import { describe, expect, it, vi } from "vitest";
import { reportedUsage } from "../../../test/make.js";
import type { ConversationEvent } from "../../conversation/events.js";
import type { RelayReply } from "../model.js";
import { createContentCheck, hasContent, hasContentOfChoice } from "./content.js";
import { listenToChoices, listenToEvents, listenToRelay } from "./listener.js";

const usage = reportedUsage({ input: 1, output: 1 });
const start: ConversationEvent = { type: "start", model: "m", usage };
const open: ConversationEvent = { type: "open", index: 0, block: { type: "text" } };
const close: ConversationEvent = { type: "close", index: 0 };
const content: readonly ConversationEvent[] = [
  open,
  { type: "delta", index: 0, delta: { type: "text", text: "a" } },
  { type: "stop", reason: "end" },
  { type: "end", usage },
];

const relayed = (change: Partial<RelayReply> = {}): RelayReply => ({
  ...{ kind: "relay", status: 200, headers: [], body: new Uint8Array() },
  untilContent: async () => undefined,
  ...change,
});

describe("the content of a reply", () => {
  it("begins with what it says, or with its end", () => {
    for (const event of content) {
      expect([hasContent([event]), hasContent([start, event])]).toEqual([true, true]);
      const ofChoices = [
        { choice: 0, event: start },
        { choice: 1, event },
      ];
      expect(hasContentOfChoice(ofChoices)).toBe(true);
    }
    const before = [start, { type: "usage", usage } as const];
    expect([hasContent(before), hasContent([])]).toEqual([false, false]);
    expect(hasContentOfChoice(before.map((event) => ({ choice: 0, event })))).toBe(false);
  });

  it("of a relayed reply begins when its observer says so, or with its first block", () => {
    let hasBegun = false;
    const check = createContentCheck(relayed({ hasBegun: () => hasBegun }));
    expect(check()).toBe(false);
    hasBegun = true;
    expect(check()).toBe(true);
    expect(createContentCheck(relayed())()).toBe(true);
  });
});

describe("whoever listens to a reply", () => {
  it("hears once of its first content, and of each batch", () => {
    const listener = { noteContent: vi.fn(), noteEvents: vi.fn() };
    const listen = listenToEvents(listener);
    listen([start]);
    expect(listener.noteContent).not.toHaveBeenCalled();
    listen([open]);
    listen([close]);
    listen(content);
    expect(listener.noteContent.mock.calls).toEqual([[]]);
    expect(listener.noteEvents.mock.calls).toEqual([[[start]], [[open]], [[close]], [content]]);
  });

  it("hears once of the first content of each choice, and of each batch", () => {
    const listener = { noteContent: vi.fn(), noteEvents: vi.fn() };
    const listen = listenToChoices(listener);
    const begins = [0, 1].map((choice) => ({ choice, event: start }));
    listen(begins);
    expect(listener.noteContent).not.toHaveBeenCalled();
    const opens = [1, 1, 0, 1].map((choice) => ({ choice, event: open }));
    listen(opens);
    listen(opens);
    expect(listener.noteContent.mock.calls).toEqual([[1], [0]]);
    expect(listener.noteEvents.mock.calls).toEqual([[begins], [opens], [opens]]);
  });

  it("hears once of the first content of a relayed reply", () => {
    let hasBegun = false;
    const listener = { noteContent: vi.fn() };
    const listen = listenToRelay(listener, relayed({ hasBegun: () => hasBegun }));
    listen();
    expect(listener.noteContent).not.toHaveBeenCalled();
    hasBegun = true;
    listen();
    listen();
    expect(listener.noteContent.mock.calls).toEqual([[]]);
  });

  it("need not ask for the batches", () => {
    const noteContent = vi.fn();
    listenToEvents({ noteContent })([open]);
    listenToChoices({ noteContent })([{ choice: 3, event: open }]);
    expect(noteContent.mock.calls).toEqual([[], [3]]);
  });
});
