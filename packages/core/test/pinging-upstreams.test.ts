import { createFakeClock } from "@diglot/test-support/clock";
import { key } from "@diglot/test-support/key";
import { requestOf } from "@diglot/test-support/requests";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createMemoryKeys, createMemoryLedger, createService } from "../src/index.js";
import { everyWay, upstreamCreators, type Way } from "./attempt-of.js";
import { fakeUpstream, frames } from "./upstream-of.js";

const pings = {
  messages: 'event: ping\ndata: {"type":"ping"}\n\n',
  "chat-completions": ": keep-alive\n\n",
} as const;

const second = 1_000;
const encoder = new TextEncoder();

/** A caller that reads the stream of an upstream which says what a test lets it say. */
async function startStream({ caller, upstream }: Way) {
  const clock = createFakeClock();
  const ledger = createMemoryLedger({ clock });
  let speaker: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      speaker = controller;
    },
    cancel() {
      cancelled = true;
    },
  });
  const headers = { "content-type": "text/event-stream" };
  const fake = fakeUpstream(() => new Response(body, { headers }));
  const service = createService({
    models: [upstreamCreators[upstream](fake.options)],
    keys: createMemoryKeys([{ key }]),
    ledger,
    clock,
    timeouts: { betweenEvents: 60 * second },
  });

  async function say(text: string): Promise<void> {
    if (!cancelled) speaker?.enqueue(encoder.encode(text));
    await flushPromises();
  }

  /** Lets ten seconds pass at a time, and ends each with a ping. */
  async function ping(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      clock.advance(10 * second);
      await flushPromises();
      await say(pings[upstream]);
    }
  }

  const responding = service.request(...requestOf(caller, { stream: true }));
  await say(frames[upstream].slice(0, 2).join(""));
  const text = (await responding).text();
  await flushPromises();
  return { clock, ledger, say, ping, text, cancelled: () => cancelled };
}

describe.each(everyWay)("a $upstream upstream that only pings a $caller caller", (way) => {
  const { upstream } = way;

  it("S09 is cut by the service's timeout between events, which its pings do not extend", async () => {
    const { clock, ledger, ping, text, cancelled } = await startStream(way);
    await ping(5);
    clock.advance(10 * second - 1);
    await flushPromises();
    expect(cancelled()).toBe(false);
    clock.advance(1);
    await flushPromises();
    expect(cancelled()).toBe(true);
    expect(await text).toContain("did not answer in time");
    expect(ledger.all()).toMatchObject([{ end: "timeout", state: "settled" }]);
    expect(clock.pending).toBe(0);
  });

  it("has the whole time again after each event", async () => {
    const { ledger, say, ping, text, cancelled } = await startStream(way);
    await ping(5);
    await say(frames[upstream][2]);
    await ping(5);
    expect(cancelled()).toBe(false);
    await say(frames[upstream].slice(3).join(""));
    expect(await text).toMatch(/message_stop|\[DONE\]/);
    expect(ledger.all()).toMatchObject([{ end: "completed" }]);
  });
});
