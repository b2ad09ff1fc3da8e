import { describe, expect, it } from "vitest";
import { readEnvironment } from "./environment.js";

describe("readEnvironment", () => {
  it("has a port and a file of its own, and no keys", () => {
    expect(readEnvironment({})).toEqual({ port: 8787, database: "diglot.sqlite" });
    expect(readEnvironment({ PORT: "", DIGLOT_KEY: "", DIGLOT_DATABASE: "" })).toEqual(
      readEnvironment({}),
    );
  });

  it("takes what it is given", () => {
    const variables = {
      PORT: "0",
      DIGLOT_KEY: "sk-my-own-key",
      DIGLOT_DATABASE: "/tmp/ledger.sqlite",
      DIGLOT_ADMIN_KEY: "an-admin-key-of-mine",
    };
    expect(readEnvironment(variables)).toEqual({
      port: 0,
      key: "sk-my-own-key",
      database: "/tmp/ledger.sqlite",
      adminKey: "an-admin-key-of-mine",
    });
  });

  it.each(["x", "-1", "65536", "80.5", " 80"])("refuses the port %j", (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow(/PORT/);
  });

  it.each(["short", "with a space", "line\nbreak-here"])("refuses the key %j", (DIGLOT_KEY) => {
    expect(() => readEnvironment({ DIGLOT_KEY })).toThrow(/DIGLOT_KEY/);
  });

  it("refuses a short admin key", () => {
    expect(() => readEnvironment({ DIGLOT_ADMIN_KEY: "fifteen-letters" })).toThrow(
      /DIGLOT_ADMIN_KEY must be at least 16/,
    );
  });
});
