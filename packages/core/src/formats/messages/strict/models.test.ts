import { describe, expect, it } from "vitest";
import type { Capabilities } from "../../../models/model.js";
import { createStrictProfile, type StrictOptions } from "../../strict.js";
import { bodyOf, modelOf, parse, refusal, settingsOf } from "../__fixtures__/make.js";
import { checkSupport } from "../validate/model-support.js";

const both = bodyOf({ temperature: 0.5, top_p: 0.5 });
const together =
  "`temperature` and `top_p` cannot both be specified for this model. Please use only one.";

function refuse(
  body: unknown,
  models: StrictOptions["models"] = { m: { oneSamplingParameter: true } },
  capabilities: Partial<Capabilities> = {},
): string | undefined {
  const settings = settingsOf(createStrictProfile({ models }));
  return refusal(() => checkSupport(parse(body), modelOf(capabilities), settings));
}

describe("a strict profile with models, asked in Messages", () => {
  it("refuses two sampling parameters of a model that takes one at a time", () => {
    expect(refuse(both)).toBe(together);
    expect(refuse(bodyOf({ temperature: 0.5, top_k: 5 }))).toBeUndefined();
    expect(refuse(bodyOf({ temperature: 0.5, top_p: null }))).toBeUndefined();
  });

  it("refuses them whether or not their values change anything", () => {
    const noSampling = { sampling: [] };
    const model = { m: { oneSamplingParameter: true } };
    expect(refuse(bodyOf({ temperature: 1, top_p: 1 }), model, noSampling)).toBe(together);
  });

  it("applies to models by their ids, and refuses nothing for others", () => {
    expect(refuse(both, { other: { oneSamplingParameter: true } })).toBeUndefined();
    expect(refuse(both, { m: { oneSamplingParameter: false } })).toBeUndefined();
    expect(refuse(both, { m: {} })).toBeUndefined();
  });

  it("runs after the check of the token limit and before that of other sampling parameters", () => {
    const model = { m: { oneSamplingParameter: true } };
    const long = { ...both, max_tokens: 99 };
    expect(refuse(long, model, { maxOutputTokens: 50 })).toMatch(/^max_tokens: 99 > 50/);
    expect(refuse(both, model, { sampling: [] })).toBe(together);
  });
});
