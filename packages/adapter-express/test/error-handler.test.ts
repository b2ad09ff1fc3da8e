import { gzipSync } from "node:zlib";
import type { ErrorRequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { createExpressErrorHandler, createExpressMiddleware } from "../src/index.js";
import { describingService, send, start, versions } from "./support.js";

const json = { "content-type": "application/json" };

describe.each(versions)("H17 the error handler in Express $version", ({ express }) => {
  /** An application as the README shows it, with an error handler of its own at the end. */
  async function application(options: Parameters<typeof express.json>[0] = {}) {
    const service = describingService();
    const passed: unknown[] = [];
    const app = express();
    app.use(express.json(options));
    app.post("/fails", () => {
      throw Object.assign(new Error("application"), { status: 400 });
    });
    app.use("/x/v1/messages", (request, _response, next) => {
      next(request.query.refuse ? Object.assign(new Error("no"), { status: 400 }) : undefined);
    });
    app.use("/x", createExpressMiddleware(service), createExpressErrorHandler(service));
    const last: ErrorRequestHandler = (error, _request, response, next) => {
      passed.push(error);
      if (response.headersSent) return next(error);
      response.status(599).send("the application's own");
    };
    app.use(last);
    return { origin: await start(app), service, passed };
  }

  it.each([
    ["cut JSON", 400, "malformed", json, '{"model":'],
    ["a bare string", 400, "malformed", json, '"x"'],
    ["a body over the limit", 413, "too_large", json, JSON.stringify("x".repeat(200_000))],
    [
      "an unknown charset",
      415,
      "unsupported",
      { "content-type": "application/json; charset=x" },
      "{}",
    ],
    ["an unknown coding", 415, "unsupported", { ...json, "content-encoding": "zip" }, "{}"],
    ["a broken gzip body", 400, "malformed", { ...json, "content-encoding": "gzip" }, "{}"],
    [
      "a cut gzip body",
      400,
      "malformed",
      { ...json, "content-encoding": "gzip" },
      gzipSync('{"model":"m"}').subarray(0, 12),
    ],
  ])("hands %s to the service, which answers %i", async (_name, status, reason, headers, body) => {
    const { origin, passed } = await application();
    const reply = await send(origin, { path: "/x/v1/messages?beta=true", headers, body });
    expect(reply.status).toBe(status);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(reply.text)).toEqual({
      method: "POST",
      target: "/v1/messages?beta=true",
      kind: "failed",
      body: reason,
      length: null,
    });
    expect(passed).toEqual([]);
  });

  it("leaves parse errors of other paths to the application", async () => {
    const { origin, passed } = await application();
    const reply = await send(origin, { path: "/x/other", headers: json, body: "{" });
    expect([reply.status, reply.text]).toEqual([599, "the application's own"]);
    expect(passed).toHaveLength(1);
  });

  it("leaves errors of the application to the application, also with status 400", async () => {
    const { origin, passed, service } = await application();
    for (const path of ["/fails", "/x/v1/messages?refuse=1"]) {
      const reply = await send(origin, { path, headers: json, body: "{}" });
      expect(reply.status).toBe(599);
    }
    expect(passed).toHaveLength(2);
    expect(service.exchanges).toHaveLength(0);
  });

  it("H20 passes the error on when an answer has begun", async () => {
    const service = describingService();
    const passed: unknown[] = [];
    const app = express();
    app.use((_request, response, next) => {
      response.send("theirs");
      next(Object.assign(new Error("late"), { type: "entity.parse.failed" }));
    });
    app.use(createExpressErrorHandler(service));
    const last: ErrorRequestHandler = (error, _request, _response, _next) => {
      passed.push(error);
    };
    const reply = await send(await start(app.use(last)));
    expect(reply.text).toBe("theirs");
    expect(passed).toHaveLength(1);
    expect(service.exchanges).toHaveLength(0);
  });

  it("survives errors of any shape", async () => {
    for (const error of ["text", 7, Object.create(null), { type: 5, code: 5, status: 400 }]) {
      const app = express();
      app.use((_request, _response, next) => next(error));
      app.use(createExpressErrorHandler(describingService()));
      const last: ErrorRequestHandler = (_error, _request, response, _next) => {
        response.status(599).end();
      };
      expect((await send(await start(app.use(last)))).status).toBe(599);
    }
  });
});
