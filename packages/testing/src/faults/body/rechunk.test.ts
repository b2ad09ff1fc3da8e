import type { Answer, ByteSource } from "@diglot/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chunks } from "../fault.js";
import { rechunk } from "./rechunk.js";

const utf8 = new TextEncoder();

function sourceOfBlocks(blocks: readonly Uint8Array[]): ByteSource {
  const left = [...blocks];
  return { read: async () => left.shift(), cancel: async () => undefined };
}

function answerOf(body: Answer["body"], type = "text/event-stream; charset=utf-8"): Answer {
  return { status: 200, headers: [["content-type", type]], body };
}

async function readsOf({ body }: Answer): Promise<Uint8Array[]> {
  const reads: Uint8Array[] = [];
  if (body instanceof Uint8Array) return [body];
  for (let block = await body?.read(); block; block = await body?.read()) reads.push(block);
  return reads;
}

async function textsOf(body: string, chunks: Chunks, type?: string): Promise<string[]> {
  const reads = await readsOf(rechunk(answerOf(utf8.encode(body), type), chunks));
  return reads.map((read) => new TextDecoder().decode(read));
}

const anyChunks: fc.Arbitrary<Chunks> = fc.oneof(
  fc.constantFrom<Chunks>("whole", "events", "characters", "lines"),
  fc.record({ bytes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ events: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ seed: fc.integer(), upTo: fc.integer({ min: 1, max: 20 }) }),
);

/** Blocks whose bytes are rich in what ends lines, frames and characters. */
const anyBlocks = fc.array(
  fc
    .array(fc.constantFrom("a", "ä", "😀", "\n", "\r", "\r\n", "\n\n", ": ", "data: ", "event: x"))
    .map((pieces) => utf8.encode(pieces.join("")))
    .filter(({ length }) => length > 0),
);

describe("rechunk", () => {
  it("keeps every byte, whatever the cut", async () => {
    await fc.assert(
      fc.asyncProperty(anyBlocks, anyChunks, async (blocks, chunks) => {
        const reads = await readsOf(rechunk(answerOf(sourceOfBlocks(blocks)), chunks));
        expect(Buffer.concat(reads)).toEqual(Buffer.concat(blocks));
        expect(reads.every(({ length }) => length > 0)).toBe(true);
      }),
    );
  });

  it("cuts at the same places, however the bytes come", async () => {
    await fc.assert(
      fc.asyncProperty(anyBlocks, anyChunks, async (blocks, chunks) => {
        const apart = await readsOf(rechunk(answerOf(sourceOfBlocks(blocks)), chunks));
        const bytes = new Uint8Array(Buffer.concat(blocks));
        const joined = await readsOf(rechunk(answerOf(bytes), chunks));
        expect(apart.map(({ length }) => length)).toEqual(joined.map(({ length }) => length));
      }),
    );
  });

  it("gives each event a read of its own, with the comments before it", async () => {
    const events = ["data: 1\n\n", ": ping\n\ndata: 2\n\n", "event: x\ndata: 3\r\n\r\n"];
    expect(await textsOf(events.join(""), "events")).toEqual(events);
  });

  it("merges so many events into one read", async () => {
    const stream = "data: 1\n\ndata: 2\n\ndata: 3\n\n";
    expect(await textsOf(stream, { events: 2 })).toEqual(["data: 1\n\ndata: 2\n\n", "data: 3\n\n"]);
  });

  it("leaves a JSON answer alone that has no events to cut between", async () => {
    const answer = answerOf(utf8.encode("{}\n\n{}"), "application/json");
    expect(rechunk(answer, "events")).toBe(answer);
    expect(rechunk(answer, { events: 2 })).toBe(answer);
  });

  it("ends each read inside a character", async () => {
    const reads = await readsOf(rechunk(answerOf(utf8.encode("aä😀b")), "characters"));
    expect(reads.map((read) => [...read])).toEqual([
      [0x61, 0xc3],
      [0xa4, 0xf0],
      [0x9f],
      [0x98],
      [0x80, 0x62],
    ]);
  });

  it("cuts every line in its middle", async () => {
    expect(await textsOf("data: 1\r\n\r\nab\nabcd", "lines")).toEqual([
      "dat",
      "a: 1\r\n\r\na",
      "b\nab",
      "cd",
    ]);
  });

  it("cuts at random places that are the same for the same seed", async () => {
    const text = "x".repeat(500);
    const first = await textsOf(text, { seed: 7 });
    expect(await textsOf(text, { seed: 7 })).toEqual(first);
    expect(await textsOf(text, { seed: 8 })).not.toEqual(first);
    expect(first.every(({ length }) => length >= 1 && length <= 64)).toBe(true);
  });

  it("cuts into so many bytes, and one read of the whole", async () => {
    expect(await textsOf("abcde", { bytes: 2 })).toEqual(["ab", "cd", "e"]);
    expect(await textsOf("abcde", "whole")).toEqual(["abcde"]);
  });

  it("keeps the head, content-length included", () => {
    const answer: Answer = {
      status: 201,
      headers: [["content-length", "2"]],
      body: utf8.encode("{}"),
    };
    expect(rechunk(answer, { bytes: 1 })).toMatchObject({ status: 201, headers: answer.headers });
  });

  it.each([{ bytes: 0 }, { events: -1 }, { bytes: 1.5 }, { seed: 1, upTo: 0 }])(
    "refuses a size that cannot be: %j",
    (chunks) => {
      expect(() => rechunk(answerOf(utf8.encode("a")), chunks)).toThrow(TypeError);
    },
  );
});
