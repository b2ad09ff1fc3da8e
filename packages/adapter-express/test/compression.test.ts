import { request as httpRequest, type IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createGunzip, gunzipSync } from "node:zlib";
import type { Answer } from "@diglot/core";
import { fakeService, jsonAnswer, streamAnswer } from "@diglot/test-support/handled";
import { controlledSource, endlessSource } from "@diglot/test-support/sources";
import { inTime, untilStill } from "@diglot/test-support/wait";
import compression from "compression";
import { describe, expect, it } from "vitest";
import { createExpressMiddleware } from "../src/index.js";
import { start, versions } from "./support.js";

describe.each(versions)("H18 compression() before us in Express $version", ({ express }) => {
  const application = (respond: () => Answer) =>
    start(express().use(compression(), createExpressMiddleware(fakeService(respond))));

  it.each([
    ["kept from compressing by no-transform", "no-cache, no-transform", undefined],
    ["compressing, because no header forbids it", "no-cache", "gzip"],
  ])("passes each frame on at once when %s", async (_how, cacheControl, encoding) => {
    const source = controlledSource();
    const origin = await application(() => streamAnswer(source, cacheControl));
    source.push("data: 0\n\n");
    const response = await open(origin);
    expect(response.headers["content-encoding"]).toBe(encoding);
    const frames = framesOf(response);
    for (let index = 0; index < 5; index += 1) {
      expect(await inTime(frames.next())).toMatchObject({ value: `data: ${index}\n\n` });
      source.push(`data: ${index + 1}\n\n`);
    }
    source.end();
    await inTime(frames.next());
    expect(await inTime(frames.next())).toMatchObject({ done: true });
  });

  it("sends the head of an idle stream at once", async () => {
    const source = controlledSource();
    const response = await inTime(application(() => streamAnswer(source, "no-cache")).then(open));
    expect(response.headers["content-type"]).toBe("text/event-stream");
  });

  it("compresses whole answers and ends them", async () => {
    const value = { text: "x".repeat(10_000) };
    const response = await open(await application(() => jsonAnswer(value)));
    expect(response.headers["content-encoding"]).toBe("gzip");
    const blocks: Buffer[] = [];
    for await (const block of response) blocks.push(block);
    expect(JSON.parse(gunzipSync(Buffer.concat(blocks)).toString())).toEqual(value);
  });

  it("C05 cancels the source when the client leaves an idle stream", async () => {
    const source = controlledSource();
    source.push("data: x\n\n");
    const response = await open(await application(() => streamAnswer(source, "no-cache")));
    response.destroy();
    await inTime(source.cancelled);
    expect(source.isCancelled).toBe(true);
  });

  it("C06 C08 pauses the source of a client that does not read, and cancels it when it leaves", async () => {
    const warnings: unknown[] = [];
    const remember = (warning: unknown) => warnings.push(warning);
    process.on("warning", remember);
    const source = endlessSource(undefined, nextTurn);
    const response = await open(await application(() => streamAnswer(source, "no-cache")));
    response.pause();
    const pulled = await untilStill(() => source.pulled);
    response.destroy();
    await inTime(source.cancelled);
    process.off("warning", remember);
    expect(source.pulled).toBeLessThanOrEqual(pulled + 1);
    // Many waits for `drain` on the compressing stream must not pile listeners up.
    expect(warnings).toEqual([]);
  });
});

function open(origin: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip" };
    httpRequest(`${origin}/v1/messages`, { method: "POST", headers, agent: false }, (response) => {
      response.on("error", () => {});
      resolve(response);
    })
      .on("error", reject)
      .end();
  });
}

async function* framesOf(response: IncomingMessage): AsyncGenerator<string, void> {
  const compressed = response.headers["content-encoding"] === "gzip";
  const source = compressed ? response.pipe(createGunzip()) : response;
  for await (const block of source) yield String(block);
}
