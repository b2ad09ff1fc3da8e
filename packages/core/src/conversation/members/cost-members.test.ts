import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../json/value.js";
import { createReceipt } from "../receipt/receipt.js";
import { judgeCost, limitCost } from "./cost-members.js";

const cost = { limitField: "max_tokens", maxTokens: 100, choices: 2 };

/** What is sent of a body, or the places of what is refused. */
function limit(body: JsonObject, change: object = {}): JsonObject | readonly unknown[] {
  const receipt = createReceipt();
  const sent = limitCost(body, { ...cost, ...change }, receipt);
  try {
    receipt.assertAccepted();
    return sent;
  } catch (error) {
    return (error as { problems: readonly { at: string }[] }).problems.map(({ at }) => at);
  }
}

describe("the cost of a reply", () => {
  it("adds the limit to a body without one", () => {
    expect(limit({ model: "m" })).toEqual({ model: "m", max_tokens: 100 });
  });

  it.each([
    "max_completion_tokens",
    "max_output_tokens",
    "max_new_tokens",
    "max_tokens_to_sample",
    "max_gen_len",
    "max_length",
    "n_predict",
    "num_predict",
    "MAX_TOKENS",
    "maxTokens",
    "max_to\u212aens",
    "max_token\u017f",
  ])("has one limit, however high %s is", (name) => {
    expect(limit({ max_tokens: 100, [name]: 100_000 })).toEqual({ max_tokens: 100 });
    expect(limit({ [name]: 100_000 })).toEqual({ max_tokens: 100 });
  });

  it("has the lower limit that a caller sets under a name of the server", () => {
    expect(limit({ n_predict: 7, num_predict: 9 })).toEqual({ max_tokens: 7 });
    expect(limit({ n_predict: -1 })).toEqual({ max_tokens: 100 });
    expect(limit({ n_predict: "7" })).toEqual({ max_tokens: 100 });
  });

  it("has the limit under the name that the upstream reads", () => {
    expect(limit({ max_tokens: 100 }, { limitField: "max_completion_tokens" })).toEqual({
      max_completion_tokens: 100,
    });
  });

  it.each(["best_of", "num_return_sequences", "num_beams", "beam_width", "candidateCount", "N"])(
    "is not multiplied by %s beyond the choices that are reserved",
    (name) => {
      expect(limit({ [name]: 3 })).toEqual([`/${name}`]);
      expect(limit({ [name]: "2" })).toEqual([`/${name}`]);
      expect(limit({ [name]: 2 })).toEqual({ [name]: 2, max_tokens: 100 });
      expect(limit({ [name]: null })).toEqual({ [name]: null, max_tokens: 100 });
    },
  );

  it("is not changed by the name of another model", () => {
    expect(limit({ model: "m", Model: "dear" })).toEqual(["/Model"]);
    expect(limit({ models: ["dear"] }, { pricing: {} })).toEqual(["/models"]);
    expect(limit({ models: ["dear"] })).toEqual({ models: ["dear"], max_tokens: 100 });
  });

  it("is not changed by a member that the upstream's capabilities name", () => {
    const turbo = { costMembers: ["turbo"] };
    expect(limit({ turbo: "on" }, turbo)).toEqual(["/turbo"]);
    expect(limit({ turbo: null }, turbo)).toEqual({ turbo: null, max_tokens: 100 });
    expect(limit({ turbo: "on" })).toEqual({ turbo: "on", max_tokens: 100 });
    const accepts = { turbo: { on: 3 } };
    expect(limit({ turbo: "on" }, { ...turbo, pricing: { accepts } })).toEqual({
      turbo: "on",
      max_tokens: 100,
    });
  });

  it("notes which limits were not sent", () => {
    const receipt = createReceipt();
    judgeCost({ max_completion_tokens: 5, n_predict: null, max_tokens: 5 }, cost, receipt);
    expect(receipt.entries).toMatchObject([
      { code: "reshaped", at: "/max_completion_tokens", to: "max_tokens" },
    ]);
  });
});
