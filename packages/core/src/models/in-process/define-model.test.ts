import { conversationOf } from "@diglot/test-support/conversations";
import { describe, expect, it, vi } from "vitest";
import { eventsOf, modelRequestOf } from "../../../test/make.js";
import { ServiceError } from "../../errors/service-error.js";
import type { ModelRequest } from "../model.js";
import { defaultCapabilities } from "./capabilities.js";
import { defineModel } from "./define-model.js";
import { usage } from "./yields.js";

const conversation = conversationOf({ system: [{ type: "text", text: "12345678" }] });

function requestOf(change: Partial<ModelRequest> = {}) {
  return modelRequestOf({ conversation: () => conversation, ...change });
}

async function* nothing() {
  // Yields nothing.
}

describe("defineModel", () => {
  it("fills in defaults for options that are not set", () => {
    expect(defineModel("m", nothing)).toMatchObject({
      id: "m",
      aliases: [],
      displayName: "m",
      created: 0,
      ownedBy: "diglot",
      capabilities: defaultCapabilities,
      prices: undefined,
    });
  });

  it("keeps the options that are set", () => {
    const model = defineModel("m", nothing, {
      displayName: "M",
      created: 5,
      ownedBy: "me",
      aliases: ["n"],
      capabilities: { images: false },
      prices: { input: 1, output: 2 },
      countInputTokens: () => 77,
    });
    expect(model).toMatchObject({ displayName: "M", created: 5, ownedBy: "me", aliases: ["n"] });
    expect(model.capabilities).toEqual({ ...defaultCapabilities, images: false });
    expect(model.countInputTokens(conversation)).toBe(77);
    expect(Object.isFrozen(model)).toBe(true);
  });

  it("counts input with the counter of texts if there is no counter of conversations", () => {
    const model = defineModel("m", nothing, { countTokens: (text) => text.length });
    expect(model.countInputTokens(conversation)).toBe(8);
    expect(defineModel("m", nothing).countInputTokens(conversation)).toBe(2);
  });

  it("refuses invalid options", () => {
    expect(() => defineModel("", nothing)).toThrow('"id" must be a string that is not empty');
    expect(() => defineModel(undefined as never, nothing)).toThrow(TypeError);
    expect(() => defineModel("m", undefined as never)).toThrow(
      '"respond" must be an async generator function',
    );
  });

  it("opens one attempt before the generator runs, and closes it at the end", async () => {
    const { request, attempt, close } = requestOf();
    const order: string[] = [];
    attempt.mockImplementationOnce(async () => {
      order.push("attempt");
      return { id: "att", watch: () => undefined, close, release: async () => undefined };
    });
    const model = defineModel("m", async function* () {
      order.push("generator");
      yield "hi";
    });
    const events = eventsOf(await model.respond(request));
    while (await events.read());
    expect(order).toEqual(["attempt", "generator"]);
    expect(attempt).toHaveBeenCalledWith({ model });
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      ["completed", expect.objectContaining({ input: 2 })],
    ]);
  });

  it("reports that it is running before the generator runs, and its usage whenever it is asked", async () => {
    const { request, watch } = requestOf();
    const model = defineModel("m", async function* () {
      yield "12345678";
      yield usage({ cacheRead: 7 });
      yield "1";
    });
    const events = eventsOf(await model.respond(request));
    const observe = watch.mock.calls[0]?.[0];
    expect(observe?.()).toEqual({ input: 2, output: 0, reasoning: 0 });
    await events.read();
    expect(observe?.()).toEqual({ input: 2, output: 2, reasoning: 0 });
    while (await events.read());
    expect(observe?.()).toEqual({ input: 0, cacheRead: 7, output: 3, reasoning: 0 });
    expect(watch).toHaveBeenCalledTimes(1);
  });

  it("does not run when the attempt is refused", async () => {
    const respond = vi.fn(nothing);
    const refused = new ServiceError({ kind: "budget_exhausted", message: "No." });
    const { request } = requestOf({ attempt: () => Promise.reject(refused) });
    await expect(defineModel("m", respond).respond(request)).rejects.toBe(refused);
    expect(respond).not.toHaveBeenCalled();
  });

  it("releases the attempt when the caller has left before it is sent", async () => {
    const respond = vi.fn(nothing);
    const { request, close, release } = requestOf({ signal: AbortSignal.abort(new Error("gone")) });
    await expect(defineModel("m", respond).respond(request)).rejects.toThrow("gone");
    expect(respond).not.toHaveBeenCalled();
    expect([release.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  });

  it("closes the attempt as failed when the function throws at once, and passes the failure on", async () => {
    const { request, close, release } = requestOf();
    const model = defineModel("m", () => {
      throw new Error("broken");
    });
    await expect(model.respond(request)).rejects.toThrow("broken");
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      [
        "upstream_error",
        expect.objectContaining({
          input: 2,
          output: 0,
          sources: expect.objectContaining({ input: "estimated", output: "observed" }),
        }),
      ],
    ]);
    expect(release).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a string", "text"],
    ["a promise", Promise.resolve("text")],
    ["a plain list", ["text"]],
  ])("closes the attempt as failed when the function returns %s", async (_name, returned) => {
    const { request, close } = requestOf();
    const failure = defineModel("m", () => returned as never).respond(request);
    await expect(failure).rejects.toMatchObject({
      kind: "internal",
      cause: expect.objectContaining({ message: expect.stringContaining("async function*") }),
    });
    expect(close.mock.calls.map(([end]) => end)).toEqual(["upstream_error"]);
  });

  it("closes the attempt as failed when the generator rejects", async () => {
    const { request, close } = requestOf();
    const model = defineModel("m", async function* () {
      yield "1234";
      throw new Error("broken");
    });
    const events = eventsOf(await model.respond(request));
    await events.read();
    await expect(events.read()).rejects.toThrow("broken");
    expect(close.mock.calls.map(([end, usage]) => [end, usage])).toEqual([
      ["upstream_error", expect.objectContaining({ output: 1 })],
    ]);
  });

  it("enforces the stop sequences and the token limit of the request", async () => {
    const say = (text: string) =>
      defineModel("m", async function* () {
        yield text;
      });
    const lastStop = async (text: string, change: Partial<ModelRequest>) => {
      const events = eventsOf(await say(text).respond(requestOf(change).request));
      const all = [];
      for (let batch = await events.read(); batch; batch = await events.read()) all.push(...batch);
      return all.find(({ type }) => type === "stop");
    };
    const stopping = { ...conversation, stopSequences: ["b"] };
    expect(await lastStop("abc", { conversation: () => stopping })).toMatchObject({
      sequence: "b",
    });
    expect(await lastStop("12345", { maxTokens: 1 })).toMatchObject({ reason: "max_tokens" });
  });
});
