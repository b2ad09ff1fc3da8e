import { expect, it } from "vitest";
import { createScript } from "./script.js";

const scripts = Array.from({ length: 2_000 }, (_, number) => createScript(3, number));
const share = (holds: (script: (typeof scripts)[number]) => boolean) =>
  scripts.filter(holds).length / scripts.length;

it("scripts are the same for the same seed and number, and others for another", () => {
  expect(createScript(3, 7)).toEqual(scripts[7]);
  expect(createScript(4, 7)).not.toEqual(scripts[7]);
  expect({ ...createScript(3, 8), number: 7 }).not.toEqual(scripts[7]);
});

it("scripts use every account, model, format, end and caller", () => {
  const kinds = (kind: (script: (typeof scripts)[number]) => unknown) =>
    new Set(scripts.map(kind)).size;
  expect(kinds(({ account }) => account)).toBe(3);
  expect(kinds(({ model, format, stream }) => `${model} ${format} ${stream}`)).toBe(12);
  expect(kinds(({ reply }) => reply)).toBe(5);
  expect(kinds(({ caller }) => caller.name)).toBe(3);
});

it("most requests of a run are paid by the rich, streamed, whole and heard to their end; few kill a process", () => {
  expect(share(({ account }) => account === "rich")).toBeCloseTo(0.6, 1);
  expect(share(({ stream }) => stream)).toBeCloseTo(0.7, 1);
  expect(share(({ reply }) => reply === "complete")).toBeCloseTo(0.59, 1);
  expect(share(({ caller }) => caller.name === "stay")).toBeCloseTo(0.64, 1);
  expect(share(({ killsProcess }) => killsProcess)).toBeCloseTo(0.015, 2);
});

it("a script says something, in pieces that are not far from each other", () => {
  for (const { pieces, pace } of scripts) {
    expect(pieces >= 1 && pieces <= 20 && pace >= 0 && pace <= 4).toBe(true);
  }
});
