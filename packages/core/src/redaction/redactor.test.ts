import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactSlowly } from "../../test/redact-slowly.js";
import { fragments, madeOf } from "../../test/secret-fragments.js";
import { runAtOnce } from "../runtime/steps.js";
import { createRedactor } from "./redactor.js";
import { createSecretSearch } from "./secret-search.js";

const own = ["open sesame", /badge-\d+/];
const redactor = createRedactor(own);
const letters = "4f9a8b7c6d5e3f2a1b0c";
const privateKey = (label: string) =>
  `-----BEGIN ${label}PRIVATE KEY-----\nMIIE\n-----END ${label}PRIVATE KEY-----`;

describe("the redactor", () => {
  it.each([
    ["a key", "use sk-live-4f9a8b7c6d5e now", "use [redacted] now"],
    ["a key of a model service", `AIza${letters}${letters}`, "[redacted]"],
    ["a key of a hub of models", `hf_${letters}!`, "[redacted]!"],
    ["a token of a chat service", `xoxb-123-${letters}`, "[redacted]"],
    ["a token of a code service", `ghp_${letters} github_pat_${letters}`, "[redacted] [redacted]"],
    ["another one", `glpat-${letters}`, "[redacted]"],
    ["a token of a package service", `npm_${letters}`, "[redacted]"],
    ["keys of a cloud", "AKIA0123456789AB, ASIA0123456789AB", "[redacted], [redacted]"],
    ["a bearer token", "Authorization: Bearer abcdefgh1234==", "Authorization: [redacted]"],
    ["a bearer token in small letters", "bearer  abcdefgh;", "[redacted];"],
    ["a signed token", "eyJhbGci.eyJzdWIi.c2ln, eyJhbGci.eyJzdWIi.", "[redacted], [redacted]"],
    [
      "a private key",
      `a ${privateKey("")} b ${privateKey("RSA ")} c`,
      "a [redacted] b [redacted] c",
    ],
    ["private keys that touch", `a ${privateKey("")}${privateKey("EC ")} b`, "a [redacted] b"],
    ["a private key that is cut", "a -----BEGIN EC PRIVATE KEY-----\nMIIE", "a [redacted]"],
    ["a key behind a line break of JSON", '"a\\nsk-live-4f9a8b7c6d5e"', '"a\\n[redacted]"'],
    ["secrets that touch, as one", "open sesamebadge-1", "[redacted]"],
    ["a text of the operator's", "say Open Sesame twice", "say [redacted] twice"],
    ["a pattern of the operator's", "wears badge-17", "wears [redacted]"],
  ])("takes out %s", (_case, text, shown) => {
    expect(redactor.text(text)).toBe(shown);
  });

  it.each([
    ["without a secret", "a task-oriented text"],
    ["with the beginning of a word that is none", `task-${letters} xeyJabcde.abcde.`],
    ["with keys that are too short", "sk-01234567890 Bearer 1234567 AKIA0123456789A"],
    ["with tokens that are not whole", "eyJabcde.abcde eyJabcd.abcde. eyJabcde.abcd. eyJabcde..a."],
    ["with a public key", "-----BEGIN PUBLIC KEY----- -----END PRIVATE KEY-----"],
    ["that is empty", ""],
  ])("leaves a text %s as it is", (_case, text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("puts any replacement in place of a secret", () => {
    expect(redactor.text("badge-1 badge-2", "$&")).toBe("$& $&");
    expect(redactor.pieces(["badge-1", "badge-2"], "x")).toEqual(["x", ""]);
  });

  it("takes out a secret that is cut over pieces", () => {
    const pieces = ["the key sk-li", "ve-4f9a8b", "7c6d5e4f, so"];
    expect(redactor.pieces(pieces)).toEqual(["the key [redacted]", "", ", so"]);
  });

  it("does not begin a search where the last one with a pattern has ended", () => {
    const pattern = createRedactor([/x/gy]);
    expect([pattern.text("ax"), pattern.text("x"), pattern.text("x")]).toEqual([
      "a[redacted]",
      "[redacted]",
      "[redacted]",
    ]);
    expect(createRedactor([/x*/]).text("axb")).toBe("a[redacted]b");
  });

  it("takes out what it learns, beside what it knew", () => {
    const learning = createRedactor(["one-secret"]);
    const shown = () => learning.text("one-secret two-secret three-secret");
    learning.learn(createSecretSearch(["two-secret"]));
    expect(shown()).toBe("[redacted] [redacted] three-secret");
    learning.learn(createSecretSearch(["two-secret", "three-secret"]));
    learning.learn(createSecretSearch(["two-secret"]));
    learning.learn(createSecretSearch([]));
    expect(shown()).toBe("[redacted] [redacted] [redacted]");
  });

  it("searches once for what it has learnt often", () => {
    const learning = createRedactor([]);
    for (let time = 0; time < 20; time++) learning.learn(createSecretSearch(["one-secret"]));
    const steps = [...learning.textInSteps("one-secret")].length;
    expect(steps).toBe([...createRedactor(["one-secret"]).textInSteps("one-secret")].length);
  });

  it("searches no more for what one of its searches finds already", () => {
    const stepsOf = (learnt: readonly (readonly string[])[]) => {
      const learning = createRedactor(["own-secret"]);
      for (const secrets of learnt) learning.learn(createSecretSearch(secrets));
      return [...learning.textInSteps("a text")].length;
    };
    const few = ["one-secret"];
    const more = ["one-secret", "two-secret"];
    expect(stepsOf([few, more])).toBe(stepsOf([more]));
    expect(stepsOf([more, few])).toBe(stepsOf([more]));
    expect(stepsOf([few, ["two-secret"]])).toBeGreaterThan(stepsOf([few]));
  });
});

describe("the redactor, of texts that are made of pieces of secrets,", () => {
  it("takes out what a look at each place finds", () => {
    fc.assert(
      fc.property(fc.array(madeOf(fragments, 12), { maxLength: 5 }), (pieces) => {
        expect(redactor.pieces(pieces)).toEqual(redactSlowly(pieces, own));
      }),
      { numRuns: repeats(60, 10_000) },
    );
  });

  it("takes out the same around the ends of its steps", () => {
    fc.assert(
      fc.property(madeOf(fragments, 12), fc.integer({ min: -60, max: 10 }), (crowded, shift) => {
        const before = " ".repeat(16_384 + shift);
        const shown = redactor.text(before + crowded);
        expect(shown.slice(before.length)).toBe(redactSlowly([` ${crowded}`], own)[0]?.slice(1));
      }),
      { numRuns: repeats(8, 1_000) },
    );
  });

  it("takes out the same in steps, the longest of which are short", () => {
    const large = `${"a text ".repeat(10_000)}badge-1`;
    const steps = redactor.piecesInSteps([large]);
    expect([...redactor.piecesInSteps([large])].length).toBeGreaterThan(10);
    expect(runAtOnce(steps)).toEqual(redactor.pieces([large]));
  });
});
