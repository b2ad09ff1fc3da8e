import { describe, expect, it } from "vitest";
import { createExpressErrorHandler, createExpressMiddleware } from "../src/index.js";
import { describingService, send, start, versions } from "./support.js";

describe("the options of the middleware", () => {
  it.each([
    ["a time that no timer can wait for", { writeStallTimeout: 0 }, /"writeStallTimeout" must/],
    ["a reporter that cannot be called", { onError: "log" }, /"onError" must/],
    ["a member that there is not", { basePath: "/x" }, /basePath/],
  ])("are refused in its name: %s", (_what, options, words) => {
    const create = () => createExpressMiddleware(describingService(), options as object);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^createExpressMiddleware: /);
    expect(create).toThrow(words);
  });

  it.each(["handle", "matches"])("are refused with a service that lacks %s", (name) => {
    const { [name as "handle"]: _, ...service } = describingService();
    const create = () => createExpressMiddleware(service as never);
    expect(create).toThrow(/^createExpressMiddleware: "service" must be a service/);
  });
});

describe.each(versions)("H17 a service that fails in Express $version", ({ express }) => {
  const failing = { ...describingService(), handle: () => Promise.reject(new Error("defect")) };

  it("is reported to the option, and not to the application", async () => {
    const [reported, passed]: [unknown[], unknown[]] = [[], []];
    const onError = (error: unknown) => void reported.push(error);
    const app = express().use(createExpressMiddleware(failing, { onError }));
    app.use((error: unknown, _request: unknown, _response: unknown, next: () => void) => {
      passed.push(error);
      next();
    });
    expect((await send(await start(app))).status).toBe(500);
    expect([reported, passed]).toEqual([[new Error("defect")], []]);
  });

  it("is answered by the error handler, too", async () => {
    const app = express().use(express.json()).use(createExpressErrorHandler(failing));
    const headers = { "content-type": "application/json" };
    expect((await send(await start(app), { headers, body: "{" })).status).toBe(500);
  });
});
