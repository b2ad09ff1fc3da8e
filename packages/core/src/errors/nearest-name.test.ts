import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.js";

const known = ["account_id", "after", "limit", "group_by"];

describe("nearestName", () => {
  it.each([
    ["acount_id", "account_id"],
    ["accountId", "account_id"],
    ["LIMIT", "limit"],
    ["limti", "limit"],
    ["limits", "limit"],
    ["groupby", "group_by"],
  ])("takes %s for %s", (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });

  it.each(["", "x", "page", "cursor", "a".repeat(100_000)])("takes %.9s for none", (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  });

  it("prefers the nearest, and of several equally near the first", () => {
    expect(nearestName("large-2", ["large-1", "large", "large-3"])).toBe("large-1");
    expect(nearestName("large-33", ["large-1", "large", "large-3"])).toBe("large-3");
  });
});
