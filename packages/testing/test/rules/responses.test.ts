import { describe, expect, it } from "vitest";
import { createFake } from "../../src/fake/create-fake.js";
import { responsesRules } from "../../src/rules/responses/index.js";
import type { Refusal, Rule, SampleRequest } from "../../src/rules/rule.js";
import { toRequest } from "../../src/rules/sample.js";
import { expectKnownSource } from "./expect-known-source.js";

/** What the fake answers to a sample of a rule; its body is read to the end. */
async function answerTo(
  { options }: Rule,
  sample: SampleRequest,
  profile: "strict" | "lenient" = "strict",
) {
  const fake = createFake({ profile, ...options }).otherwise(async function* () {
    yield "Hello.";
  });
  const response = await fake.fetch(toRequest("responses", sample));
  return { response, text: await response.text(), reachedModel: fake.calls[0]?.conversation };
}

/** The error object of the wire; a message that is not known by the letter is held against its pattern. */
function errorOf({ type, message, param = null, code = null }: Refusal): object {
  return {
    message: typeof message === "string" ? message : expect.stringMatching(message),
    type,
    param,
    code,
  };
}

describe.each(responsesRules.map((rule): [string, Rule] => [rule.id, rule]))("%s", (_id, rule) => {
  const { refused, taken, refusal, lenient } = rule;

  it("refuses its sample in the words of the service", async () => {
    const { response, text, reachedModel } = await answerTo(rule, refused);
    expect(JSON.parse(text)).toEqual({ error: errorOf(refusal) });
    expect(response.status).toBe(refusal.status);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("x-request-id")).toMatch(/^req_\w{32}$/);
    expect(reachedModel).toBeUndefined();
  });

  it("takes the nearest request that keeps to it", async () => {
    const { response, text } = await answerTo(rule, taken);
    expect({ status: response.status, text }).toMatchObject({ status: 200 });
  });

  it(`${lenient} its sample in the lenient profile`, async () => {
    const { response } = await answerTo(rule, refused, "lenient");
    expect(response.status >= 400).toBe(lenient === "refuses");
  });
});

describe("the rules of Responses", () => {
  it("have ids of their own, in the style of all rules", () => {
    const ids = responsesRules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^responses\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it("name their section and the kinds of evidence, each once", () => {
    for (const { source } of responsesRules) expectKnownSource(source);
  });
});
