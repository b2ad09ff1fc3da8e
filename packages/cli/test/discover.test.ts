import { createServer } from "node:http";
import { createEcho } from "@diglot/embedded-models";
import { responses } from "@diglot/responses";
import { key } from "@diglot/test-support/key";
import { listen } from "@diglot/test-support/servers";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { discoverUpstream } from "../src/discover/discover-upstream.js";
import { DiscoveryError, type DiscoveryFailure } from "../src/discover/discovery-error.js";
import { closedPort, type Routes, serve, serveService } from "./servers.js";

const chatError = (message: string) => ({ error: { message, type: "invalid_request_error" } });
const messagesError = (message: string) => ({
  type: "error",
  error: { type: "invalid_request_error", message },
});
const chatList = {
  object: "list",
  data: [{ id: "qwen3", object: "model" }, { id: "qwen3" }, { no: "id" }, { id: "llama4" }],
};
const messagesList = {
  data: [{ type: "model", id: "big", display_name: "Big" }],
  has_more: false,
};

/** Ollama's own answers: plain text for unknown paths, errors of each format. */
const ollama: Routes = {
  "GET /v1/models": { status: 200, json: chatList },
  "POST /v1/chat/completions": { status: 400, json: chatError("[] is too short - 'messages'") },
  "POST /v1/messages": { status: 400, json: messagesError("model is required") },
  "*": { status: 404, text: "404 page not found" },
};

/** Answers 401 without this header. */
function locked(header: string, value: string, routes: Routes): Routes {
  const refuse = { status: 401, json: chatError("who are you?") };
  const lock = (route: Routes[string]): Routes[string] => {
    return (request) => {
      if (request.headers[header] !== value) return refuse;
      return typeof route === "function" ? route(request) : route;
    };
  };
  return Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, lock(route)]));
}

async function failureOf(promise: Promise<unknown>): Promise<DiscoveryError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DiscoveryError) return error;
  throw new Error("It did not fail with a DiscoveryError.", { cause: error });
}

