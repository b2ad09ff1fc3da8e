import { describe, expect, it } from "vitest";
import { formatOf, listLaterReads, toToolConfig } from "./tool-config.js";

const key = "sk-0123456789";
const own = { key, id: "diglot-run", accountId: "local" };

describe("toToolConfig", () => {
  it("serves a config on a free port of this machine, whatever its address", () => {
    expect(toToolConfig({ host: "0.0.0.0", port: 80 }, key)).toMatchObject({
      host: "127.0.0.1",
      port: 0,
    });
  });

  it("adds a key to those of the config", () => {
    const mine = { key: "sk-mine-0123", id: "me" };
    expect(toToolConfig({}, key)).toMatchObject({ keys: [own] });
    expect(toToolConfig({ keys: [mine] }, key)).toMatchObject({ keys: [mine, own] });
  });

  it("adds none where everyone is served", () => {
    expect(toToolConfig({ allowAnonymous: true }, key)).not.toHaveProperty("keys");
  });

  it.each([[undefined], [null], ["text"], [[]]])("leaves %j to the check", (config) => {
    expect(toToolConfig(config, key)).toEqual(config);
  });

  it("leaves keys that are no list to the check", () => {
    expect(toToolConfig({ keys: "sk" }, key)).toMatchObject({ keys: "sk" });
  });
});

describe("formatOf", () => {
  const config = (...formats: readonly ("messages" | "chat-completions" | undefined)[]) => ({
    source: "test",
    models: [],
    upstreams: Object.fromEntries(
      formats.map((format, index) => [`${index}`, { baseUrl: "http://127.0.0.1:1", format }]),
    ),
  });

  it("is Messages if all upstreams speak it", () => {
    expect(formatOf(config("messages", "messages"))).toBe("messages");
  });

  it.each([
    [config()],
    [config("chat-completions")],
    [config("messages", "chat-completions")],
    [config("messages", undefined)],
  ])("is Chat Completions otherwise", (given) => {
    expect(formatOf(given)).toBe("chat-completions");
  });
});

describe("listLaterReads", () => {
  it("names the password that the driver of PostgreSQL reads by itself", () => {
    expect(listLaterReads({ store: { type: "postgres", url: "postgres://db/x" } })).toEqual([
      "PGPASSWORD",
    ]);
    expect(listLaterReads({ store: { type: "sqlite", path: "x" } })).toEqual([]);
    expect(listLaterReads({})).toEqual([]);
  });
});
