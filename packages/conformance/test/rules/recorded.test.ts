import { createFake, type FakeOptions } from "@diglot/testing";
import { type ProfileName, rules, type SampleRequest, toRequest } from "@diglot/testing/rules";
import { describe, expect, it } from "vitest";
import { recordedRefusals, recordedRequests, unfollowedRecordings } from "./recorded-answers.js";

/** What the strict profile answers. */
async function answerTo(profile: ProfileName, sample: SampleRequest, options: FakeOptions = {}) {
  const fake = createFake(options).otherwise(async function* () {
    yield "Hello.";
  });
  const response = await fake.fetch(toRequest(profile, sample));
  const { error } = await response.json();
  return { status: response.status, error };
}

describe("the real service's recorded refusal, word by word, is that of", () => {
  it.each(recordedRefusals)("$rule", async ({ rule: id, request, status, error }) => {
    const rule = rules.find((each) => each.id === id);
    if (!rule) return expect.fail("There is no such rule.");
    if (request) {
      const answer = await answerTo(rule.profile, request, rule.options);
      return expect(answer).toEqual({ status, error });
    }
    const { message, ...refusal } = rule.refusal;
    expect({ status, ...error, message: undefined }).toMatchObject(refusal);
    expect(error.message).toMatch(message);
  });

  it("every rule that names a recording, and of no other", () => {
    const marked = rules.filter(({ source }) => source.evidence.includes("recorded-answer"));
    const recorded = recordedRefusals.map(({ rule }) => rule);
    expect(recorded.sort()).toEqual(marked.map(({ id }) => id).sort());
  });
});

describe("the strict profile takes what the real service was recorded to take:", () => {
  it.each(recordedRequests)("$what", async ({ profile, request }) => {
    expect(await answerTo(profile, request)).toEqual({ status: 200, error: undefined });
  });
});

describe("the strict profile does not follow the recording of", () => {
  it.each(unfollowedRecordings)("$what: $reason", async ({ profile, request, refusedWith }) => {
    const { error } = await answerTo(profile, request);
    expect(error.message).toBe(refusedWith);
  });
});
