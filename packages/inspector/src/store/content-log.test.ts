import type { Content } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { ContentLog } from "./content-log.js";

const limits = { requests: 10, bytes: 10_000, bytesPerRequest: 2_000 };

const request = (requestId: string, size: number): Content => ({
  ...{ type: "request", requestId, at: 1 },
  body: new Uint8Array(size),
});

describe("the log of contents", () => {
  it("keeps the begin of a body that is too large, and its whole size", () => {
    const log = new ContentLog(limits);
    log.take(request("a", 5_000), false);
    const body = log.get("a")?.request;
    expect(body?.size).toBe(5_000);
    expect(body?.blocks[0]?.bytes.length).toBeLessThan(2_000);
  });

  it("forgets the oldest requests when all together are too large", () => {
    const log = new ContentLog(limits);
    for (const id of ["a", "b", "c", "d", "e", "f"]) log.take(request(id, 5_000), false);
    expect(log.held).toBeLessThanOrEqual(limits.bytes);
    expect(log.get("a")).toBeUndefined();
    expect(log.get("f")).toBeDefined();
  });

  it("forgets the oldest requests when they are too many", () => {
    const log = new ContentLog({ ...limits, requests: 2 });
    for (const id of ["a", "b", "c"]) log.take(request(id, 1), false);
    expect(["a", "b", "c"].filter((id) => log.get(id))).toEqual(["b", "c"]);
  });

  it("never holds more than its limit, however long a stream is", () => {
    const log = new ContentLog(limits);
    log.take({ type: "answer", requestId: "a", at: 1, status: 200, headers: [] }, true);
    for (let block = 0; block < 1_000; block++) {
      log.take({ type: "answer_block", requestId: "a", at: block, bytes: new Uint8Array(9) }, true);
    }
    const event = { type: "delta", index: 0, delta: { type: "text", text: "word" } } as const;
    for (let at = 0; at < 1_000; at++) {
      log.take({ type: "events", requestId: "a", at, events: [event] }, true);
    }
    expect(log.held).toBeLessThanOrEqual(limits.bytesPerRequest);
    expect(log.get("a")).toMatchObject({ eventCount: 1_000, answer: { body: { size: 9_000 } } });
  });

  it("copies blocks, which the service uses again", () => {
    const log = new ContentLog(limits);
    const bytes = new Uint8Array([1, 2, 3]);
    log.take({ type: "answer", requestId: "a", at: 1, status: 200, headers: [] }, true);
    log.take({ type: "answer_block", requestId: "a", at: 1, bytes }, true);
    bytes.fill(0);
    expect(log.get("a")?.answer?.body.blocks[0]?.bytes).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("keeps no answer of a request that is not known, such as a new key's secret", () => {
    const log = new ContentLog(limits);
    log.take({ type: "answer", requestId: "a", at: 1, status: 201, headers: [] }, false);
    log.take({ type: "answer_block", requestId: "a", at: 1, bytes: new Uint8Array(9) }, false);
    expect(log.get("a")).toBeUndefined();
  });
});
