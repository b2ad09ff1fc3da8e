import { describe, expect, it } from "vitest";
import type { DiscoveredUpstream } from "../discover/discover-upstream.js";
import { chooseFormat, chooseModel } from "./choose.js";

const upstream = (...ids: readonly string[]): DiscoveredUpstream => ({
  format: "chat-completions",
  baseUrl: "http://a.test/v1",
  models: ids.map((id) => ({ id })),
  speaks: ["chat-completions", "messages"],
  credential: "bearer",
});

describe("chooseModel", () => {
  it("takes the only model, or the one that is named", () => {
    expect(chooseModel(upstream("one"))).toBe("one");
    expect(chooseModel(upstream("one", "two"), "three")).toBe("three");
  });

  it("asks for a name where there are several models, and shows some of them", () => {
    const names = Array.from({ length: 23 }, (_, index) => `m${index}`);
    expect(() => chooseModel(upstream(...names))).toThrow(
      expect.objectContaining({
        message: "http://a.test/v1 has 23 models.",
        hint: expect.stringMatching(/--model:\n {2}m0\n.* {2}m19\n {2}and 3 more$/s),
        exitCode: 2,
      }),
    );
  });

  it("asks for a name where there is no list", () => {
    expect(() => chooseModel(upstream())).toThrow("lists no models");
  });
});

describe("chooseFormat", () => {
  it("keeps the server's own format unless another is named", () => {
    expect(chooseFormat(upstream(), undefined).format).toBe("chat-completions");
    expect(chooseFormat(upstream(), "messages")).toMatchObject({
      format: "messages",
      credential: "x-api-key",
    });
  });

  it("refuses a format that the server does not speak", () => {
    const only = { ...upstream(), speaks: ["chat-completions"] as const };
    expect(() => chooseFormat(only, "messages")).toThrow("does not speak messages");
  });
});
