import { createFold, createStreamReader, readResponse } from "@diglot/core/translation";
import { describe, expect, it } from "vitest";
import { formatNames } from "../common/formats.js";
import { toJson, toStream } from "./wire.js";

const usage = { input: 20, output: 3 };

async function* pieces() {
  yield "one ";
  yield "two ";
  yield "three";
}

describe.each(formatNames)("what an upstream of a torture run says in %s", (format) => {
  it("is a stream with a read for each piece, and its usage at the end", async () => {
    const events: string[] = [];
    const reader = createStreamReader(format);
    const fold = createFold();
    const reads: string[] = [];
    for await (const block of toStream(format, pieces(), usage, () => events.push("reported"))) {
      reads.push(new TextDecoder().decode(block));
      events.push("read");
      for (const event of reader.push(block)) fold.push(event);
    }
    for (const event of reader.end()) fold.push(event);
    expect(events).toEqual(["read", "read", "read", "read", "reported", "read"]);
    const { blocks, usage: counted, stop } = fold.result();
    expect(blocks.map(({ text }) => text)).toEqual(["one two three"]);
    expect(counted).toMatchObject(usage);
    expect(stop).toMatchObject({ reason: "end" });
    expect(reads.at(-1)).toMatch(/message_stop|\[DONE\]\n\n$/);
  });

  it("is a whole answer in one read, if no stream was asked for", async () => {
    const reported: string[] = [];
    const reads: string[] = [];
    for await (const block of toJson(format, pieces(), usage, () => reported.push("reported"))) {
      reads.push(new TextDecoder().decode(block));
    }
    expect([reads.length, reported.length]).toEqual([1, 1]);
    const fold = createFold();
    for (const event of readResponse(format, JSON.parse(reads[0] ?? ""), { text: reads[0] })) {
      fold.push(event);
    }
    expect(fold.result()).toMatchObject({ blocks: [{ text: "one two three" }], usage });
  });
});