describe("discoverUpstream", () => {
  it.each(["", "/", "/v1", "/v1/", "/v1/messages", "/v1/chat/completions"])(
    "finds a service of both formats at its address with %j",
    async (path) => {
      const origin = await serveService(serviceOf(createEcho()).service);
      expect(await discoverUpstream({ baseUrl: origin + path, apiKey: key })).toEqual({
        format: "chat-completions",
        baseUrl: `${origin}/v1`,
        models: [{ id: "echo" }],
        speaks: ["chat-completions", "messages"],
        credential: "bearer",
      });
    },
  );

  it("runs no model", async () => {
    const { service, ledger } = serviceOf(createEcho());
    await discoverUpstream({ baseUrl: await serveService(service), apiKey: key });
    expect((await ledger.rows({})).rows).toEqual([]);
  });

  it("prefers Chat Completions at servers like Ollama, and lists each model once", async () => {
    const origin = await serve(ollama);
    expect(await discoverUpstream({ baseUrl: origin })).toMatchObject({
      format: "chat-completions",
      baseUrl: `${origin}/v1`,
      models: [{ id: "qwen3" }, { id: "llama4" }],
      speaks: ["chat-completions", "messages"],
    });
  });

  it("takes errors in the other format's shape as signs of an endpoint, as llama.cpp has them", async () => {
    const origin = await serve({
      ...ollama,
      "POST /v1/messages": { status: 400, json: chatError("'messages' is required") },
      "*": { status: 404, json: chatError("File Not Found") },
    });
    const { speaks } = await discoverUpstream({ baseUrl: origin });
    expect(speaks).toEqual(["chat-completions", "messages"]);
  });

  it.each([
    ["repeats unknown paths", (path: string) => ({ status: 404, json: chatError(`no ${path}`) })],
    [
      "answers unknown paths with 200, as LM Studio does",
      (path: string) => ({ status: 200, json: { error: `Unexpected endpoint. (POST ${path})` } }),
    ],
    [
      "says which path was meant",
      (path: string) => ({
        status: 404,
        json: chatError(`No ${path}.${/messages/.test(path) ? " Is it /api/messages?" : ""}`),
      }),
    ],
    ["allows no POST elsewhere", () => ({ status: 405, json: { detail: "Method Not Allowed" } })],
  ])("finds only Chat Completions at a server that %s", async (_, elsewhere) => {
    const origin = await serve({
      ...ollama,
      "POST /v1/messages": elsewhere("/v1/messages"),
      "*": ({ url = "" }) => elsewhere(url),
    });
    const { format, speaks } = await discoverUpstream({ baseUrl: origin });
    expect({ format, speaks }).toEqual({
      format: "chat-completions",
      speaks: ["chat-completions"],
    });
  });

  it("finds an endpoint that answers 404 because it knows no such model", async () => {
    const origin = await serve({
      "POST /v1/chat/completions": { status: 404, json: chatError("model '' not found") },
      "*": { status: 404, json: chatError("Not found") },
    });
    expect(await discoverUpstream({ baseUrl: origin })).toMatchObject({
      speaks: ["chat-completions"],
      models: [],
    });
  });

  it("finds an endpoint that answers even an empty request", async () => {
    const origin = await serve({
      "POST /v1/messages": { status: 200, json: { type: "message", content: [] } },
    });
    expect((await discoverUpstream({ baseUrl: origin })).speaks).toEqual(["messages"]);
  });

  it("finds a service of Responses only, and its models", async () => {
    const { service } = serviceOf(createEcho(), { formats: [responses()] });
    const origin = await serveService(service);
    expect(await discoverUpstream({ baseUrl: `${origin}/v1/responses`, apiKey: key })).toEqual({
      format: "responses",
      baseUrl: `${origin}/v1`,
      models: [{ id: "echo" }],
      speaks: ["responses"],
      credential: "bearer",
    });
  });

  it("uses Responses only where nothing else is spoken", async () => {
    const refusal = { status: 400, json: chatError("Missing required parameter: 'model'.") };
    const origin = await serve({ ...ollama, "POST /v1/responses": refusal });
    expect(await discoverUpstream({ baseUrl: origin })).toMatchObject({
      format: "chat-completions",
      speaks: ["chat-completions", "messages", "responses"],
    });
  });

  it("learns from an endpoint of Responses that the key is wrong", async () => {
    const refusal = { status: 401, json: chatError("Incorrect API key") };
    const origin = await serve({ "POST /v1/responses": refusal, "*": { status: 404, text: "no" } });
    expect((await failureOf(discoverUpstream({ baseUrl: origin }))).kind).toBe("key_refused");
  });

  it("uses Messages where only Messages is spoken", async () => {
    const origin = await serve({
      "GET /v1/models": { status: 200, json: messagesList },
      "POST /v1/messages": { status: 400, json: messagesError("model: Field required") },
    });
    expect(await discoverUpstream({ baseUrl: origin })).toEqual({
      format: "messages",
      baseUrl: `${origin}/v1`,
      models: [{ id: "big" }],
      speaks: ["messages"],
      credential: "x-api-key",
    });
  });

  it("uses Messages where both are spoken, but the models are listed in Messages", async () => {
    const origin = await serve({
      ...ollama,
      "GET /v1/models": { status: 200, json: messagesList },
    });
    expect(await discoverUpstream({ baseUrl: origin })).toMatchObject({
      format: "messages",
      models: [{ id: "big" }],
      speaks: ["chat-completions", "messages"],
    });
  });

  it("finds a server of Messages that takes its key only as a bearer token", async () => {
    const routes = locked("authorization", "Bearer sk-1", {
      "POST /v1/messages": { status: 400, json: messagesError("model: Field required") },
      "*": { status: 404, text: "no" },
    });
    const found = await discoverUpstream({ baseUrl: await serve(routes), apiKey: "sk-1" });
    expect(found).toMatchObject({ format: "messages", credential: "bearer" });
  });

  it("finds a server whose paths have no version", async () => {
    const origin = await serve({
      "GET /api/models": { status: 200, json: chatList },
      "POST /api/chat/completions": { status: 422, json: { detail: [{ msg: "required" }] } },
    });
    const { baseUrl } = await discoverUpstream({ baseUrl: `${origin}/api` });
    expect(baseUrl).toBe(`${origin}/api`);
  });

  it("goes on where a gateway forbids the paths that it does not know", async () => {
    const origin = await serve({
      "POST /inference/chat/completions": { status: 400, json: chatError("model is missing") },
      "*": { status: 403, json: { message: "Missing Authentication Token" } },
    });
    const found = await discoverUpstream({ baseUrl: `${origin}/inference`, apiKey: "sk-1" });
    expect(found).toMatchObject({ baseUrl: `${origin}/inference`, speaks: ["chat-completions"] });
  });

  describe("fails and says why", () => {
    const expectFailure = async (
      routes: Routes,
      kind: DiscoveryFailure,
      words: RegExp,
      apiKey?: string,
    ) => {
      const error = await failureOf(discoverUpstream({ baseUrl: await serve(routes), apiKey }));
      expect(error).toMatchObject({ kind, message: expect.stringMatching(words) });
      expect(error.message).not.toContain("sk-secret");
    };

    it("if nothing listens", async () => {
      const baseUrl = `http://127.0.0.1:${await closedPort()}`;
      const error = await failureOf(discoverUpstream({ baseUrl }));
      expect(error.kind).toBe("unreachable");
      expect(error.message).toContain(`Nothing listens at ${baseUrl} (ECONNREFUSED).`);
    });

    it("if a proxy cannot reach it, as if it were not ready yet", async () => {
      const bad = { status: 502, json: chatError("upstream is down") };
      await expectFailure(
        { "*": bad },
        "not_ready",
        /is not ready: it answers 502: "upstream is down"/,
      );
    });

    it("if the connection breaks", async () => {
      const port = await listen(createServer((request) => request.socket.destroy()));
      const error = await failureOf(discoverUpstream({ baseUrl: `http://127.0.0.1:${port}` }));
      expect(error.kind).toBe("unreachable");
      expect(error.message).toMatch(/closes the connection without an answer/);
    });

    it("if no answer comes in time", async () => {
      const port = await listen(createServer(() => undefined));
      const baseUrl = `http://127.0.0.1:${port}`;
      const error = await failureOf(discoverUpstream({ baseUrl, timeout: 50 }));
      expect(error.kind).toBe("timeout");
      expect(error.message).toMatch(/did not answer within 0\.05 s/);
    });

    it("if the server wants a key, naming the option", () =>
      expectFailure(
        locked("authorization", "Bearer sk-1", ollama),
        "key_refused",
        /asks for a key\. Give it in DIGLOT_UPSTREAM_KEY or with --upstream-key; in a config, it is `apiKey`\.$/,
      ));

    it.each(["", "/v1"])("if a Diglot refuses the key, at its address with %j", async (path) => {
      const baseUrl = (await serveService(serviceOf(createEcho()).service)) + path;
      const error = await failureOf(discoverUpstream({ baseUrl, apiKey: "sk-secret" }));
      expect(error.kind).toBe("key_refused");
    });

    it("if it refuses the key, without repeating it", () =>
      expectFailure(
        locked("authorization", "Bearer sk-1", ollama),
        "key_refused",
        /refuses the key\. Correct it: .+ --upstream-key or DIGLOT_UPSTREAM_KEY/,
        "sk-secret",
      ));

    it("if it is a web site", () =>
      expectFailure(
        { "*": { status: 200, text: "<html>", headers: { "content-type": "text/html" } } },
        "not_a_model_server",
        /Neither Messages nor Chat Completions nor Responses .*200 with a web page/,
      ));

    it("if every path answers alike, with what the server says, without the key", () =>
      expectFailure(
        { "*": { status: 400, json: { status: "failure", message: "No provider for sk-secret" } } },
        "not_a_model_server",
        /400: "No provider for \[key\]"/,
        "sk-secret",
      ));

    it("if it redirects, without following", () =>
      expectFailure(
        { "*": { status: 307, headers: { location: "http://127.0.0.1:1/" } } },
        "not_a_model_server",
        /307, a redirect to another address/,
      ));

    it("if its model is still loading", () =>
      expectFailure(
        { "*": { status: 503, json: chatError("Loading model") } },
        "not_ready",
        /503: "Loading model"\. Try again later/,
      ));
  });
});
