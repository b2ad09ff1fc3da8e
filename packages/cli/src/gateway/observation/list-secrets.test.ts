import { expect, it } from "vitest";
import { checkConfig } from "../../config/check/check-config.js";
import type { GatewayConfig } from "../../config/types.js";
import { listSecrets } from "./list-secrets.js";

const models = [{ id: "echo", embedded: "echo" }] as const;

it.each<[string, GatewayConfig, readonly string[]]>([
  ["keys of callers", { keys: [{ id: "a", key: "caller-key-1" }] }, ["caller-key-1"]],
  ["an administrator", { admin: { credential: "the-administrator-1" } }, ["the-administrator-1"]],
  [
    "several administrators",
    { admin: { credential: { ada: "administrator-ada", bob: "administrator-bob" } } },
    ["administrator-ada", "administrator-bob"],
  ],
  [
    "telemetry, but for words",
    { telemetry: { headers: { "x-key": "vendor-key-1", "x-team": "a-team" } } },
    ["vendor-key-1"],
  ],
  ["Prometheus", { metrics: { credential: "the-prometheus-one" } }, ["the-prometheus-one"]],
  [
    "upstreams, but for words",
    {
      upstreams: {
        one: { baseUrl: "http://127.0.0.1:1", format: "messages", apiKey: "upstream-key" },
        other: { baseUrl: "http://127.0.0.1:1", format: "messages", apiKey: "ollama" },
        open: { baseUrl: "http://127.0.0.1:1", format: "messages" },
      },
    },
    ["upstream-key"],
  ],
  [
    "an upstream with several keys",
    {
      upstreams: {
        one: {
          ...{ baseUrl: "http://127.0.0.1:1", format: "messages" },
          apiKeys: ["upstream-key-1", "upstream-key-2"],
        },
      },
    },
    ["upstream-key-1", "upstream-key-2"],
  ],
  [
    "the capture",
    {
      admin: { credential: "the-administrator-1" },
      inspector: { capture: { secrets: ["Ann"] } },
    },
    ["the-administrator-1", "Ann"],
  ],
  [
    "a database",
    { store: { type: "postgres", url: "postgres://ann:hunter%2F2@host/db?password=another" } },
    ["hunter%2F2", "hunter/2", "another"],
  ],
  [
    "upstreams from eight characters on",
    {
      upstreams: {
        one: { baseUrl: "http://127.0.0.1:1", format: "messages", apiKey: "key-of-8" },
        other: { baseUrl: "http://127.0.0.1:1", format: "messages", apiKey: "key-of7" },
      },
    },
    ["key-of-8"],
  ],
  ["a Redis from six characters on", { limits: { redis: "redis://:with-6@host" } }, ["with-6"]],
  ["a Redis below six characters", { limits: { redis: "redis://:with5@host" } }, []],
  ["a Redis", { limits: { redis: "redis://:hunter2%@host" } }, ["hunter2%"]],
  ["addresses without passwords", { limits: { redis: "redis://127.0.0.1:6379" } }, []],
  ["words", { store: { type: "postgres", url: "postgres://ann:ann@host/db" } }, []],
  ["nothing", { metrics: true, allowAnonymous: true, inspector: false }, []],
])("the secrets of %s are known", async (_case, members, secrets) => {
  const config = await checkConfig(
    { models, allowAnonymous: !members.keys, ...members },
    "config",
    {},
  );
  expect(listSecrets(config)).toEqual(secrets);
});
