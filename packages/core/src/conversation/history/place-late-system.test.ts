import { describe, expect, it } from "vitest";
import { arrange, turn } from "./__fixtures__/history.js";
import { wrapLateSystem } from "./place-late-system.js";

const turns = [
  turn("user", "a"),
  turn("system", "mind"),
  turn("user", "b"),
  turn("assistant", "c"),
];
const last = [turn("user", "a"), turn("system", "mind")];

describe("instructions after the first turn", () => {
  it("stay where they are for a target that accepts them anywhere", () => {
    const { said, notes } = arrange(turns, { lateSystem: "anywhere" });
    expect(said[1]).toEqual(["system", "mind"]);
    expect(notes).toEqual([]);
  });

  it("stay between the user and the assistant or at the end for a target that accepts them there", () => {
    expect(arrange(last, { lateSystem: "after_user" }).said[1]).toEqual(["system", "mind"]);
    expect(arrange(turns, { lateSystem: "after_user" }).notes).toEqual(["wrapped /system"]);
    const first = [turn("system", "mind"), turn("assistant", "c")];
    expect(arrange(first, { lateSystem: "after_user" }).notes).toEqual(["wrapped /system"]);
  });

  it("otherwise become user text in a tag, in the same place", () => {
    const { said, notes } = arrange(turns);
    expect(said.slice(0, 3)).toEqual([
      ["user", "a"],
      ["user", wrapLateSystem("mind")],
      ["user", "b"],
    ]);
    expect(notes).toEqual(["wrapped /system"]);
  });

  it("join the adjacent turns for a target that requires alternating roles", () => {
    expect(arrange(turns, { joinsNeighbours: true }).said).toEqual([
      ["user", "a", wrapLateSystem("mind"), "b"],
      ["assistant", "c"],
    ]);
  });

  it("move to the front or are refused if the embedder chooses that", () => {
    const { said, hoisted, notes } = arrange(turns, { otherwise: "hoist", joinsNeighbours: true });
    expect(said[0]).toEqual(["user", "a", "b"]);
    expect(hoisted).toEqual(turns[1]?.blocks);
    expect(notes).toEqual(["hoisted /system"]);
    const refused = arrange(turns, { otherwise: "refuse" });
    expect(refused.notes).toEqual(["refused: refused instructions /system"]);
    expect(refused.hoisted).toEqual([]);
  });

  it("do not move if the policy refuses that", () => {
    const strict = arrange(turns, { otherwise: "hoist" }, { default: "strict" });
    expect(strict.notes).toEqual(["refused: hoisted /system"]);
    expect(strict.hoisted).toEqual([]);
  });
});
