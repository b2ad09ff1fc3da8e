import { describe, expect, it } from "vitest";
import { type CorsOptions, type CorsSettings, toCorsSettings } from "./cors-options.js";

function settingsOf(cors: true | CorsOptions): CorsSettings {
  const settings = toCorsSettings(cors);
  if (!settings) throw new Error("CORS is off.");
  return settings;
}

describe("toCorsSettings", () => {
  it("is off for false", () => {
    expect(toCorsSettings(false)).toBeUndefined();
  });

  it("allows every origin by default", () => {
    expect(settingsOf(true).allowsOrigin("https://a.example")).toBe(true);
    const { allowsOrigin } = settingsOf({ origins: ["https://a.example"] });
    expect(allowsOrigin("https://a.example")).toBe(true);
    expect(allowsOrigin("https://a.example.evil.example")).toBe(false);
    expect(allowsOrigin("null")).toBe(false);
  });

  it("allows what the official clients send and what the operator adds", () => {
    const { allowsHeader } = settingsOf({ allowHeaders: ["X-Trace-*", "x-team"] });
    for (const name of ["authorization", "anthropic-version", "x-stainless-lang", "x-trace-id"]) {
      expect(allowsHeader(name)).toBe(true);
    }
    expect(allowsHeader("x-team")).toBe(true);
    expect(allowsHeader("x-teams")).toBe(false);
    expect(allowsHeader("cookie")).toBe(false);
  });
});
