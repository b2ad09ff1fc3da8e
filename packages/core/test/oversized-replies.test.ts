import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { describe, expect, it } from "vitest";
import { createMemoryKeys, createMemoryLedger, createService } from "../src/index.js";
import { attemptOf, everyWay, upstreamCreators } from "./attempt-of.js";
import { fakeUpstream, frames, publicly, replies, streamOf } from "./upstream-of.js";

const limited = { max_tokens: 10 };
/** More than a stream may have of which ten tokens were reserved: 4 × 10 + 16,384 tokens. */
const long = "x".repeat(4 * 16_425);

const lengthen = (text: string) => text.replace("Hel", long);
const streams = {
  messages: frames.messages.map(lengthen),
  "chat-completions": frames["chat-completions"].map(lengthen),
} as const;

describe.each(everyWay)("a reply far above its limit, of $upstream for $caller", (way) => {
  const { upstream } = way;

  it("S12 is cut while it is still streamed, and charged for what was observed", async () => {
    const answer = () => streamOf(streams[upstream], { open: true });
    const { row, text } = await attemptOf(way, answer, { ...limited, stream: true });
    expect(text).toContain("larger than its limit");
    expect(text).not.toMatch(/message_stop|\[DONE\]/);
    expect(row).toMatchObject({
      end: "limit",
      usage: { output: long.length / 4, sources: { output: "observed" } },
    });
  });

  it("is passed on and charged as reported if it has ended by then", async () => {
    const answer = () => streamOf([streams[upstream].join("")]);
    const { row, text } = await attemptOf(way, answer, { ...limited, stream: true });
    expect(text).toContain(long);
    expect(text).toMatch(/message_stop|\[DONE\]/);
    expect(row).toMatchObject({
      end: "completed",
      usage: { output: 3, sources: { output: "reported" } },
    });
  });

  it("is passed on and charged as reported if it is JSON", async () => {
    const answer = () =>
      new Response(JSON.stringify(replies[upstream]).replace("Hello.", long), json);
    const { row, text } = await attemptOf(way, answer, limited);
    expect(text).toContain(long);
    expect(row).toMatchObject({
      end: "completed",
      usage: { output: 3, sources: { output: "reported" } },
    });
  });
});

describe.each(everyWay)("a stream of $upstream for $caller", (way) => {
  const { caller, upstream } = way;
  const blocks = frames[upstream];
  /** What counts: all bytes of a relayed stream, or the characters of a translated text. */
  const sizeOf = (count: number) =>
    caller === upstream ? publicly(blocks.slice(0, count).join("")).length : "Hello.".length;

  it.each([
    { what: "is cut by", sent: blocks, limit: sizeOf(4) - 1, passes: false },
    {
      what: "is cut in its last block by",
      sent: [blocks.join("")],
      limit: sizeOf(blocks.length) - 1,
      passes: false,
    },
    {
      what: "is passed on whole if it just meets",
      sent: blocks,
      limit: sizeOf(blocks.length),
      passes: true,
    },
  ])("S12 $what the size limit of a reply", async ({ sent, limit, passes }) => {
    const fake = fakeUpstream(() => streamOf(sent));
    const ledger = createMemoryLedger();
    const service = createService({
      models: [upstreamCreators[upstream](fake.options)],
      keys: createMemoryKeys([{ key }]),
      ledger,
      sizeLimits: { replyCharacters: limit },
    });
    const usageToo = { stream: true, stream_options: { include_usage: true } };
    const change = caller === "messages" ? { stream: true } : usageToo;
    const text = await (await service.request(...requestOf(caller, change))).text();
    expect(/message_stop|\[DONE\]/.test(text)).toBe(passes);
    expect(text.includes('"error"')).toBe(!passes);
    await service.close();
    expect(ledger.all()).toMatchObject([{ end: passes ? "completed" : "limit" }]);
  });
});

const json = { headers: { "content-type": "application/json" } };
