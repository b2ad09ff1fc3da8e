import { describe, expect, it } from "vitest";
import { createStrictProfile, strict } from "./strict.js";

describe("createStrictProfile", () => {
  it("is frozen and has the rules for requests, and those for models if any are given", () => {
    const refuses = { max_tokens: "unsupported" } as const;
    const profile = createStrictProfile({ models: { "gpt-5": { refuses } } });
    for (const format of ["messages", "chatCompletions"] as const) {
      expect(profile[format].requests).toBe(strict[format].requests);
      expect(profile[format].models).toBeDefined();
      expect(strict[format].requests).toBeDefined();
      expect(strict[format].models).toBeUndefined();
    }
    expect([Object.isFrozen(strict), Object.isFrozen(profile)]).toEqual([true, true]);
  });

  it("leaves out the rules for requests if only models are checked", () => {
    const profile = createStrictProfile({ models: {}, modelsOnly: true });
    for (const format of ["messages", "chatCompletions"] as const) {
      expect(Object.keys(profile[format])).toEqual(["models"]);
    }
  });
});
