import { type EndedAttempt, noUsage } from "@diglot/core";
import { expect, it } from "vitest";
import { answeringAttempt } from "./request.js";

const attemptOf = (model: string, end: EndedAttempt["end"]): EndedAttempt => ({
  ...{ attemptId: `att_${model}`, number: 1, model, end },
  ...{ milliseconds: 1, usage: noUsage, costNanoDollars: 0, reservedNanoDollars: 0 },
});

it("the answering attempt is the one whose model has answered, whichever has ended last", () => {
  const attempts = [attemptOf("main", "completed"), attemptOf("forgotten", "abandoned")];
  expect(answeringAttempt({ attempts, answeredBy: "main" })).toBe(attempts[0]);
  expect(answeringAttempt({ attempts: attempts.slice(1) })).toBeUndefined();
});
