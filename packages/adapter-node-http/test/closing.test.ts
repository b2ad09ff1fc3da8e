import { request } from "node:http";
import { createFakeClock } from "@diglot/test-support/clock";
import { endpoints, formatNames, requestOf } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { deferred, inTime, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createHttpServer } from "../src/index.js";

describe.each(formatNames)("a service that closes, over HTTP, in the format %s", (format) => {
  const busy = { messages: 529, "chat-completions": 503 }[format];

  it("H21 refuses new requests and closes their connections", async () => {
    const { service } = serviceOf(["text"]);
    const port = await listen(createHttpServer(service));
    await service.close();
    const [path, init] = requestOf(format);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    expect([response.status, response.headers.get("connection")]).toEqual([busy, "close"]);
    expect(JSON.stringify(await response.json())).toContain("overloaded");
  });

  it("H21 lets a running stream end in its grace time", async () => {
    const release = deferred();
    const { service, ledger } = serviceOf(async function* () {
      yield "first ";
      await release.promise;
      yield "last";
    });
    const port = await listen(createHttpServer(service));
    const [path, init] = requestOf(format, { stream: true });
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const closed = service.close();
    release.resolve();
    expect(await inTime(response.text())).toMatch(/last[\s\S]*(message_stop|\[DONE\])/);
    await inTime(closed);
    expect(ledger.all()).toMatchObject([{ state: "settled", end: "completed" }]);
  });

  it("H21 ends a running stream with an error in the stream once its grace time is over", async () => {
    const clock = createFakeClock();
    const { service, ledger } = serviceOf(
      async function* () {
        yield "first ";
        await new Promise(() => undefined);
      },
      { clock },
    );
    const port = await listen(createHttpServer(service));
    const [path, init] = requestOf(format, { stream: true });
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const closed = service.close({ timeout: 5_000 });
    clock.advance(5_000);
    const text = await inTime(response.text());
    expect(text).toContain("overloaded");
    expect(text).not.toMatch(/message_stop|\[DONE\]/);
    await until(() => {
      clock.advance(100);
      return ledger.all()[0]?.state === "settled";
    });
    await inTime(closed);
  });
});

describe("request targets that are no paths, over HTTP", () => {
  /** A POST whose target is sent as it is. */
  function post(port: number, target: string): Promise<[status: number | undefined, body: string]> {
    const { headers, body } = endpoints["chat-completions"];
    return new Promise((resolve, reject) => {
      const outgoing = request({ port, host: "127.0.0.1", method: "POST", path: target, headers });
      outgoing.setHeader("content-type", "application/json").on("error", reject);
      outgoing.once("response", async (incoming) => {
        let text = "";
        for await (const block of incoming) text += block;
        resolve([incoming.statusCode, text]);
      });
      outgoing.end(JSON.stringify(body));
    });
  }

  it("H05 `*` is a bad request", async () => {
    const { service } = serviceOf(["text"]);
    const port = await listen(createHttpServer(service));
    const [status, body] = await post(port, "*");
    expect([status, body]).toEqual([400, expect.stringContaining("invalid_request_error")]);
  });

  it("H05 of an absolute target only the path counts, not the host", async () => {
    const { service } = serviceOf(["text"]);
    const port = await listen(createHttpServer(service));
    const { path } = endpoints["chat-completions"];
    const answer = await post(port, `http://elsewhere.invalid${path}`);
    expect(answer).toEqual([200, expect.stringContaining("text")]);
    expect((await post(port, "http://elsewhere.invalid/v1/nothing"))[0]).toBe(404);
  });
});
