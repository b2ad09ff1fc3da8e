import { fakeService, streamAnswer } from "@diglot/test-support/handled";
import { controlledSource } from "@diglot/test-support/sources";
import { deferred, inTime, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createExpressMiddleware } from "../src/index.js";
import { describingService, send, sendJson, start, versions } from "./support.js";

describe.each(versions)("Express $version", ({ version, express }) => {
  it("H19 serves the endpoints at the root", async () => {
    const origin = await start(express().use(createExpressMiddleware(describingService())));
    expect(await sendJson(origin, "/v1/messages")).toMatchObject({ target: "/v1/messages" });
  });

  it("H19 serves them below a mount path, without the mount path", async () => {
    const origin = await start(express().use("/x", createExpressMiddleware(describingService())));
    expect(await sendJson(origin, "/x/v1/messages")).toMatchObject({ target: "/v1/messages" });
  });

  it("H19 serves them in nested routers", async () => {
    const inner = express.Router().use("/inner", createExpressMiddleware(describingService()));
    const origin = await start(express().use("/outer", inner));
    const seen = await sendJson(origin, "/outer/inner/v1/chat/completions?x=1");
    expect(seen.target).toBe("/v1/chat/completions?x=1");
  });

  it("H19 serves them when the mount path is spelled in another case", async () => {
    const origin = await start(
      express().use("/mount", createExpressMiddleware(describingService())),
    );
    expect(await sendJson(origin, "/MOUNT/v1/messages")).toMatchObject({ target: "/v1/messages" });
  });

  it("H19 serves them behind middleware that rewrites the path", async () => {
    const app = express();
    app.use((request, _response, next) => {
      request.url = request.url.replace(/^\/llm/, "/x/v1/messages");
      next();
    });
    const origin = await start(app.use("/x", createExpressMiddleware(describingService())));
    expect(await sendJson(origin, "/llm?beta=true")).toMatchObject({
      target: "/v1/messages?beta=true",
    });
  });

  it("H19 serves a service whose own base path is the mount path", async () => {
    const service = describingService("/api");
    const origin = await start(express().use("/api", createExpressMiddleware(service)));
    expect(await sendJson(origin, "/api/v1/messages")).toMatchObject({
      target: "/api/v1/messages",
    });
  });

  it.each(["/v1", "/v1/messages"])("H19 may be mounted inside the path: %s", async (mount) => {
    const origin = await start(express().use(mount, createExpressMiddleware(describingService())));
    const { target } = await sendJson(origin, "/v1/messages?beta=true");
    expect(target).toMatch(/^\/v1\/messages\/?\?beta=true$/);
  });

  it.each(["/v1/messages/", "/v1/messages?beta=true", "/v1/messages/?beta=true"])(
    "H04 accepts a trailing slash and a query: %s",
    async (path) => {
      const origin = await start(express().use("/x", createExpressMiddleware(describingService())));
      expect(await sendJson(origin, `/x${path}`)).toMatchObject({ target: path });
    },
  );

  it("H05 takes the path of an absolute target and nothing else of it", async () => {
    const origin = await start(express().use("/x", createExpressMiddleware(describingService())));
    const reply = await send(origin, { path: "http://evil.example/x/v1/messages" });
    expect(JSON.parse(reply.text).target).toBe("http://evil.example/v1/messages");
  });

  it.each([
    "//evil.example/v1/messages",
    "/x//evil.example/v1/messages",
    "/x/\\\\evil.example/v1/messages",
    "/x/v1/../v1/messages",
    "/x/%2e%2e/v1/messages",
    "/x/V1/Messages",
    "/x/v1/messages/more",
    "/other",
    "/",
  ])("H04 leaves every other path to the application: %s", async (path) => {
    const service = describingService();
    const app = express().use("/x", createExpressMiddleware(service));
    app.use((_request, response) => void response.status(404).send("the application's own"));
    const reply = await send(await start(app), { path });
    expect(reply.text).toBe("the application's own");
    expect(service.exchanges).toHaveLength(0);
  });

  it("H04 sees a doubled slash behind the mount path only if Express leaves it", async () => {
    const origin = await start(express().use("/x", createExpressMiddleware(describingService())));
    const reply = await send(origin, { path: "/x//v1/messages" });
    // The router of Express 4 takes the second slash for a part of the mount path.
    expect(reply.status).toBe(version === 4 ? 200 : 404);
  });

  it("H01 H02 H03 leaves the methods of its paths to the service", async () => {
    const origin = await start(express().use("/x", createExpressMiddleware(describingService())));
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const reply = await send(origin, { method, path: "/x/v1/messages" });
      expect(JSON.parse(reply.text).method).toBe(method);
    }
    const head = await send(origin, { method: "HEAD", path: "/x/v1/messages" });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  it("answers failures itself and never passes them to the application", async () => {
    const service = fakeService(() => Promise.reject(new Error("secret detail")));
    const errors: unknown[] = [];
    const app = express().use(createExpressMiddleware(service));
    app.use(((error, _request, response, _next) => {
      errors.push(error);
      response.end("the application's own");
    }) as import("express").ErrorRequestHandler);
    const reply = await send(await start(app));
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.text)).toMatchObject({ error: { type: "server_error" } });
    expect(errors).toEqual([]);
  });

  it("H20 writes no second answer when middleware has answered already", async () => {
    const service = describingService();
    const app = express();
    app.use((_request, response, next) => {
      response.send("theirs");
      next();
    });
    const reply = await send(await start(app.use(createExpressMiddleware(service))));
    expect(reply.text).toBe("theirs");
    expect(service.exchanges).toHaveLength(0);
  });

  it("H20 writes no second answer when middleware answers in the meantime", async () => {
    const asked = deferred();
    const answered = deferred();
    const dropped = controlledSource();
    const service = fakeService(async () => {
      asked.resolve();
      await answered.promise;
      return streamAnswer(dropped);
    });
    const app = express();
    app.use((_request, response, next) => {
      void asked.promise.then(() => response.status(503).send("theirs"));
      next();
    });
    const reply = await send(await start(app.use(createExpressMiddleware(service))));
    answered.resolve();
    await inTime(dropped.cancelled);
    expect([reply.status, reply.text]).toEqual([503, "theirs"]);
    expect(await until(() => service.exchanges[0]?.signal.aborted)).toBe(true);
  });
});
