import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runAtOnce } from "../runtime/steps.js";
import { createSecretSearch } from "./secret-search.js";

const secret = "Sk-canary/0123+<456>&789";
const search = createSecretSearch([secret]);

const each = (write: (character: string) => string) => (text: string) =>
  [...text].map(write).join("");
const codeOf = (character: string, radix: number) => character.charCodeAt(0).toString(radix);
const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };

/** Ways to write each text so that it can be read again. */
const escapes: readonly (readonly [string, (text: string) => string])[] = [
  ["as it is", (text) => text],
  ["in JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["in JSON with escaped slashes", (text) => text.replaceAll("/", "\\/")],
  ["in JSON, each character escaped", each((one) => `\\u00${codeOf(one, 16)}`)],
  ["the same in capitals", each((one) => `\\u00${codeOf(one, 16).toUpperCase()}`)],
  ["in a program, each character escaped", each((one) => `\\x${codeOf(one, 16)}`)],
  ["in a URL", encodeURIComponent],
  ["in a URL in small letters", (text) => encodeURIComponent(text).toLowerCase()],
  ["in a URL, each character escaped", each((one) => `%${codeOf(one, 16)}`)],
  ["in HTML", each((one) => (names[one] ? `&${names[one]};` : one))],
  ["in HTML with decimal references", each((one) => `&#${codeOf(one, 10)};`)],
  ["in HTML with hexadecimal references", each((one) => `&#x${codeOf(one, 16)};`)],
];

/** Ways to write the secret itself. */
const codes: readonly (readonly [string, string])[] = [
  ["raw", secret],
  ["lower case", secret.toLowerCase()],
  ["upper case", secret.toUpperCase()],
  ["hexadecimal digits", [...secret].map((one) => codeOf(one, 16)).join("")],
  ["hexadecimal capitals", [...secret].map((one) => codeOf(one, 16).toUpperCase()).join("")],
];

describe("the search for secrets", () => {
  it.each(
    codes.flatMap(([code, text]) => escapes.map(([name, write]) => [code, name, write(text)])),
  )("R6 finds a secret in %s, %s", (_code, _escape, written) => {
    expect(runAtOnce(search.findInSteps(`not with ${written}, please`))).toEqual([
      [9, 9 + written.length],
    ]);
  });

  it.each(
    escapes.flatMap(([outer, write]) =>
      escapes.map(([inner, first]) => [inner, outer, first, write] as const),
    ),
  )("R6 finds a secret %s, and that %s", (_inner, _outer, first, write) => {
    expect(search.isIn(`not with ${write(first(secret))}, please`)).toBe(true);
  });

  it("R6 finds a secret in base64, whatever is around it", () => {
    const around = fc.string({ maxLength: 9 }).filter((text) => /^[\x20-\x7e]*$/.test(text));
    fc.assert(
      fc.property(around, around, fc.constantFrom(...escapes), (before, after, [, write]) => {
        const encoded = btoa(before + secret + after);
        const url = encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        for (const text of [encoded, url]) {
          const [[from, to] = [0, 0]] = runAtOnce(search.findInSteps(text));
          // What is left of a group of four characters depends on its other bytes as well.
          expect(to - from).toBeGreaterThanOrEqual(Math.floor((secret.length * 8) / 6) - 2);
          expect(search.isIn(write(text))).toBe(true);
        }
      }),
      { numRuns: repeats(15, 1_000) },
    );
  });

  it.each(["пароль-値-😀", 'a "quoted\\n" secret', "p%41ssw%6frd-1", "a&amp;b&amp;c"])(
    "R6 finds the secret %s",
    (given) => {
      const odd = createSecretSearch([given]);
      const bytes = [...new TextEncoder().encode(given)];
      const binary = bytes.map((byte) => String.fromCharCode(byte)).join("");
      const written = [
        given,
        JSON.stringify(given),
        JSON.stringify(JSON.stringify(given)),
        encodeURIComponent(given),
        bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""),
        btoa(`user:${binary}`),
      ];
      for (const text of written) expect(odd.isIn(`with ${text}.`)).toBe(true);
    },
  );

  it("finds each of many secrets", () => {
    const secrets = Array.from({ length: 100 }, (_, index) => `sk-caller-${1_000_000 + index}`);
    const many = createSecretSearch(secrets);
    for (const one of secrets) expect(many.isIn(`{"key":"${btoa(one)} ${one}"}`)).toBe(true);
    expect(many.isIn("sk-caller-2000000 sk-caller-100000")).toBe(false);
  });

  it("finds nothing in texts without the secret, or without secrets to look for", () => {
    for (const text of ["", "sk-canary", btoa("sk-canary"), "100%", "\\u12", "&#;", "%zz\\"]) {
      expect(search.isIn(text)).toBe(false);
    }
    expect(createSecretSearch([]).isIn("anything")).toBe(false);
    expect(createSecretSearch([""]).isIn("anything")).toBe(false);
  });

  it("does not take a few characters for the code of a short secret", () => {
    const short = createSecretSearch(["abc"]);
    for (const text of ["YWJj", btoa("xabc"), "616263"]) expect(short.isIn(text)).toBe(false);
    expect(short.isIn("an ABC of texts")).toBe(true);
  });

  it("gives up on a secret that was escaped six times", () => {
    let text = secret;
    for (let layer = 0; layer < 5; layer++) text = each((one) => `%${codeOf(one, 16)}`)(text);
    expect(search.isIn(text)).toBe(true);
    expect(search.isIn(each((one) => `%${codeOf(one, 16)}`)(text))).toBe(false);
  });

  it.each<[string[], string[], boolean]>([
    [[], [], true],
    [["secret-1"], [], false],
    [["secret-1"], ["secret-1", "secret-2"], true],
    [["secret-1", "secret-2"], ["secret-1"], false],
    [["long-secret-1"], ["secret-1"], false],
    [["secret-1 secret-1"], ["secret-1"], false],
  ])("of %j is within one of %j: %s", (own, others, isWithin) => {
    expect(createSecretSearch(own).isWithin(createSecretSearch(others))).toBe(isWithin);
  });

  it("shows nobody what it looks for", () => {
    expect(JSON.stringify(search)).not.toContain("canary");
    expect(Object.values(search).map(String).join()).not.toContain("canary");
  });
});
