import { describe, expect, it } from "vitest";
import { readUsage } from "./read-usage.js";

describe("the usage of a reply", () => {
  it.each([
    ["of OpenAI", { usage: { prompt_tokens: 7, total_tokens: 7 } }, { input: 7 }],
    [
      "of completions",
      { usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 } },
      { input: 7, output: 2 },
    ],
    [
      "with a cache",
      { usage: { prompt_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } } },
      { input: 4, cacheRead: 3 },
    ],
    ["of Jina and Voyage, a total", { usage: { total_tokens: 5 } }, { input: 5 }],
    ["of images", { usage: { input_tokens: 5, output_tokens: 100 } }, { input: 5, output: 100 }],
    ["of Cohere, billed", { meta: { billed_units: { input_tokens: 6 } } }, { input: 6 }],
    [
      "of Cohere, in search units",
      { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 9 } } },
      { input: 9 },
    ],
    ["with what is no count", { usage: { prompt_tokens: "7", output_tokens: -1 } }, {}],
  ])("%s is read", (_name, body, counts) => {
    const raw = "usage" in body ? body.usage : body.meta;
    expect(readUsage(body)).toEqual({ counts, final: true, raw });
  });

  it.each([[undefined], [null], ["text"], [[]], [{}], [{ usage: null }]])(
    "is unknown in %j",
    (body) => {
      expect(readUsage(body)).toEqual({ counts: {}, final: false, raw: undefined });
    },
  );

  it("has the tier that the reply names", () => {
    expect(readUsage({ usage: {}, service_tier: "flex" })).toMatchObject({ serviceTier: "flex" });
  });
});
