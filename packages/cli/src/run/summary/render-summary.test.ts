import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { renderSummary } from "./render-summary.js";
import type { Summary } from "./summary.js";

const summary: Summary = {
  milliseconds: 1_200,
  arrived: 1,
  requests: 1,
  models: [{ model: "coder", count: 1 }],
  usage: { input: 10, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 3, reasoning: 0 },
  costNanoDollars: 0,
  failures: [],
  problems: [],
  losses: [],
};

const render = (changes: Partial<Summary>) =>
  renderSummary({ ...summary, ...changes }, new PassThrough());

describe("renderSummary", () => {
  it("is one line if nothing has failed and nothing was lost", () => {
    expect(render({})).toBe("Diglot: 1 request to coder in 1.2 s; 10 tokens in, 3 out.\n");
  });

  it("says that the tool may have gone elsewhere if no request has arrived", () => {
    expect(render({ arrived: 0, requests: 0 })).toMatch(
      /^Diglot: no request has arrived in 1\.2 s\. The tool may have gone to its vendor: /,
    );
    expect(render({ requests: 0 })).toBe("Diglot: no request to a model in 1.2 s.\n");
  });

  it("says what was read from a cache, and what it costs", () => {
    const usage = { ...summary.usage, cacheRead: 90 };
    const models = [
      { model: "coder", count: 2 },
      { model: "backup", count: 1 },
    ];
    expect(render({ requests: 3, models, usage, costNanoDollars: 12_300_000 })).toBe(
      "Diglot: 3 requests to coder, backup in 1.2 s; 100 tokens in, 90 of them cached, 3 out; $0.0123.\n",
    );
  });

  it("names the causes of failures, and where they come from", () => {
    const text = render({
      failures: [
        { count: 2, status: 502, model: "coder", upstream: "http://host/v1", message: "No." },
        { count: 1, status: 404, message: "Nothing answers POST /x." },
      ],
      problems: [{ count: 1, message: "The store has failed. Disk full." }],
    });
    expect(text.split("\n").slice(1)).toEqual([
      "Failed:",
      "  2 × 502 coder at http://host/v1: No.",
      "  1 × 404: Nothing answers POST /x.",
      "Failed in the background:",
      "  1 × The store has failed. Disk full.",
      "",
    ]);
  });

  it("says which losses are of the reply", () => {
    const loss = { code: "dropped", field: "thinking.signature", reason: "No place." } as const;
    const text = render({ losses: [{ ...loss, count: 4, direction: "reply" }] });
    expect(text).toContain("\n  4 × dropped thinking.signature of the reply: No place.\n");
  });

  it("shows a limited number of kinds", () => {
    const problems = Array.from({ length: 15 }, (_, index) => ({ count: 1, message: `${index}.` }));
    const lines = render({ problems }).split("\n");
    expect(lines).toHaveLength(16);
    expect(lines.at(-2)).toBe("  and 3 more kinds");
  });
});
