import { describe, expect, it } from "vitest";
import { createFake } from "../../src/fake/create-fake.js";
import { openQuestions } from "../../src/rules/open-questions.js";
import { toRequest } from "../../src/rules/sample.js";
import { isReport } from "./expect-known-source.js";

describe("what is not known to be refused", () => {
  it.each(openQuestions)("is taken by the fake: $what", async ({ profile, taken }) => {
    const fake = createFake().otherwise(async function* () {
      yield "Hello.";
    });
    const response = await fake.fetch(toRequest(profile, taken));
    expect(await response.text()).toContain("Hello.");
    expect(response.status).toBe(200);
  });

  it("cites reports as the rules do", () => {
    const cited = openQuestions.flatMap(({ reports = [] }) => reports);
    expect(cited.filter((report) => !isReport(report))).toEqual([]);
  });
});
