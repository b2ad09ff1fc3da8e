import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecretFinder } from "./secrets.js";

const secret = "sk-canary/0123+456789";
const finds = createSecretFinder([secret]);
const each = (write: (character: string) => string) => [...secret].map(write).join("");
const codeOf = (character: string, radix: number) => character.charCodeAt(0).toString(radix);

describe("createSecretFinder", () => {
  it.each([
    ["plain", secret],
    ["with JSON escapes", each((one) => `\\u00${codeOf(one, 16)}`)],
    ["with JSON escapes in capitals", each((one) => `\\u00${codeOf(one, 16).toUpperCase()}`)],
    ["with an escaped slash", secret.replace("/", "\\/")],
    ["in a URL", encodeURIComponent(secret)],
    ["in a URL with every character escaped", each((one) => `%${codeOf(one, 16)}`)],
    ["in HTML with decimal references", each((one) => `&#${codeOf(one, 10)};`)],
    ["in HTML with hexadecimal references", each((one) => `&#x${codeOf(one, 16)};`)],
    ["in a URL inside HTML", encodeURIComponent(secret).replaceAll("%", "&#37;")],
    ["in JSON inside JSON", JSON.stringify(each((one) => `\\u00${codeOf(one, 16)}`))],
    ["in base64 inside a URL", encodeURIComponent(btoa(secret))],
  ])("R6 finds a secret %s", (_form, text) => {
    expect(finds(`{"message":"not with ${text}, please"}`)).toBe(true);
  });

  it("R6 finds a secret in base64, whatever is around it", () => {
    const around = fc.string({ maxLength: 9 }).filter((text) => /^[\x20-\x7e]*$/.test(text));
    fc.assert(
      fc.property(around, around, (before, after) => {
        const encoded = btoa(before + secret + after);
        expect(finds(encoded)).toBe(true);
        expect(finds(encoded.replaceAll("+", "-").replaceAll("/", "_"))).toBe(true);
      }),
    );
  });

  it.each(["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"])("R6 reads the entity %s", (entity) => {
    const character = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[entity.slice(1, -1)];
    expect(createSecretFinder([`sk${character}1`])(`no sk${entity}1`)).toBe(true);
  });

  it("finds nothing in texts without the secret, or without secrets to look for", () => {
    for (const text of ["", "sk-canary", btoa("sk-canary"), "100%", "\\u12", "&#;", "%zz\\"]) {
      expect(finds(text)).toBe(false);
    }
    expect(createSecretFinder([])("anything")).toBe(false);
    expect(createSecretFinder([""])("anything")).toBe(false);
  });

  it("does not take a few characters for a short secret in base64", () => {
    expect(createSecretFinder(["abc"])(`YWJj ${btoa("xabc")}`)).toBe(false);
  });
});
