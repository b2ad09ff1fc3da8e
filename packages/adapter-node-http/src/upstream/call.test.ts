import { getEventListeners } from "node:events";
import type { TransportResponse } from "@diglot/core";
import type { Dispatcher } from "undici";
import { describe, expect, it, vi } from "vitest";
import { Call } from "./call.js";

/** A call, and what becomes of it. */
function open(signal?: AbortSignal) {
  const abort = new AbortController();
  const handlers = {
    resolve: vi.fn<(response: TransportResponse) => void>(),
    reject: vi.fn<(error: Error) => void>(),
    retry: vi.fn(),
  };
  const request = { method: "GET" as const, url: "http://one.example", headers: [] };
  const call = new Call({ ...request, signal: signal ?? abort.signal }, handlers);
  const controller = {
    ...{ pause: vi.fn(), resume: vi.fn(), abort: vi.fn() },
    rawHeaders: [Buffer.from("x")] as Buffer[] | null,
  };
  const undici = controller as unknown as Dispatcher.DispatchController;
  const listeners = () => getEventListeners(abort.signal, "abort").length;
  return { call, abort, controller, undici, handlers, listeners };
}

const closed = (code = "UND_ERR_SOCKET") => Object.assign(new Error("closed"), { code });

describe("a call", () => {
  it("is answered by its first head that is no informational one, of which it keeps no block", async () => {
    const { call, controller, undici, handlers, listeners } = open();
    call.onRequestStart(undici);
    call.onResponseStart(undici, 103, {});
    expect(handlers.resolve).not.toHaveBeenCalled();
    call.onResponseStart(undici, 200, { "x-a": "1", "set-cookie": ["b", "c"] });
    expect(controller.rawHeaders).toBeNull();
    const [{ status, headers, body }] = handlers.resolve.mock.calls[0]!;
    expect([status, headers.get("X-A"), headers.get("set-cookie"), headers.get("x-b")]).toEqual([
      ...[200, "1", "b, c", null],
    ]);
    expect(headers.get("constructor")).toBeNull();
    expect([...headers.keys()]).toEqual(["x-a", "set-cookie"]);
    call.onResponseData(undici, Buffer.from("whole"));
    call.onResponseEnd();
    expect(await body.read()).toEqual(Buffer.from("whole"));
    expect(await body.read()).toBeUndefined();
    expect([call.over, listeners()]).toEqual([true, 0]);
  });

  it("is made once more if its connection was closed before it was written, and no more often", () => {
    const { call, undici, handlers } = open();
    call.onResponseError(undici, closed());
    expect([handlers.retry.mock.calls, call.over]).toEqual([[[call]], false]);
    call.onResponseError(undici, closed());
    expect(handlers.retry).toHaveBeenCalledTimes(1);
    expect(handlers.reject).toHaveBeenCalledExactlyOnceWith(closed());
  });

  it("is not made again once it was written, or for another reason", () => {
    const written = open();
    written.call.onRequestStart(written.undici);
    written.call.onResponseError(written.undici, closed());
    const refused = open();
    refused.call.onResponseError(refused.undici, closed("ECONNREFUSED"));
    for (const { handlers, call, listeners } of [written, refused]) {
      expect(handlers.retry).not.toHaveBeenCalled();
      expect(handlers.reject).toHaveBeenCalledOnce();
      expect([call.over, listeners()]).toEqual([true, 0]);
    }
  });

  it("ends with its signal: before it is written, while it waits, and within its answer", async () => {
    const before = open();
    before.abort.abort();
    expect(before.handlers.reject).toHaveBeenCalledOnce();
    expect(() => before.call.onRequestStart(before.undici)).toThrow("aborted");

    const waiting = open();
    waiting.call.onRequestStart(waiting.undici);
    waiting.abort.abort();
    expect(waiting.controller.abort).toHaveBeenCalledOnce();
    waiting.call.onResponseError(waiting.undici, closed());
    expect(waiting.handlers.reject).toHaveBeenCalledOnce();
    expect(waiting.handlers.retry).not.toHaveBeenCalled();

    const answered = open();
    answered.call.onRequestStart(answered.undici);
    answered.call.onResponseStart(answered.undici, 200, {});
    const [{ body }] = answered.handlers.resolve.mock.calls[0]!;
    const reading = body.read();
    answered.abort.abort();
    await expect(reading).rejects.toThrow("aborted");
    expect(answered.controller.abort).toHaveBeenCalledOnce();
  });

  it("is over at once if its signal has aborted before", () => {
    const { call, handlers, listeners } = open(AbortSignal.abort());
    expect([call.over, listeners()]).toEqual([true, 0]);
    expect(handlers.reject).toHaveBeenCalledOnce();
  });

  it("passes on that its reader stalls, and goes on", () => {
    const { call, controller, undici } = open();
    call.onRequestStart(undici);
    call.pause();
    call.resume();
    expect([controller.pause, controller.resume].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1,
    ]);
  });
});
