import { describe, expect, it } from "vitest";
import { quoteSchema } from "./schema-name.js";

describe("quoteSchema", () => {
  it.each(["diglot", "_x", "team_1", "a".repeat(63)])("quotes %s", (name) => {
    expect(quoteSchema(name)).toBe(`"${name}"`);
  });

  it.each(["", "1a", "Diglot", 'a"; DROP', "pg_diglot", "a.b", "a-b", "é", "a".repeat(64)])(
    "refuses %j",
    (name) => {
      expect(() => quoteSchema(name)).toThrow(TypeError);
    },
  );
});
