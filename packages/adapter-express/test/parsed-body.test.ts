import type { RequestHandler } from "express";
import { describe, expect, it } from "vitest";
import { createExpressMiddleware } from "../src/index.js";
import { describingService, type Observed, send, start, versions } from "./support.js";

const json = { "content-type": "application/json" };

describe.each(versions)("H17 Express $version", ({ express }) => {
  async function observed(
    parser: RequestHandler | undefined,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Observed> {
    const app = express();
    if (parser) app.use(parser);
    app.use("/x", createExpressMiddleware(describingService()));
    const reply = await send(await start(app), {
      path: "/x/v1/messages",
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(reply.status).toBe(200);
    return JSON.parse(reply.text);
  }

  it("reads the stream itself when there is no parser", async () => {
    expect(await observed(undefined, json, '{"n":1}')).toMatchObject({
      kind: "source",
      body: '{"n":1}',
    });
  });

  it("takes the value that express.json() has parsed, without the headers of its bytes", async () => {
    const result = await observed(express.json(), json, '{"model":"m"}');
    expect(result).toMatchObject({ kind: "parsed", body: { model: "m" }, length: null });
  });

  it("reads the stream when express.json() has left another content type alone", async () => {
    const result = await observed(express.json(), { "content-type": "text/plain" }, '{"n":1}');
    expect(result).toMatchObject({ kind: "source", body: '{"n":1}' });
  });

  it("reads the stream when the body property is there but was never filled", async () => {
    const result = await observed(
      (request, _response, next) => {
        request.body = undefined;
        next();
      },
      json,
      "{}",
    );
    expect(result).toMatchObject({ kind: "source", body: "{}" });
  });

  it("sees no body when there is none, whatever the parser says", async () => {
    expect(await observed(express.json(), json)).toMatchObject({ kind: "empty" });
    expect(await observed(express.json(), { ...json, "content-length": "0" })).toMatchObject({
      kind: "empty",
    });
  });

  it("takes the bytes of express.raw() and the text of express.text() as bytes", async () => {
    const parsers = [express.raw({ type: "*/*" }), express.text({ type: "*/*" })];
    for (const parser of parsers) {
      const result = await observed(parser, json, '{"text":"grüße"}');
      expect(result).toMatchObject({ kind: "source", body: '{"text":"grüße"}', length: null });
    }
  });

  it("takes falsy values that a parser without `strict` lets through", async () => {
    const result = await observed(express.json({ strict: false }), json, "null");
    expect(result).toMatchObject({ kind: "parsed", body: null });
  });

  it("sees no body when others have read it and kept it", async () => {
    const result = await observed(
      (request, _response, next) => void request.resume().on("end", () => next()),
      json,
      "{}",
    );
    expect(result).toMatchObject({ kind: "empty" });
  });
});
