import { describe, expect, it } from "vitest";
import { Failure } from "../../terminal/failure.js";
import { findPreset } from "./find-preset.js";

const find = (call: string, name?: string) => {
  const found = findPreset(call.split(" "), name);
  return found && [found.preset.name, found.position];
};

describe("findPreset", () => {
  it.each([
    ["claude", "claude-code", 1],
    ["/usr/local/bin/claude -p hello", "claude-code", 1],
    ["opencode.cmd run", "opencode", 1],
    ["qwen", "qwen-code", 1],
    ["npx @anthropic-ai/claude-code", "claude-code", 2],
    ["npx -y @qwen-code/qwen-code@0.24.4 -p hello", "qwen-code", 3],
    ["pnpm dlx opencode-ai@latest run", "opencode", 3],
    ["npm exec -- cline hello", "cline", 4],
  ])("recognizes %j", (call, name, position) => {
    expect(find(call)).toEqual([name, position]);
  });

  it.each(["node agent.mjs", "npx tool claude-like", "agent claude", "claude-wrapper"])(
    "knows no preset for %j",
    (call) => {
      expect(find(call)).toBeUndefined();
    },
  );

  it("takes the preset that is named, with its arguments after the command", () => {
    expect(find("./my-wrapper -v", "qwen-code")).toEqual(["qwen-code", 1]);
    expect(find("npx qwen -p hello", "qwen-code")).toEqual(["qwen-code", 2]);
    expect(find("node agent.mjs", "ai-sdk")).toEqual(["ai-sdk", 1]);
  });

  it("names the presets if there is none of a name", () => {
    expect(() => find("claude", "clod")).toThrow(Failure);
    expect(() => find("claude", "clod")).toThrow('There is no preset "clod".');
  });
});
