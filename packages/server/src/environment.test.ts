import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.js";

describe("readEnvironment", () => {
  it("has a port of its own and makes a new key each time", () => {
    const first = readEnvironment({});
    expect(first.port).toBe(8787);
    expect(first.key).toMatch(/^sk-diglot-[\w-]{32}$/);
    expect(readEnvironment({}).key).not.toBe(first.key);
  });

  it("takes what it is given", () => {
    expect(readEnvironment({ PORT: "0", DIGLOT_KEY: "sk-my-own-key" })).toEqual({
      port: 0,
      key: "sk-my-own-key",
    });
  });

  it.each(["x", "-1", "65536", "80.5", " 80"])("refuses the port %j", (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow(/PORT/);
  });

  it.each(["short", "with a space", "line\nbreak-here"])("refuses the key %j", (DIGLOT_KEY) => {
    expect(() => readEnvironment({ DIGLOT_KEY })).toThrow(/DIGLOT_KEY/);
  });
});
