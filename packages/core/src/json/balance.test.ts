import fc from "fast-check";
import { expect, it } from "vitest";
import { createObjectScanner } from "./balance.js";

it("T35 finds the end of any object, in any pieces, and reads nothing after it", () => {
  const objects = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 4,
  });
  fc.assert(
    fc.property(objects, fc.integer({ min: 1, max: 9 }), (value, size) => {
      const text = JSON.stringify(value);
      const scanner = createObjectScanner();
      let read = 0;
      let early = false;
      for (let from = 0; from < text.length; from += size) {
        early ||= scanner.complete();
        read += scanner.push(text.slice(from, from + size));
      }
      expect([early, scanner.complete(), read]).toEqual([false, true, text.length]);
      expect(scanner.push("}")).toBe(0);
    }),
  );
});

it("is not misled by braces, quotes and backslashes in strings", () => {
  for (const text of ['{"}":"{"}', '{"a":"\\"}"}', '{"a":"\\\\"}', '{"a":["]","}"]}']) {
    const scanner = createObjectScanner();
    expect(scanner.push(`${text}}`)).toBe(text.length);
  }
});
