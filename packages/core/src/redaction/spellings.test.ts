import { describe, expect, it } from "vitest";
import { spell } from "./spellings.js";

describe("the spellings of a secret", () => {
  it("are the secret, its bytes, its digits and its base64 at each place", () => {
    expect(new Set(spell("secret+1"))).toEqual(
      new Set(["secret+1", "7365637265742b31", "c2VjcmV0Kz", "NlY3JldCsx", "zZWNyZXQrM"]),
    );
  });

  it("have no codes that are short enough to be in any text", () => {
    expect(new Set(spell("abc"))).toEqual(new Set(["abc"]));
    expect(new Set(spell("abcd"))).toEqual(new Set(["abcd", "61626364"]));
    expect(new Set(spell("abcdef"))).toEqual(new Set(["abcdef", "616263646566", "YWJjZGVm"]));
  });

  it("are those of the bytes of letters beyond ASCII", () => {
    expect(spell("ä-key-1")).toEqual(expect.arrayContaining(["ä-key-1", "Ã¤-key-1"]));
    expect(spell("\u0001-key-1")).toContain("012d6b65792d31");
  });

  it("are those without the escapes that the secret itself has", () => {
    expect(spell("p%41ss-1")).toEqual(expect.arrayContaining(["p%41ss-1", "pAss-1"]));
    expect(spell("ä%41-key")).toEqual(expect.arrayContaining(["ä%41-key", "äA-key"]));
  });
});
