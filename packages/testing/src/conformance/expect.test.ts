import { expect, it } from "vitest";
import { isErrorOf } from "./expect.js";
import type { ProbedAnswer } from "./probing/probe.js";

/** What is said against an error answer with this message. */
function faultOf(message: string, names: string | RegExp, param?: string): string | undefined {
  const answer = { status: 400, text: "", json: { error: { message, param } } };
  try {
    isErrorOf(answer as unknown as ProbedAnswer, { status: 400, names });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

it("an error names a member in its message in any case, or in its param", () => {
  expect(faultOf("Max_Tokens is missing", "max_tokens")).toBeUndefined();
  expect(faultOf("It is missing", "max_tokens", "max_tokens")).toBeUndefined();
  expect(faultOf("It is missing", /^it/i)).toBeUndefined();
  expect(faultOf("It is missing", "max_tokens")).toContain("names max_tokens");
  expect(faultOf("", "max_tokens", "max_tokens")).toContain("not empty");
});
