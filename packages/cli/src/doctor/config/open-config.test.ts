import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFile, newFolder } from "../../../test/command.js";
import { openConfig } from "./open-config.js";

const baseUrl = "http://127.0.0.1:11434/v1";
const examined = { baseUrl, format: "messages", model: "m" } as const;

describe("openConfig", () => {
  it("writes into the file, and says where", () => {
    const file = newFile("a.json", { upstreams: { local: { baseUrl } } });
    expect(openConfig(file, examined).put({ tools: true })).toBe(
      `${file}: the capabilities are in upstreams.local.capabilities.`,
    );
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      upstreams: { local: { baseUrl, capabilities: { tools: true } } },
    });
  });

  it("does not touch a program, whether it is there or not", () => {
    const words = openConfig("diglot.config.ts", examined).put({});
    expect(words).toContain("diglot.config.ts is a program, which is not edited");
  });

  it("refuses a file that is missing or not JSON", () => {
    const missing = join(newFolder(), "missing.json");
    expect(() => openConfig(missing, examined)).toThrow(/missing\.json cannot be read: ENOENT/);
    const broken = newFile("broken.json", "{ // a comment");
    expect(() => openConfig(broken, examined)).toThrow(/broken\.json is not JSON/);
  });
});
