import { describe, expect, it } from "vitest";
import { defaultUpstreamCapabilities as chat } from "../formats/chat-completions/wire/capabilities.js";
import { defaultUpstreamCapabilities as messages } from "../formats/messages/wire/capabilities.js";
import { presets } from "./presets.js";

describe("presets", () => {
  const rows = Object.entries(presets).map(
    ([name, preset]) => [name, preset, name === "anthropic" ? messages : chat] as const,
  );

  it.each(rows)(
    "%s contains only what differs from the default of its format",
    (_name, preset, base) => {
      const same = Object.entries(preset).filter(
        ([member, value]) =>
          JSON.stringify(value) === JSON.stringify(base[member as keyof typeof base]) &&
          !(value instanceof RegExp),
      );
      expect(same).toEqual([]);
    },
  );

  it.each(rows)("%s is frozen, also inside", (_name, preset) => {
    const objects = Object.values(preset).filter((value) => typeof value === "object");
    expect([preset, ...objects].every(Object.isFrozen)).toBe(true);
  });

  it("has patterns that still work when they are frozen", () => {
    const { toolIdPattern } = presets.mistral;
    expect(toolIdPattern?.test("abcdefgh1")).toBe(true);
    expect(toolIdPattern?.test("too-long-for-it")).toBe(false);
  });
});
