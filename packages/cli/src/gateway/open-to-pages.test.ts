import { describe, expect, it, vi } from "vitest";
import type { CheckedConfig } from "../config/check/check-config.js";
import { sayOpenToPages } from "./open-to-pages.js";

function warningsOf(cors: NonNullable<CheckedConfig["service"]>["cors"]): readonly string[] {
  const warn = vi.fn<(message: string) => void>();
  sayOpenToPages({ service: { cors } } as CheckedConfig, { warn });
  return warn.mock.calls.map(([message]) => message);
}

const keys = "Anyone who opens a page can read a key in it.";

describe("sayOpenToPages", () => {
  it("warns of keys in pages that may call", () => {
    expect(warningsOf(true)).toEqual([
      `Web pages of every origin may call (service.cors). ${keys}`,
    ]);
    expect(warningsOf({})).toEqual(warningsOf(true));
    expect(warningsOf({ origins: ["https://a.example", "https://b.example"] })).toEqual([
      `Web pages of https://a.example, https://b.example may call (service.cors). ${keys}`,
    ]);
  });

  it("says nothing if no page of another origin may call", () => {
    expect([...warningsOf(undefined), ...warningsOf(false)]).toEqual([]);
  });
});
