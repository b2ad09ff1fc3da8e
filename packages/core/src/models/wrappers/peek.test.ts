import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { modelRequestOf } from "../../../test/make.js";
import {
  replyKinds,
  type Script,
  scriptedModel,
  stepsOf,
  whole,
} from "../../../test/scripted-model.js";
import type { ConversationEvent } from "../../conversation/events.js";
import { ServiceError } from "../../errors/service-error.js";
import type { RelayReply, Reply } from "../model.js";
import { untilContent, untilFirstEvent } from "./peek.js";

const broken = new ServiceError({ kind: "upstream_unavailable", message: "Broken." });

describe.each(replyKinds)("a peek into a reply of %s", (kind) => {
  const open = async (script: Script) => {
    const { model, log } = scriptedModel("m", kind, script);
    const controller = new AbortController();
    const { request } = modelRequestOf({ signal: controller.signal });
    return { reply: await model.respond(request), controller, signal: request.signal, log };
  };

  it.each([
    ["first event", untilFirstEvent],
    ["content", untilContent],
  ])("until its %s loses no event", async (_name, peek) => {
    const { reply, signal, log } = await open(whole);
    const peeked = await peek(reply, signal);
    expect(log.ends).toEqual([]);
    expect(await stepsOf(peeked)).toEqual(whole);
    expect(log.ends).toEqual(["completed"]);
  });

  it("may be followed by another peek", async () => {
    const { reply, signal } = await open(whole);
    const peeked = await untilContent(await untilFirstEvent(reply, signal), signal);
    expect(await stepsOf(peeked)).toEqual(whole);
  });

  it("rejects with a failure that comes before the awaited event", async () => {
    const first = await open([broken]);
    await expect(untilFirstEvent(first.reply, first.signal)).rejects.toBe(broken);
    const content = await open(["start", broken]);
    await expect(untilContent(content.reply, content.signal)).rejects.toBe(broken);
    expect(content.log.ends).toEqual(["upstream_error"]);
  });

  it("leaves later failures to the reader", async () => {
    const { reply, signal } = await open(["start", "content", broken]);
    const peeked = await untilContent(reply, signal);
    await expect(stepsOf(peeked)).rejects.toBe(broken);
  });

  it.each([
    ["first event", untilFirstEvent, "hang"],
    ["content", untilContent, "start"],
  ] as const)(
    "until its %s cancels the reply at the moment of an abort",
    async (_name, peek, step) => {
      const { reply, controller, signal, log } = await open([step, "hang"]);
      const peeked = peek(reply, signal);
      await flushPromises();
      controller.abort(new Error("gone"));
      expect(log.ends).toEqual(["client_abort"]);
      await expect(peeked).rejects.toThrow("gone");
    },
  );

  it("cancels a reply that arrives after the abort", async () => {
    const { reply, controller, signal, log } = await open(whole);
    controller.abort(new ServiceError({ kind: "upstream_timeout", message: "Late." }));
    await expect(untilFirstEvent(reply, signal)).rejects.toThrow("Late.");
    expect(log.ends).toEqual(["timeout"]);
  });

  it("passes a cancel on, and replays nothing after it", async () => {
    const { reply, signal, log } = await open(["start", "content", "hang"]);
    const peeked = await untilFirstEvent(reply, signal);
    const source = peeked.kind === "events" ? peeked.events : (peeked as RelayReply).body;
    if (source instanceof Uint8Array) throw new Error("A source was expected.");
    await source.cancel("limit");
    expect(log.ends).toEqual(["limit"]);
    expect(await source.read()).toBeUndefined();
  });

  it("treats a reply that ends before it has begun as malformed, and the model as one that may have run", async () => {
    const { reply, signal } = await open([]);
    await expect(untilFirstEvent(reply, signal)).rejects.toMatchObject({
      kind: "upstream_bad_response",
      mayHaveRun: true,
    });
  });
});

describe("untilContent", () => {
  const { signal } = new AbortController();

  it("accepts an end without content", async () => {
    const { model } = scriptedModel("m", "events", ["start", "end"]);
    const reply = await model.respond(modelRequestOf().request);
    expect(await stepsOf(await untilContent(reply, signal))).toEqual(["start", "end"]);
  });

  it("gives up on a reply that has no content in a thousand batches", async () => {
    const cancel = vi.fn(async () => undefined);
    const batch: readonly ConversationEvent[] = [{ type: "usage", usage: {} }];
    const reply: Reply = { kind: "events", events: { read: async () => batch, cancel } };
    await expect(untilContent(reply, signal)).rejects.toMatchObject({
      kind: "upstream_bad_response",
    });
    expect(cancel).toHaveBeenCalled();
  });
});

describe("untilFirstEvent", () => {
  it("has nothing to wait for in a complete body", async () => {
    const reply: Reply = {
      kind: "relay",
      status: 200,
      headers: [],
      body: new Uint8Array(1),
      untilContent: async () => undefined,
    };
    expect(await untilFirstEvent(reply, new AbortController().signal)).toBe(reply);
  });
});
