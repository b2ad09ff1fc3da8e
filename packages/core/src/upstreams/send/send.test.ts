import { deferred } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { AbortLink } from "../../runtime/abort-link.js";
import type { Upstream } from "../upstream.js";
import { send } from "./send.js";
import type { Transport, TransportResponse } from "./transport.js";

/** A request through a transport that a test answers. */
function sending(body?: Uint8Array) {
  const link = new AbortLink();
  const head = deferred<TransportResponse>();
  const transport = vi.fn<Transport>(() => head.promise);
  const settings = { baseUrl: "http://upstream.test/v1", transport };
  const upstream = { settings, writeHeaders: () => [] } as unknown as Upstream;
  const sent = send(upstream, { path: "/models", headers: [], stream: false, body }, link);
  const cancel = vi.fn(async () => {
    throw new Error("cannot be cancelled");
  });
  const response = { status: 200, headers: new Headers(), body: { read: () => undefined, cancel } };
  return { link, head, transport, sent, cancel, response };
}

describe("send", () => {
  it.each([
    ["GET", undefined],
    ["POST", new Uint8Array(1)],
  ])("sends a %s with the signal of the attempt", async (method, body) => {
    const { link, head, transport, sent, response, cancel } = sending(body);
    const [request] = transport.mock.calls[0] ?? [];
    expect(request).toMatchObject({ method, url: "http://upstream.test/v1/models", abort: link });
    expect([request?.body, request?.signal.aborted]).toEqual([body, false]);
    head.resolve(response);
    expect(await sent).toBe(response);
    expect(cancel).not.toHaveBeenCalled();
    link.abort("over");
    expect(request?.signal.aborted).toBe(true);
  });

  it("fails with the reason of an abort, and leaves an answer that comes after it", async () => {
    const { link, head, sent, response, cancel } = sending();
    link.abort("gone");
    await expect(sent).rejects.toBe("gone");
    expect(cancel).not.toHaveBeenCalled();
    head.resolve(response);
    await head.promise;
    await Promise.resolve();
    expect(cancel).toHaveBeenCalledExactlyOnceWith("gone");
  });

  it("says of a network that failed whether the request may have left", async () => {
    const failing = (code: string) => {
      const transport = () => Promise.reject(Object.assign(new Error("x"), { code }));
      const settings = { baseUrl: "http://upstream.test", transport };
      const upstream = { settings, writeHeaders: () => [] } as unknown as Upstream;
      return send(upstream, { path: "/", headers: [], stream: false }, new AbortLink());
    };
    await expect(failing("ECONNREFUSED")).rejects.toMatchObject({ mayHaveRun: false });
    await expect(failing("ECONNRESET")).rejects.toMatchObject({
      kind: "upstream_unavailable",
      mayHaveRun: true,
    });
  });
});
