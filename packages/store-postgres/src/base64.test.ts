import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromBase64, toBase64 } from "./base64.js";

describe("base64", () => {
  it("gives all bytes back, across line ends too", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const lines = toBase64(bytes).replace(/.{76}/g, "$&\n");
        expect(fromBase64(lines)).toEqual(bytes);
      }),
    );
  });

  it("takes bodies of several chunks", () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
