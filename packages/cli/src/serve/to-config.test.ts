import { describe, expect, it } from "vitest";
import { toConfig } from "./to-config.js";

const options = { host: "127.0.0.1", port: 8787 };
const keys = [{ key: "sk-0123456789", id: "start", accountId: "local" }];

describe("toConfig", () => {
  it("serves the embedded models without an upstream", () => {
    expect(toConfig(options, "sk-0123456789")).toEqual({
      ...{ host: "127.0.0.1", port: 8787, keys },
      models: [
        { id: "eliza", embedded: "eliza" },
        { id: "echo", embedded: "echo" },
      ],
    });
  });

  it("serves all models of an upstream, or those that are named", () => {
    const upstream = "http://127.0.0.1:11434/v1";
    expect(toConfig({ ...options, upstream, upstreamKey: "up" }, "sk-0123456789")).toMatchObject({
      upstreams: { upstream: { baseUrl: upstream, apiKey: "up", allModels: true } },
      models: [],
      service: { unsupported: { default: "warn" } },
    });
    expect(toConfig({ ...options, upstream, model: ["a", "b"] }, "sk-0123456789")).toMatchObject({
      upstreams: { upstream: { baseUrl: upstream, allModels: false } },
      models: [
        { id: "a", upstream: "upstream", aliases: ["*"] },
        { id: "b", upstream: "upstream" },
      ],
    });
  });

  it.each([
    ["usage.sqlite", { type: "sqlite", path: "usage.sqlite" }],
    ["postgres://host/usage", { type: "postgres", url: "postgres://host/usage" }],
    ["postgresql://host/usage", { type: "postgres", url: "postgresql://host/usage" }],
  ])("keeps usage in %s", (database, store) => {
    expect(toConfig({ ...options, database }, "sk-0123456789")).toMatchObject({ store });
  });

  it("has admin endpoints and the inspector only with a key of their own", () => {
    expect(toConfig(options, "sk-0123456789")).not.toHaveProperty("admin");
    expect(
      toConfig({ ...options, adminCredential: "sixteen-letters-" }, "sk-0123456789"),
    ).toMatchObject({
      admin: { credential: "sixteen-letters-" },
      inspector: true,
    });
  });
});
