import { describe, expect, it } from "vitest";
import { hashUserId } from "./user-hash.js";

describe("hashUserId", () => {
  it("gives an id the same 64 characters every time", () => {
    expect(hashUserId("ann@example.com")).toMatch(/^[a-z0-9]{64}$/);
    expect(hashUserId("ann@example.com")).toBe(hashUserId("ann@example.com"));
  });

  it("distinguishes many users in either half of the hash", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `user${index}@example.com`);
    const hashed = ids.map(hashUserId);
    expect(new Set(hashed.map((hash) => hash.slice(0, 32))).size).toBe(ids.length);
    expect(new Set(hashed.map((hash) => hash.slice(32))).size).toBe(ids.length);
  });
});
