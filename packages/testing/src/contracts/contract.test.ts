import { expect, it } from "vitest";
import { toCases } from "./contract.js";

it("a subject is closed at the end of its case, kept or not, and the case says what was wrong", async () => {
  const closed: string[] = [];
  const create = () => ({ close: async () => void closed.push("closed") });
  const [kept, broken] = toCases(create, {
    "keeps its promise": async () => undefined,
    "breaks its promise": () => Promise.reject(new Error("It is broken.")),
  });
  await kept?.run();
  expect(closed).toHaveLength(1);
  await expect(broken?.run()).rejects.toThrow("It is broken.");
  expect(closed).toHaveLength(2);
});
