import { describe, expect, it } from "vitest";
import { arrange, call, result, text, turn } from "./__fixtures__/history.js";

const asking = turn("assistant", "so", call("a"), call("b"));

describe("a history whose calls and results match", () => {
  it("stays unchanged, and nothing is reported", () => {
    const turns = [
      turn("user", "hi"),
      asking,
      turn("user", result("a", "1"), result("b", "2"), "go on"),
      turn("assistant", "done"),
    ];
    const { turns: arranged, notes, hoisted, callerIds } = arrange(turns);
    expect(arranged).toMatchObject(turns);
    expect([notes, hoisted, [...callerIds]]).toEqual([[], [], []]);
  });

  it("gets its results in the order of the calls, which is not a change of content", () => {
    const { said, notes } = arrange([asking, turn("user", result("b", "2"), result("a", "1"))]);
    expect(said[1]).toEqual(["user", "result a: 1", "result b: 2"]);
    expect(notes).toEqual([]);
  });

  it("may have its results in several turns, which become one, including their members", () => {
    const first = { ...turn("user", result("a", "1")), extra: { x: 1 } };
    const second = { ...turn("user", result("b", "2")), extra: { y: 2 } };
    const { turns, said, notes } = arrange([asking, first, second]);
    expect(said.slice(1)).toEqual([["user", "result a: 1", "result b: 2"]]);
    expect(turns[1]?.extra).toEqual({ x: 1, y: 2 });
    expect(notes).toEqual([]);
  });

  it("is not changed itself", () => {
    const turns = [asking, turn("user", "wait", result("b", "2")), turn("user", result("a", "1"))];
    const before = JSON.stringify(turns);
    arrange(turns, { repair: true, joinsNeighbours: true });
    expect(JSON.stringify(turns)).toBe(before);
  });
});

describe("a result that does not directly follow its call", () => {
  const late = "late /result-2";

  it("moves from after the user's words to directly after the call; the words stay, and it is reported", () => {
    const { said, notes } = arrange([
      asking,
      turn("user", result("a", "1"), "wait", result("b", "2")),
    ]);
    expect(said[1]).toEqual(["user", "result a: 1", "result b: 2", "wait"]);
    expect(notes).toEqual([late]);
  });

  it("moves there from after instructions, even if they are allowed in that place", () => {
    const turns = [
      asking,
      turn("system", "mind"),
      turn("user", result("a", "1"), result("b", "2")),
    ];
    const { said, notes } = arrange(turns, { lateSystem: "after_user" });
    expect(said.slice(1)).toEqual([
      ["user", "result a: 1", "result b: 2"],
      ["system", "mind"],
    ]);
    expect(notes).toEqual(["late /result-1", late]);
  });

  it("moves without the rest of its turn, but with the members of a turn that becomes empty", () => {
    const third = { ...turn("user", result("b", "2")), extra: { z: 3 } };
    const turns = [asking, turn("user", result("a", "1"), "x"), turn("system", "s"), third];
    const { turns: arranged, said } = arrange(turns, { lateSystem: "anywhere" });
    expect(said.slice(1)).toEqual([
      ["user", "result a: 1", "result b: 2", "x"],
      ["system", "s"],
    ]);
    expect(arranged[1]?.extra).toEqual({ z: 3 });
  });

  it("is refused if all loss is refused", () => {
    const turns = [asking, turn("user", result("a", "1"), "wait", result("b", "2"))];
    expect(arrange(turns, {}, { default: "strict" }).notes).toEqual([`refused: ${late}`]);
  });

  it("answers nothing once the assistant has spoken again", () => {
    const turns = [
      turn("assistant", call("a")),
      turn("user", "wait"),
      turn("assistant", "ok"),
      turn("user", result("a", "1")),
    ];
    expect(arrange(turns).notes).toEqual(["refused: missing /a", "refused: orphan /result-1"]);
    const { said, notes } = arrange(turns, { repair: true });
    expect(said.slice(1)).toEqual([
      ["user", "result a: This call has no result.", "wait"],
      ["assistant", "ok"],
      ["user", "1"],
    ]);
    expect(notes).toEqual(["missing repaired /a", "orphan repaired /result-1"]);
  });
});

