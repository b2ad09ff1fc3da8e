import { describe, expect, it } from "vitest";
import { withhold } from "./withhold.js";

const nothing = { names: [], secrets: [] };

describe("withhold", () => {
  it("leaves out what was read, and what belongs to the command itself", () => {
    const given = { VENDOR_KEY: "a", DIGLOT_UPSTREAM_KEY: "b", EDITOR: "vi" };
    expect(withhold(given, { ...nothing, names: ["VENDOR_KEY", "MISSING"] })).toEqual({
      EDITOR: "vi",
    });
  });

  it("leaves out a second variable with the same secret, whichever way that came", () => {
    const given = { VENDOR_KEY: "sk-0123456789", COPY: "sk-0123456789", OTHER: "sk-9876543210" };
    expect(withhold(given, { ...nothing, names: ["COPY"] })).toEqual({ OTHER: "sk-9876543210" });
    const secrets = ["sk-0123456789", undefined];
    expect(withhold(given, { ...nothing, secrets })).toEqual({ OTHER: "sk-9876543210" });
  });

  it("keeps what only happens to have the same short value", () => {
    const given = { PORT: "8787", OTHER: "8787", EMPTY: "" };
    expect(withhold(given, { names: ["PORT"], secrets: [""] })).toEqual({
      OTHER: "8787",
      EMPTY: "",
    });
  });

  it("keeps what every program needs, also if it was read", () => {
    const given = { PATH: "/usr/bin", Path: "C:\\bin", HOME: "/home/me", LC_ALL: "C.UTF-8" };
    const names = Object.keys(given);
    expect(withhold(given, { names, secrets: ["/usr/bin", "/home/me"] })).toEqual(given);
  });
});
