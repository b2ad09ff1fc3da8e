import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createMemoryKeys } from "./accounts/keys/memory-keys.js";
import { chatCompletionsFormat } from "./formats/chat-completions/format.js";
import { defineModel, type ModelOptions } from "./models/in-process/define-model.js";
import type { ServiceOptions } from "./options.js";
import { systemClock } from "./runtime/clock.js";
import { toSettings } from "./settings.js";

function modelOf(id: string, options: ModelOptions = {}) {
  return defineModel(id, async function* () {}, options);
}

const keys = createMemoryKeys([{ key: "sk-0123456789" }]);
const least: ServiceOptions = { models: [modelOf("m")], keys };

function settingsOf(change: Partial<ServiceOptions> = {}) {
  return toSettings({ ...least, ...change });
}

describe("toSettings", () => {
  it("completes the options", () => {
    expect(settingsOf()).toMatchObject({
      keys,
      basePath: "",
      sizeLimits: {
        bodyBytes: 32 * 1024 * 1024,
        uploadBytes: 256 * 1024 * 1024,
        jsonDepth: 128,
        jsonValues: 500_000,
        objectMembers: 10_000,
        messages: 10_000,
        blocks: 10_000,
        totalBlocks: 50_000,
        tools: 10_000,
        stopSequences: 1_000,
        eventCharacters: 4 * 1024 * 1024,
        replyCharacters: 64 * 1024 * 1024,
        replyBlocks: 10_000,
      },
      timeouts: { firstEvent: 300_000, betweenEvents: 300_000, total: 3_600_000 },
      formats: [{ name: "messages" }, { name: "chat-completions" }],
      pingInterval: 15_000,
      defaultMaxTokens: 32_000,
      clock: systemClock,
    });
  });

  it("keeps the defaults beside the members that are set", () => {
    const settings = settingsOf({
      sizeLimits: { jsonDepth: 5 },
      timeouts: { total: 7 },
    });
    expect(settings.sizeLimits).toMatchObject({ jsonDepth: 5, messages: 10_000 });
    expect(settings.timeouts).toEqual({ firstEvent: 300_000, betweenEvents: 300_000, total: 7 });
  });

  it("is frozen, and does not touch or follow the options", () => {
    const models = [modelOf("m")];
    const options = Object.freeze({ ...least, models });
    const settings = toSettings(options);
    models.push(modelOf("later"));
    expect(settings.models).toHaveLength(1);
    expect([settings, settings.sizeLimits, settings.timeouts].every(Object.isFrozen)).toBe(true);
  });

  describe("formats", () => {
    const formatsOf = (change: Partial<ServiceOptions>) => settingsOf(change).formats;

    it("get the options of their names, beside their own defaults", () => {
      const [messages] = formatsOf({ messages: { vendor: "acme" } });
      expect(messages.requiredHeaders).toEqual([["acme-version", "2023-06-01"]]);
    });

    it("may be others than those that are built in", () => {
      expect(formatsOf({ formats: [chatCompletionsFormat] }).map(({ name }) => name)).toEqual([
        "chat-completions",
      ]);
    });
  });

  describe("keys", () => {
    it("must be set, unless everyone is served", () => {
      expect(() => settingsOf({ keys: undefined })).toThrow('"keys" is missing');
      const settings = settingsOf({ keys: undefined, allowAnonymous: true });
      expect(settings.keys).toBeUndefined();
    });

    it("must not be set when everyone is served", () => {
      expect(() => settingsOf({ allowAnonymous: true })).toThrow("not both");
    });
  });

  describe("models", () => {
    it("must be a list", () => {
      expect(() => settingsOf({ models: undefined as never })).toThrow(
        '"models" must be a list, not undefined',
      );
    });

    it.each([
      ["two ids", [modelOf("a"), modelOf("a")]],
      ["an id and an alias", [modelOf("a"), modelOf("b", { aliases: ["a"] })]],
      ["two aliases", [modelOf("b", { aliases: ["a", "a"] })]],
    ])("must have names of their own: not %s", (_name, models) => {
      expect(() => settingsOf({ models })).toThrow('two models have the name "a"');
    });

    it("must have prices if that is required", () => {
      const models = [modelOf("free")];
      expect(settingsOf({ models }).models).toHaveLength(1);
      expect(() => settingsOf({ models, requirePrices: true })).toThrow('"free" has no prices');
    });

    it.each([
      ["input", { input: Number.NaN, output: 1 }],
      ["input", { output: 1 }],
      ["output", { input: 1, output: -1 }],
      ["cacheRead", { input: 1, output: 1, cacheRead: Number.POSITIVE_INFINITY }],
      ["cacheWrite", { input: 1, output: 1, cacheWrite: "1" }],
    ])("must not have a price of %s that is none", (name, prices) => {
      const models = [{ ...modelOf("m"), prices: prices as never }];
      expect(() => settingsOf({ models })).toThrow(`"models[0].prices.${name}" must be a number`);
    });

    it("may be free, and may have no price for a cache", () => {
      const prices = { input: 0, output: 0, cacheRead: undefined };
      expect(settingsOf({ models: [modelOf("m", { prices })] }).models).toHaveLength(1);
    });
  });

  describe("the base path", () => {
    it.each([
      ["", ""],
      ["/", ""],
      ["/api", "/api"],
      ["/api/", "/api"],
      ["/a/b-c.d~e", "/a/b-c.d~e"],
    ])("%j becomes %j", (basePath, expected) => {
      expect(settingsOf({ basePath }).basePath).toBe(expected);
    });

    it.each(["api", "//api", "/a//b", "/a?b", "/a#b", "/a b", "http://host/api"])(
      "refuses %j",
      (basePath) => {
        expect(() => settingsOf({ basePath })).toThrow('"basePath" must be a path such as "/api"');
      },
    );
  });

  describe("numbers", () => {
    it.each<[string, Partial<ServiceOptions>]>([
      ["pingInterval", { pingInterval: 0 }],
      ["defaultMaxTokens", { defaultMaxTokens: -1 }],
      ["sizeLimits.bodyBytes", { sizeLimits: { bodyBytes: Number.NaN } }],
      ["uploadTimeout", { uploadTimeout: 0 }],
      ["sizeLimits.jsonDepth", { sizeLimits: { jsonDepth: "5" as never } }],
      ["timeouts.total", { timeouts: { total: 0 } }],
      ["timeouts.firstEvent", { timeouts: { firstEvent: undefined as never } }],
    ])("must be above 0: %s", (name, change) => {
      expect(() => settingsOf(change)).toThrow(TypeError);
      expect(() => settingsOf(change)).toThrow(`"${name}"`);
    });

    it("may be infinite", () => {
      const settings = settingsOf({ timeouts: { total: Number.POSITIVE_INFINITY } });
      expect(settings.timeouts.total).toBe(Number.POSITIVE_INFINITY);
    });
  });

  describe("the reporter", () => {
    const event = {
      type: "failure",
      at: 1,
      requestId: "r",
      step: "settle",
      fault: "store",
      kind: "store_unavailable",
      error: undefined,
    } as const;

    it("is told what happens", () => {
      const reporter = vi.fn();
      settingsOf({ reporter }).report(event);
      expect(reporter.mock.calls).toEqual([[event]]);
    });

    it.each<[string, () => void]>([
      [
        "throws",
        () => {
          throw new Error("hm");
        },
      ],
      ["rejects", () => Promise.reject(new Error("hm")) as never],
    ])("changes nothing when it %s", async (_name, fail) => {
      const unhandled = vi.fn();
      process.on("unhandledRejection", unhandled);
      onTestFinished(() => void process.off("unhandledRejection", unhandled));
      const told: unknown[] = [];
      // No mock: it would handle the rejection itself.
      const reporter = (each: unknown) => {
        told.push(each);
        return fail();
      };
      const { report } = settingsOf({ reporter });
      expect(() => report(event)).not.toThrow();
      await flushPromises();
      expect(told).toEqual([event]);
      expect(unhandled).not.toHaveBeenCalled();
    });

    it("may be missing", () => {
      expect(() => settingsOf().report(event)).not.toThrow();
    });
  });

  it("takes the strict profile as a value, and says so to whoever names it", () => {
    const validation = "strict" as never;
    expect(() => settingsOf({ validation })).toThrow('`strict` of "@diglot/core/strict"');
  });
});
