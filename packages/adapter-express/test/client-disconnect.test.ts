import { request as httpRequest } from "node:http";
import { fakeService } from "@diglot/test-support/handled";
import { controlledSource } from "@diglot/test-support/sources";
import { deferred, inTime } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createExpressMiddleware } from "../src/index.js";
import { start, versions } from "./support.js";

describe.each(versions)("a client that goes away in Express $version", ({ express }) => {
  it.each([
    ["with", true],
    ["without", false],
  ])("C03 aborts the signal, %s a parser that has consumed the request", async (_how, parsed) => {
    const aborted = deferred();
    const called = deferred();
    const service = fakeService(async ({ signal }) => {
      called.resolve();
      signal.addEventListener("abort", () => aborted.resolve());
      return new Promise(() => {});
    });
    const app = express();
    if (parsed) app.use(express.json());
    const origin = await start(app.use(createExpressMiddleware(service)));
    const request = post(origin);
    await inTime(called.promise);
    expect(service.exchanges[0]?.signal.aborted).toBe(false);
    request.destroy();
    await inTime(aborted.promise);
  });

  it("C05 cancels the source of an idle stream", async () => {
    const source = controlledSource();
    const headers = [["content-type", "text/event-stream"]] as const;
    const service = fakeService(() => ({ status: 200, headers, body: source }));
    const app = express().use(express.json(), createExpressMiddleware(service));
    const request = post(await start(app));
    request.once("response", () => request.destroy());
    await inTime(source.cancelled);
    expect(service.exchanges[0]?.signal.aborted).toBe(true);
  });
});

function post(origin: string) {
  const headers = { "content-type": "application/json" };
  const request = httpRequest(`${origin}/v1/messages`, { method: "POST", headers, agent: false });
  request.on("error", () => {});
  request.end("{}");
  return request;
}
