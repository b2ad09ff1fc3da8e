import { describe, expect, it } from "vitest";
import { checkOptions } from "../../validation/check-options.js";
import { checkKeyLimit, checkOverlap, validNewKey } from "./check-key.js";
import type { NewKey } from "./key-store.js";

const complete: NewKey = {
  accountId: "team",
  id: "key-1",
  name: "Ada's notebook",
  models: ["small", "org/large"],
  limits: { requestsPerMinute: 60, concurrentRequests: 2 },
  expiresAt: 1_800_000_000_000,
  secret: "sk-12345",
};

const checkNewKey = (key: NewKey) => checkOptions("issue", key, validNewKey);

describe("a new key", () => {
  it("accepts a key with every member, and one with an account only", () => {
    expect(() => checkNewKey(complete)).not.toThrow();
    expect(() => checkNewKey({ accountId: "team" })).not.toThrow();
    expect(() => checkNewKey({ accountId: "团队/😀 ' --", models: "all" })).not.toThrow();
  });

  const faults: readonly (readonly [string, unknown])[] = [
    ["accountId", undefined],
    ["accountId", ""],
    ["accountId", ".."],
    ["accountId", "a\nb"],
    ["accountId", "\ud800"],
    ["accountId", "a".repeat(256)],
    ["id", 7],
    ["id", "nul\0"],
    ["name", "a\u001bb"],
    ["models", "small"],
    ["models", [""]],
    ["models", [1]],
    ["limits", 5],
    ["limits", { requestsPerMinute: 0 }],
    ["limits", { requestsPerMinute: 1.5 }],
    ["limits", { requestsPerMinute: Number.POSITIVE_INFINITY }],
    ["limits", { requests: 5 }],
    ["expiresAt", 0],
    ["expiresAt", Number.NaN],
    ["expiresAt", 1e16],
    ["secret", "1234567"],
    ["secret", "with a space"],
    ["secret", "пароль-値"],
  ];

  it.each(faults)("names the field when %s is %j", (field, value) => {
    const wrong = { ...complete, [field]: value } as NewKey;
    expect(() => checkNewKey(wrong)).toThrow(TypeError);
    expect(() => checkNewKey(wrong)).toThrow(field);
  });

  it("never shows a secret", () => {
    expect(() => checkNewKey({ ...complete, secret: "canary\n1" })).not.toThrow("canary");
  });
});

describe("checkOverlap", () => {
  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d", (overlap) => {
    expect(() => checkOverlap(overlap)).toThrow(TypeError);
  });

  it("takes 0 and more", () => {
    expect(() => checkOverlap(0)).not.toThrow();
    expect(() => checkOverlap(86_400_000)).not.toThrow();
  });
});

describe("checkKeyLimit", () => {
  it("is 100 unless it is set, from 1 to 1,000", () => {
    expect([checkKeyLimit(), checkKeyLimit(1), checkKeyLimit(1_000)]).toEqual([100, 1, 1_000]);
    for (const limit of [0, 1_001, 1.5, Number.NaN]) {
      expect(() => checkKeyLimit(limit)).toThrow("limit");
    }
  });
});