describe("a call without a result", () => {
  it("is refused, each one separately", () => {
    expect(arrange([asking]).notes).toEqual(["refused: missing /a", "refused: missing /b"]);
    expect(arrange([asking, turn("user", result("b", "2"))]).notes).toEqual([
      "refused: missing /a",
    ]);
  });

  it("gets an error as its result if the history is repaired, even at the end", () => {
    const { turns, notes } = arrange([asking, turn("user", result("b", "2"), "x")], {
      repair: true,
    });
    expect(turns[1]?.blocks).toMatchObject([
      { callId: "a", content: [{ text: "This call has no result." }], isError: true },
      { callId: "b" },
      { text: "x" },
    ]);
    expect(notes).toEqual(["missing repaired /a"]);
    expect(arrange([asking], { repair: true }).said[1]?.[0]).toBe("user");
  });

  it("gets it in a separate turn if instructions or the assistant follow", () => {
    const turns = [turn("assistant", call("a")), turn("system", "s"), turn("assistant", "b")];
    const { said } = arrange(turns, { repair: true, lateSystem: "after_user" });
    expect(said.map(([role]) => role)).toEqual(["assistant", "user", "system", "assistant"]);
  });
});

describe("a result without a call", () => {
  const turns = [turn("user", result("x", "lost"), "hi"), asking];
  const [orphans] = turns;

  it("is refused at the place of its id, if that is known", () => {
    expect(arrange(orphans ? [orphans] : []).notes).toEqual(["refused: orphan /result-lost"]);
    const placed = result("x", "lost", { places: { callId: "/id" } });
    expect(arrange([turn("user", placed)]).notes).toEqual(["refused: orphan /id"]);
  });

  it("becomes text of the user if the history is repaired, with its failure and its cache control", () => {
    const cache = { type: "ephemeral" } as const;
    const failed = result("x", "boom", { isError: true, cache, places: { cache: "/cache" } });
    const silent = result("y", "", { isError: true, content: [] });
    const { turns: repaired } = arrange([turn("user", failed, silent)], { repair: true });
    expect(repaired[0]?.blocks).toMatchObject([
      { text: "[tool error] boom", cache, places: { cache: "/cache" } },
      { text: "[tool error]" },
    ]);
  });
});

describe("a second result of a call", () => {
  const turns = [turn("assistant", call("a")), turn("user", result("a", "1"), result("a", "2"))];

  it("is refused, or omitted if the history is repaired; the first one counts", () => {
    expect(arrange(turns).notes).toEqual(["refused: repeated /result-2"]);
    const { said, notes } = arrange(turns, { repair: true });
    expect(said[1]).toEqual(["user", "result a: 1"]);
    expect(notes).toEqual(["repeated repaired /result-2"]);
  });
});

describe("ids of calls", () => {
  it("become legal in the same way for calls and results; the caller's ids are still known", () => {
    const turns = [turn("assistant", call("F:0")), turn("user", result("F:0", "1"))];
    const { said, notes, callerIds } = arrange(turns);
    const [id = "", callerId] = [...callerIds][0] ?? [];
    expect([id, callerId]).toEqual([expect.stringMatching(/^F0_[a-z0-9]{8}$/), "F:0"]);
    expect(said).toEqual([
      ["assistant", `call ${id}`],
      ["user", `result ${id}: 1`],
    ]);
    expect(notes).toEqual(["new id /F:0/id"]);
  });

  it("that are repeated become different; results belong to them in order", () => {
    const twice = turn("assistant", call("a"), call("a"));
    const { said, notes } = arrange([
      twice,
      turn("user", result("a", "1"), result("a", "2")),
      turn("assistant", call("a")),
      turn("user", result("a", "3")),
    ]);
    expect(said).toEqual([
      ["assistant", "call a", "call a_2"],
      ["user", "result a: 1", "result a_2: 2"],
      ["assistant", "call a_3"],
      ["user", "result a_3: 3"],
    ]);
    expect(notes).toEqual(["new id /a/id", "new id /a/id"]);
  });
});

describe("blocks that only look like calls and results", () => {
  it("stay where they are: calls of the user, results of others", () => {
    const turns = [turn("user", call("a")), turn("assistant", result("a", "1"))];
    const { said, notes } = arrange(turns);
    expect(said).toEqual([
      ["user", "call a"],
      ["assistant", "result a: 1"],
    ]);
    expect(notes).toEqual([]);
  });
});

describe("consecutive turns of one role", () => {
  it("become one; those of different speakers do not", () => {
    const named = { ...turn("user", "c"), name: "ann" };
    const { said } = arrange([turn("user", "a"), turn("user", text("b", "/b")), named]);
    expect(said).toEqual([
      ["user", "a", "b"],
      ["user", "c"],
    ]);
  });

  it("become one even if what was between them was removed", () => {
    const turns = [turn("assistant", "a"), turn("user", result("x", "1")), turn("assistant", "b")];
    expect(arrange(turns).said).toEqual([["assistant", "a", "b"]]);
  });
});
