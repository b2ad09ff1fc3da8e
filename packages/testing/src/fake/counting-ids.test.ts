import { expect, it } from "vitest";
import { createCountingIds } from "./counting-ids.js";

it("counts up, each prefix for itself", () => {
  const ids = createCountingIds();
  expect([ids.create("msg_", 4), ids.create("msg_", 4), ids.create("req_", 3)]).toEqual([
    "msg_1112",
    "msg_1113",
    "req_112",
  ]);
});

it("makes ids of the length and alphabet that are asked for, and none twice", () => {
  const ids = createCountingIds();
  const made = Array.from({ length: 4_000 }, () => ids.create("x", 3));
  expect(new Set(made).size).toBe(4_000);
  for (const id of made) expect(id).toMatch(/^x[1-9A-HJ-NP-Za-km-z]{3}$/);
});
