import { describe, expect, it } from "vitest";
import { toEnvironment, toVariables } from "./variables.js";

const connection = {
  baseUrl: "http://127.0.0.1:1",
  key: "sk-0123456789",
  model: "coder",
  models: ["coder", "small"],
  contextWindows: new Map(),
  searching: new Set<string>(),
  format: "chat-completions",
} as const;

describe("toVariables", () => {
  it("points clients of every format at the gateway", () => {
    expect(toVariables(connection)).toMatchObject({
      ANTHROPIC_BASE_URL: "http://127.0.0.1:1",
      ANTHROPIC_API_KEY: "sk-0123456789",
      ANTHROPIC_MODEL: "coder",
      ANTHROPIC_SMALL_FAST_MODEL: "coder",
      OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
      OPENAI_API_KEY: "sk-0123456789",
      OPENAI_MODEL: "coder",
    });
  });
});

describe("toEnvironment", () => {
  it("replaces and removes what would lead elsewhere, and keeps the rest", () => {
    const given = { ANTHROPIC_AUTH_TOKEN: "canary", OPENAI_ORG_ID: "canary", HOME: "/home/me" };
    const environment = toEnvironment(given, toVariables(connection));
    expect(environment).toMatchObject({ ANTHROPIC_API_KEY: connection.key, HOME: "/home/me" });
    expect(environment).not.toHaveProperty("ANTHROPIC_AUTH_TOKEN");
    expect(environment).not.toHaveProperty("OPENAI_ORG_ID");
  });

  it("lets later changes win", () => {
    const environment = toEnvironment({}, toVariables(connection), {
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_MODEL: "other",
    });
    expect(environment).not.toHaveProperty("ANTHROPIC_API_KEY");
    expect(environment).toMatchObject({ ANTHROPIC_MODEL: "other" });
  });

  it("sends nothing for the gateway through a proxy", () => {
    expect(toEnvironment({})).toEqual({ NO_PROXY: "127.0.0.1" });
    expect(toEnvironment({ no_proxy: "example.com", NO_PROXY: "" })).toEqual({
      no_proxy: "example.com,127.0.0.1",
      NO_PROXY: "127.0.0.1",
    });
  });
});
