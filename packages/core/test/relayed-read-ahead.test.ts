import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../src/http/exchange.js";
import { upstreamCreators } from "./attempt-of.js";
import { modelRequestOf } from "./make.js";
import { fakeUpstream, frames, publicly } from "./upstream-of.js";

/** A sign of life of 64 KiB; sixteen of them are what is read ahead at most. */
const sign = `: ${"x".repeat(64 * 1024 - 4)}\n\n`;
const most = 16;

/** The relayed stream of an upstream with many signs of life before its content. */
async function openStream(format: FormatName) {
  const [first, ...rest] = frames[format];
  const blocks = [first, ...Array.from({ length: 3 * most }, () => sign), ...rest];
  let taken = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const block = blocks[taken++];
        if (block === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(block));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "text/event-stream" };
  const fake = fakeUpstream(() => new Response(body, { headers }));
  const asked = { model: "m", stream: true, stream_options: { include_usage: true } };
  const bytes = new TextEncoder().encode(JSON.stringify(asked));
  const { request } = modelRequestOf({ stream: true });
  const origin = { ...request.origin, format, body: asked, bytes };
  const model = upstreamCreators[format](fake.options);
  const reply = await model.respond({ ...request, origin });
  if (reply.kind !== "relay" || reply.body instanceof Uint8Array) throw new Error("no stream");
  return { reply, body: reply.body, text: publicly(blocks.join("")), taken: () => taken };
}

async function readText(body: ByteSource, most = Number.POSITIVE_INFINITY): Promise<string> {
  let text = "";
  for (let count = 0; count < most; count++) {
    const block = await body.read();
    if (!block) break;
    text += new TextDecoder().decode(block);
  }
  return text;
}

describe.each(formatNames)("a relayed stream of %s whose content is waited for", (format) => {
  it("is read ahead up to a limit, and further when that has been read; nothing is lost", async () => {
    const { reply, body, text, taken } = await openStream(format);
    expect(taken()).toBe(1);
    await reply.untilContent();
    expect(taken()).toBe(1 + most);
    await reply.untilContent();
    expect(taken()).toBe(1 + most);
    const begun = await readText(body, 1 + most);
    expect(taken()).toBe(1 + most);
    await reply.untilContent();
    expect(taken()).toBe(1 + 2 * most);
    expect(begun + (await readText(body))).toBe(text);
  });

  it("has nothing more once it is cancelled, though it was read ahead", async () => {
    const { reply, body } = await openStream(format);
    await reply.untilContent();
    await body.cancel();
    await flushPromises();
    expect(await body.read()).toBeUndefined();
  });
});
