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

  const bytes = (size: number) => new Uint8Array(size);
  const about = { requestId: "a", at: 7 };
  const head = { status: 201, headers: [["x", "y"]] as const };
  const attempt = { attemptId: "att_1", url: "https://up.example/v1" };

  it("keeps what passes on both sides, with its times", () => {
    const log = new ContentLog(limits);
    const contents: Content[] = [
      { type: "request", ...about, body: bytes(3) },
      { type: "upstream_request", ...about, ...attempt, body: bytes(4) },
      { type: "upstream_answer", ...about, attemptId: "att_1", ...head },
      { type: "upstream_block", ...about, attemptId: "att_1", bytes: bytes(5) },
      { type: "answer", ...about, ...head },
      { type: "answer_block", ...about, bytes: bytes(6) },
    ] as Content[];
    for (const content of contents) log.take(content, true);
    const bodyOf = (size: number) => ({ blocks: [{ at: 7, bytes: bytes(size), size }], size });
    expect(log.get("a")).toEqual({
      held: 6 * 128 + 3 + 4 + 5 + 6,
      request: bodyOf(3),
      answer: { at: 7, ...head, body: bodyOf(6) },
      upstreams: new Map([
        [
          "att_1",
          {
            ...{ at: 7, url: attempt.url, request: bodyOf(4) },
            answer: { at: 7, ...head, body: bodyOf(5) },
          },
        ],
      ]),
      ...{ events: [], eventCount: 0 },
    });
    expect(log.held).toBe(log.get("a")?.held);
  });

  it("keeps no blocks without the head of their answer, and no request without a body", () => {
    const log = new ContentLog(limits);
    const contents = [
      { type: "request", ...about },
      { type: "answer_block", ...about, bytes: bytes(6) },
      { type: "upstream_block", ...about, attemptId: "att_1", bytes: bytes(5) },
      { type: "upstream_request", ...about, ...attempt, body: bytes(4) },
      { type: "upstream_block", ...about, attemptId: "att_1", bytes: bytes(5) },
    ] as unknown as Content[];
    for (const content of contents) log.take(content, true);
    expect(log.get("a")).toMatchObject({
      ...{ held: 128 + 4, request: { blocks: [], size: 0 } },
    });
    expect(log.get("a")).not.toHaveProperty("answer");
    log.take({ type: "upstream_answer", ...about, attemptId: "att_9", ...head }, true);
    expect([...(log.get("a")?.upstreams.keys() ?? [])]).toEqual(["att_1"]);
  });

  it("keeps as many bytes of a request as there is room for, to the last one", () => {
    const log = new ContentLog({ ...limits, bytesPerRequest: 400 });
    log.take({ type: "answer", ...about, status: 200, headers: [] }, true);
    log.take({ type: "answer_block", ...about, bytes: bytes(100) }, true);
    const blocksOf = () => log.get("a")?.answer?.body.blocks.map((block) => block.bytes.length);
    expect([blocksOf(), log.held]).toEqual([[100], 356]);
    log.take({ type: "answer_block", ...about, bytes: bytes(100) }, true);
    expect([blocksOf(), log.held]).toEqual([[100], 356]);
    const full = new ContentLog({ ...limits, bytesPerRequest: 356 + 128 });
    full.take({ type: "answer", ...about, status: 200, headers: [] }, true);
    for (let block = 0; block < 2; block += 1) {
      full.take({ type: "answer_block", ...about, bytes: bytes(100) }, true);
    }
    expect([full.get("a")?.answer?.body.blocks.length, full.held]).toEqual([1, 356]);
    const wide = new ContentLog({ ...limits, bytesPerRequest: 485 });
    wide.take({ type: "answer", ...about, status: 200, headers: [] }, true);
    for (let block = 0; block < 3; block += 1) {
      wide.take({ type: "answer_block", ...about, bytes: bytes(100) }, true);
    }
    expect(wide.get("a")?.answer?.body).toMatchObject({
      ...{ size: 300, blocks: [{ size: 100 }, { size: 100, bytes: bytes(1) }] },
    });
    expect(wide.held).toBe(485);
  });

  it("keeps events by their length, as long as there is room for a whole one", () => {
    const text = { type: "delta", index: 0, delta: { type: "text", text: "1234" } } as const;
    const stop = { type: "stop", reason: "end" } as const;
    const take = (log: ContentLog, ...events: object[]) =>
      log.take({ type: "events", ...about, events: events as never }, true);
    const log = new ContentLog(limits);
    take(log, text);
    expect(log.held).toBe(8 + 128);
    take(log, { choice: 1, event: text });
    expect(log.held).toBe(2 * (8 + 128));
    take(log, stop);
    expect(log.held).toBe(2 * (8 + 128) + 2 * JSON.stringify(stop).length + 128);
    const args = { type: "delta", index: 0, delta: { type: "arguments", json: "{}" } };
    const full = new ContentLog({ ...limits, bytesPerRequest: 8 + 128 });
    take(full, text, args, text);
    expect(full.get("a")).toMatchObject({ eventCount: 3, events: [{ at: 7, event: text }] });
    const narrow = new ContentLog({ ...limits, bytesPerRequest: 8 + 127 });
    take(narrow, text);
    expect(narrow.get("a")).toMatchObject({ eventCount: 1, events: [] });
  });

  it("holds as much as all that is kept, whatever was forgotten", () => {
    const log = new ContentLog({ ...limits, bytes: 1_000, requests: 2 });
    for (const id of ["a", "b", "c", "d"]) log.take(request(id, 100), false);
    expect([log.held, log.get("b")]).toEqual([2 * 228, undefined]);
    log.take(request("e", 644), false);
    expect([log.held, log.get("d")?.held]).toEqual([1_000, 228]);
    log.take(request("f", 645), false);
    expect([log.held, log.get("e"), log.get("f")?.held]).toEqual([773, undefined, 773]);
  });
});
