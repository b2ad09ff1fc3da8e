import { once } from "node:events";
import { connect, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { createHttpServer, toNodeHandler } from "@diglot/adapter-node-http";
import type { ServiceOptions } from "@diglot/core";
import { endpoints, formatNames } from "@diglot/test-support/requests";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawRequest } from "./raw-request.js";

/** A service that asks for no key, and how often its model was called. */
function anonymousService(options: Partial<ServiceOptions> = {}) {
  let calls = 0;
  const respond = async function* () {
    calls += 1;
    yield "Hello.";
  };
  const open = { keys: undefined, allowAnonymous: true, ...options };
  return { ...serviceOf(respond, open), calls: () => calls };
}

const version = { "anthropic-version": "2023-06-01" };
const json = { "content-type": "application/json", ...version };

describe.each(formatNames)("%s requests without a key", (format) => {
  const { path, body } = endpoints[format];
  const text = JSON.stringify(body);

  /** The answer to a request with these headers and no others, as a browser could send it. */
  async function ask(headers: Record<string, string>, options?: Partial<ServiceOptions>) {
    const { service, calls } = anonymousService(options);
    const port = await listen(createHttpServer(service));
    const own = { host: `127.0.0.1:${port}`, ...headers };
    return { ...(await rawRequest(port, { path, headers: own, body: text })), calls: calls() };
  }

  it("T21 run a model for a program on this machine", async () => {
    expect(await ask(json)).toMatchObject({ status: 200, calls: 1 });
  });

  it.each([
    [
      "a simple request of any page, with a content type that no preflight is asked for",
      "text/plain;charset=UTF-8",
      415,
    ],
    ["a simple request of any page, with a form", "application/x-www-form-urlencoded", 415],
    ["a simple request of any page, without a content type", "", 415],
  ])("T21 H14 run none for %s", async (_title, type, status) => {
    const answer = await ask({ ...version, ...(type && { "content-type": type }) });
    expect(answer).toMatchObject({ status, calls: 0 });
    expect(answer.body).toMatch(/"type":\s*"(error|invalid_request_error)"/);
  });

  it("T21 run none for a page of another origin, and name the option", async () => {
    const answer = await ask({ ...json, origin: "https://evil.example" });
    expect(answer).toMatchObject({ status: 403, calls: 0 });
    expect(answer.body).toContain("allowedOrigins");
  });

  it("T21 run none under a host whose name was made to resolve to this machine", async () => {
    const rebound = { ...json, host: "evil.example", origin: "http://evil.example" };
    const answer = await ask(rebound);
    expect(answer).toMatchObject({ status: 403, calls: 0 });
    expect(answer.body).toContain("allowedHosts");
  });

  it("T21 run a model for what the options list", async () => {
    const listed = { ...json, host: "models.example", origin: "https://app.example" };
    const options = { allowedHosts: ["models.example"], allowedOrigins: ["https://app.example"] };
    expect(await ask(listed, options)).toMatchObject({ status: 200, calls: 1 });
  });

  it("T21 are judged by `:authority` on HTTP/2", async () => {
    const { service, calls } = anonymousService();
    const port = await listenHttp2(createServer(toNodeHandler(service)));
    const statuses = [];
    for (const authority of [`localhost:${port}`, "evil.example"]) {
      const session = connect(`http://127.0.0.1:${port}`);
      const head = { ":method": "POST", ":path": path, ":authority": authority, ...json };
      const stream = session.request(head);
      stream.end(text);
      const [answer] = await once(stream, "response");
      statuses.push(answer[":status"]);
      session.destroy();
    }
    expect([statuses, calls()]).toEqual([[200, 403], 1]);
  });

  it("H05 H04 answer the target * with 400 and every other spelling of the path with 404", async () => {
    const { service, calls } = anonymousService();
    const port = await listen(createHttpServer(service));
    const headers = { ...json, host: "localhost" };
    const statusOf = async (target: string) =>
      (await rawRequest(port, { path: target, headers, body: text })).status;
    expect(await statusOf("*")).toBe(400);
    for (const odd of [
      `/${path}`,
      path.toUpperCase(),
      `/%2e%2e${path}`,
      `/.${path}`,
      `${path}#x`,
      `${path}\\`,
    ]) {
      expect([odd, await statusOf(odd)]).toEqual([odd, 404]);
    }
    expect(calls()).toBe(0);
    for (const same of [
      `${path}/`,
      `${path}?beta=true`,
      `${path}/?a=/b`,
      `http://evil.example${path}`,
    ]) {
      expect([same, await statusOf(same)]).toEqual([same, 200]);
    }
  });
});

async function listenHttp2(server: Http2Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
