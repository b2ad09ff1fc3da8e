import { describe, expect, it } from "vitest";
import { type FetchHandlerOptions, toSettings } from "./settings.js";

const service = { fetch: async () => new Response(), matches: () => true };
const settingsOf = (options: FetchHandlerOptions) => toSettings(service, options);

describe("the base path of a fetch handler", () => {
  it("loses its trailing slashes", () => {
    expect(settingsOf({ basePath: "/api//" }).basePath).toBe("/api");
    expect(settingsOf({ basePath: "/" }).basePath).toBe("");
    expect(settingsOf({ basePath: "/a/b" }).basePath).toBe("/a/b");
  });

  it.each(["api", "//x", "/a?b", "/a#b", "/a b", "https://x/api"])("is not %j", (basePath) => {
    expect(() => settingsOf({ basePath })).toThrow('"basePath" must be a path such as "/api"');
  });
});
