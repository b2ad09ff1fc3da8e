import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSecret, hashSecret, prefixOf } from "./secrets.js";

describe("createSecret", () => {
  it("creates secrets of one readable form, all different", () => {
    const secrets = Array.from({ length: 1_000 }, createSecret);
    const form = /^sk-dg-[1-9A-HJ-NP-Za-km-z]{8}-[1-9A-HJ-NP-Za-km-z]{32}$/;
    expect(secrets.filter((secret) => !form.test(secret))).toEqual([]);
    expect(new Set(secrets).size).toBe(1_000);
  });
});

describe("hashSecret", () => {
  it("is SHA-256 in lower-case hexadecimal digits", async () => {
    expect(await hashSecret("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});

describe("prefixOf", () => {
  it("shows the public part of the service's own secrets", () => {
    const secret = createSecret();
    expect(prefixOf(secret)).toBe(secret.slice(0, 14));
  });

  it("shows a quarter of any other secret, and 6 characters at most", () => {
    expect(prefixOf("12345678")).toBe("12");
    expect(prefixOf(`sk-dg-${"x".repeat(40)}`)).toBe("sk-dg-");
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (secret) => {
        const prefix = prefixOf(secret);
        expect(secret.startsWith(prefix)).toBe(true);
        expect(prefix.length).toBeLessThanOrEqual(Math.min(6, secret.length / 4));
      }),
    );
  });
});
