import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Answer, ByteSource, Exchange } from "./exchange.js";
import { toExchange, toResponse } from "./web.js";

async function bytesOf(exchange: Exchange): Promise<string> {
  if (exchange.body.kind !== "source") return exchange.body.kind;
  const { source } = exchange.body;
  const blocks: Uint8Array[] = [];
  for (let block = await source.read(); block; block = await source.read()) blocks.push(block);
  return Buffer.concat(blocks).toString();
}

function post(body: string | ReadableStream<Uint8Array>): Request {
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
}

describe("toExchange", () => {
  it.each([
    ["http://localhost", "/"],
    ["http://localhost/", "/"],
    ["https://host:8443/v1/messages?beta=true", "/v1/messages?beta=true"],
    ["http://host//v1/messages", "//v1/messages"],
    ["http://host?x=/a", "/?x=/a"],
    ["http://user:secret@host/a", "/a"],
  ])("takes path and query out of %s", (url, target) => {
    const withoutUser = url.replace("user:secret@", "");
    expect(toExchange(new Request(withoutUser), []).target).toBe(target);
  });

  it("carries what the runtime has passed, the request first", () => {
    const request = new Request("http://localhost/");
    const [env, ctx] = [{}, { waitUntil: () => undefined }];
    expect(toExchange(request, [env, ctx]).host).toEqual([request, env, ctx]);
    expect(toExchange(request).host).toEqual([request]);
  });

  it("carries method, headers and signal", () => {
    const controller = new AbortController();
    const exchange = toExchange(
      new Request("http://localhost/", {
        method: "DELETE",
        headers: { "X-Key": "a" },
        signal: controller.signal,
      }),
      [],
    );
    expect([exchange.method, exchange.headers.get("x-key")]).toEqual(["DELETE", "a"]);
    controller.abort();
    expect(exchange.signal.aborted).toBe(true);
  });

  it("has an empty body if the request has none", () => {
    expect(toExchange(new Request("http://localhost/"), []).body).toEqual({ kind: "empty" });
  });

  it("streams the body", async () => {
    expect(await bytesOf(toExchange(post("héllo"), []))).toBe("héllo");
  });

  it("reads the body as a whole in a runtime that does not expose it as a stream", async () => {
    const request = Object.defineProperty(post("hello"), "body", { value: undefined });
    expect(await bytesOf(toExchange(request, []))).toBe("hello");
  });

  it("cancels the body when its reader leaves", async () => {
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel,
    });
    const exchange = toExchange(post(body), []);
    if (exchange.body.kind === "source") {
      await exchange.body.source.read();
      await exchange.body.source.cancel();
    }
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it.each<[string, (context: object) => readonly unknown[]]>([
    ["as the only argument", (context) => [context]],
    ["after an environment", (context) => [{ KEY: "x" }, context]],
    ["after nothing", (context) => [undefined, null, 5, context]],
  ])("finds what keeps the host alive %s", async (_name, argumentsOf) => {
    class Context {
      readonly works: Promise<unknown>[] = [];
      waitUntil(work: Promise<unknown>): void {
        this.works.push(work);
      }
    }
    const context = new Context();
    const work = Promise.resolve();
    toExchange(new Request("http://localhost/"), argumentsOf(context)).waitUntil?.(work);
    expect(context.works).toEqual([work]);
  });

  it("works without it", () => {
    const exchange = toExchange(new Request("http://localhost/"), [{ waitUntil: true }, {}]);
    expect(exchange.waitUntil).toBeUndefined();
  });
});

describe("toResponse", () => {
  function answerWith(answer: Answer): Response {
    return toResponse(answer, new Request("http://localhost/"));
  }

  function sourceOf(...texts: string[]) {
    const cancel = vi.fn(async (_reason?: unknown) => undefined);
    const read = vi.fn(async () => {
      const text = texts.shift();
      return text === undefined ? undefined : new TextEncoder().encode(text);
    });
    const source: ByteSource = { read, cancel };
    return { source, read, cancel };
  }

  it("carries status, repeated headers and bytes", async () => {
    const response = answerWith({
      status: 418,
      headers: [
        ["x-a", "1"],
        ["x-a", "2"],
      ],
      body: new TextEncoder().encode("tea"),
    });
    expect([response.status, response.headers.get("x-a"), await response.text()]).toEqual([
      418,
      "1, 2",
      "tea",
    ]);
  });

  it.each([200, 204, 405])("has no body if the answer has none, with status %d", async (status) => {
    const response = answerWith({ status, headers: [], body: undefined });
    expect(response.body).toBeNull();
  });

  it("streams a source to its end", async () => {
    const { source } = sourceOf("a", "", "b");
    expect(await answerWith({ status: 200, headers: [], body: source }).text()).toBe("ab");
  });

  it("reads nothing ahead of its reader", async () => {
    const { source, read } = sourceOf("a", "b", "c");
    const reader = answerWith({ status: 200, headers: [], body: source }).body?.getReader();
    await flushPromises();
    expect(read).not.toHaveBeenCalled();
    await reader?.read();
    await flushPromises();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("cancels the source with its reader", async () => {
    const { source, cancel } = sourceOf("a", "b");
    const response = answerWith({ status: 200, headers: [], body: source });
    await response.body?.cancel("enough");
    expect(cancel.mock.calls).toEqual([["enough"]]);
  });

  it("fails with its source", async () => {
    const source = { ...sourceOf().source, read: () => Promise.reject(new Error("cut")) };
    const response = answerWith({ status: 200, headers: [], body: source });
    await expect(response.text()).rejects.toThrow("cut");
  });

  it("still observes the caller's abort when the request could be garbage-collected", async () => {
    const controller = new AbortController();
    const { source, cancel } = sourceOf();
    const silent = { ...source, read: () => new Promise<undefined>(() => undefined) };
    const request = () => new Request("http://localhost/", { signal: controller.signal });
    const response = answerTo(request(), (signal) => {
      signal.addEventListener("abort", () => void cancel(signal.reason));
      return { status: 200, headers: [], body: silent };
    });
    void response.text();
    await collectGarbage();
    controller.abort("gone");
    expect(cancel.mock.calls).toEqual([["gone"]]);
  });
});

/** As in a service: only the answer holds the request. */
function answerTo(request: Request, answer: (signal: AbortSignal) => Answer): Response {
  return toResponse(answer(request.signal), request);
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  for (let round = 0; round < 3; round++) {
    await flushPromises();
    collect();
  }
}
