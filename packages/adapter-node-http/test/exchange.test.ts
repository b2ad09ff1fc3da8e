import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange } from "@diglot/core";
import { fakeService, jsonAnswer, readAll } from "@diglot/test-support/handled";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { toNodeHandler } from "../src/index.js";
import { postText, rawClient, serve } from "./support.js";

/** The exchange that a service sees of one raw request. */
async function exchangeOf(text: string): Promise<Exchange> {
  const service = fakeService(() => jsonAnswer({}));
  const { port } = await serve(service);
  await rawClient(port, text);
  return until(() => service.exchanges[0]);
}

const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

describe("headers", () => {
  it("H12 that repeat are joined, so that a second credential stays visible", async () => {
    const { headers } = await exchangeOf(
      get(
        "/",
        "Authorization: Bearer a\r\nauthorization: Bearer b\r\nX-Api-Key: c\r\nx-api-key: d\r\n",
      ),
    );
    expect(headers.get("authorization")).toBe("Bearer a, Bearer b");
    expect(headers.get("X-API-Key")).toBe("c, d");
  });

  it("that are absent are null, and those of prototypes do not exist", async () => {
    const { headers } = await exchangeOf(get("/"));
    expect(headers.get("x-api-key")).toBeNull();
    expect(headers.get("constructor")).toBeNull();
    expect(headers.get("__proto__")).toBeNull();
  });
});

describe("the host", () => {
  it("is the request and the response of Node, so that a service can ask who calls", async () => {
    const { host } = await exchangeOf(get("/v1/models", "cookie: session=1\r\n"));
    const [request, response] = host as [IncomingMessage, ServerResponse];
    expect([request.url, request.headers.cookie]).toEqual(["/v1/models", "session=1"]);
    expect(request.socket.remoteAddress).toBe("127.0.0.1");
    expect(response.req).toBe(request);
  });
});

describe("the target", () => {
  it.each([
    "/v1/messages?beta=true",
    "//evil.example/v1/messages",
    "/v1/../v1/messages",
    "/v1/%2e%2e/messages",
    "http://evil.example/v1/messages",
    "/\\evil\\v1",
  ])("H04 H05 is handed on as it came: %s", async (target) => {
    expect((await exchangeOf(get(target))).target).toBe(target);
  });

  it("H05 may be `*`", async () => {
    const { target, method } = await exchangeOf("OPTIONS * HTTP/1.1\r\nhost: x\r\n\r\n");
    expect([method, target]).toEqual(["OPTIONS", "*"]);
  });
});

describe("the body", () => {
  it("is empty when none is declared, or one of zero bytes", async () => {
    expect((await exchangeOf(get("/"))).body.kind).toBe("empty");
    expect((await exchangeOf(postText(""))).body.kind).toBe("empty");
  });

  it.each(["utf8", "latin1"] as const)(
    "is a stream of bytes, also over middleware that set an encoding: %s",
    async (encoding) => {
      const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
      const { port, server } = await serve(service);
      server.prependListener("request", (request) => request.setEncoding(encoding));
      const client = await rawClient(port, postText("grüße"));
      expect(await client.until(/".*"$/)).toMatch(/"grÃ¼Ã\u009fe"$/);
    },
  );

  it("is chunked or not, in blocks as they come", async () => {
    const service = fakeService(async (exchange) => jsonAnswer(await readAll(exchange)));
    const { port } = await serve(service);
    const client = await rawClient(
      port,
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
    );
    client.socket.write("2\r\nde\r\n0\r\n\r\n");
    expect(await client.until(/".*"$/)).toMatch(/"abcde"$/);
  });

  it("can be handed over parsed, and the headers of its bytes are hidden then", async () => {
    const service = fakeService(() => jsonAnswer({}));
    const handler = toNodeHandler(service);
    const { port, server } = await serve(service);
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      request.resume();
      const body = { kind: "parsed", value: { model: "m" } } as const;
      handler(request, response, { body, target: "/v1/messages" });
    });
    await rawClient(
      port,
      postText("{}", "content-encoding: gzip\r\ncontent-type: application/json\r\n"),
    );
    const exchange = await until(() => service.exchanges[0]);
    expect(exchange.body).toEqual({ kind: "parsed", value: { model: "m" } });
    expect(exchange.target).toBe("/v1/messages");
    expect(exchange.headers.get("content-length")).toBeNull();
    expect(exchange.headers.get("content-encoding")).toBeNull();
    expect(exchange.headers.get("content-type")).toBe("application/json");
    expect([...exchange.headers.keys()].sort()).toEqual(["content-type", "host"]);
  });

  it("is empty when others have read it and handed nothing over", async () => {
    const service = fakeService(() => jsonAnswer({}));
    const handler = toNodeHandler(service);
    const { port, server } = await serve(service);
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      request.resume().on("end", () => handler(request, response));
    });
    await rawClient(port, postText("{}"));
    expect((await until(() => service.exchanges[0])).body.kind).toBe("empty");
  });

  it("is not pulled before the service asks for it", async () => {
    const service = fakeService(async (exchange) => {
      expect(exchange.body.kind).toBe("source");
      return new Promise(() => {});
    });
    const { port, server } = await serve(service);
    let flowing: boolean | null = true;
    let read = true;
    server.on("request", (request) => {
      setTimeout(() => {
        flowing = request.readableFlowing;
        read = request.readableDidRead;
      }, 20);
    });
    await rawClient(port, postText("hello"));
    await until(() => !read);
    expect(flowing).toBeNull();
  });
});
