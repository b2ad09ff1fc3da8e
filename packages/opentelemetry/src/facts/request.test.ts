import { type EndedAttempt, noUsage, type RequestEnded, type RequestFacts } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { identityOf } from "./identity.js";
import { operationOf } from "./operation.js";
import { answeringAttempt, requestErrorType, requestNames } from "./request.js";
import { inputOf, isCounted } from "./tokens.js";

const attemptOf = (model: string, end: EndedAttempt["end"]): EndedAttempt => ({
  ...{ attemptId: `att_${model}`, number: 1, model, end },
  ...{ milliseconds: 1, usage: noUsage, costNanoDollars: 0, reservedNanoDollars: 0 },
});

it("the answering attempt is the one whose model has answered, whichever has ended last", () => {
  const attempts = [attemptOf("main", "completed"), attemptOf("forgotten", "abandoned")];
  expect(answeringAttempt({ attempts, answeredBy: "main" })).toBe(attempts[0]);
  expect(answeringAttempt({ attempts: attempts.slice(1) })).toBeUndefined();
});

it("the answering attempt has not failed", () => {
  const failed = { ...attemptOf("main", "upstream_error"), failure: {} as never };
  const answered = attemptOf("main", "completed");
  expect(answeringAttempt({ attempts: [answered, failed], answeredBy: "main" })).toBe(answered);
});

describe("a request", () => {
  const factsOf = (operation: string) => ({ operation, format: "messages" }) as RequestFacts;

  it.each([
    ["generate", "chat"],
    ["count_tokens", "count_tokens"],
    ["list_models", undefined],
  ])("of the operation %s is named %s by the convention", (operation, name) => {
    expect(operationOf(factsOf(operation))).toBe(name);
    expect(requestNames(factsOf(operation), "main")).toEqual({
      ...(name !== undefined && {
        "gen_ai.operation.name": name,
        "gen_ai.provider.name": "diglot",
        "gen_ai.request.model": "main",
      }),
      "diglot.format": "messages",
    });
  });

  it.each([
    ["answered", undefined],
    ["left", undefined],
    ["failed", "404"],
    ["refused", "404"],
  ])("that was %s has the error type %s, or that of its failure", (outcome, type) => {
    const ended = { outcome, status: 404 } as RequestEnded;
    expect(requestErrorType(ended)).toBe(type);
    const failed = { ...ended, failure: { kind: "internal" } as never };
    expect(requestErrorType(failed)).toBe(type && "internal");
  });
});

describe("the identity of a caller", () => {
  const caller = { accountId: "team", keyId: "key-1", endUser: "user-1" };

  it.each([
    [[], {}],
    [["account"], { "diglot.account.id": "team" }],
    [["key"], { "diglot.key.id": "key-1" }],
    [["endUser"], { "diglot.end_user.id": "user-1" }],
  ] as const)("is what may be said: %j", (named, attributes) => {
    expect(identityOf(caller, new Set(named))).toEqual(attributes);
    expect(identityOf({} as never, new Set(named))).toEqual({});
  });
});

describe("the tokens of a request", () => {
  it("are all that was read, cached or not", () => {
    const usage = { ...noUsage, input: 1, cacheRead: 20, cacheWrite: 300, cacheWriteLong: 4_000 };
    expect(inputOf(usage)).toBe(4_321);
  });

  it.each([
    ["none", "none", false],
    ["reported", "none", true],
    ["none", "observed", true],
  ] as const)("are known if either side is: %s, %s", (input, output, isKnown) => {
    expect(isCounted({ ...noUsage, sources: { ...noUsage.sources, input, output } })).toBe(isKnown);
  });
});
