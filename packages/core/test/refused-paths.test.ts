import { formatNames, headersOf, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, vi } from "vitest";
import type { Endpoint, ServiceOptions } from "../src/index.js";

/** Asks a service with some endpoints. */
function open(endpoints: readonly Endpoint[] = [], options: Partial<ServiceOptions> = {}) {
  const { service } = serviceOf(["Hello."], { endpoints, ...options });
  return async (path: string, init: RequestInit = {}) => {
    const response = await service.request(path, { headers: headersOf("messages"), ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  };
}

describe("a refusal", () => {
  it("names the methods that a path has, in words and in its header, and is not cached", async () => {
    const ask = open();
    const { status, headers, text } = await ask("/v1/models", { method: "DELETE" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(text).toContain("The method DELETE is not allowed here. Use GET or HEAD.");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("request-id")).toMatch(/^req_/);
    expect((await ask("/v1/messages")).text).toContain("Use POST.");
  });

  it("has no body for HEAD, and the headers of the body that it would have", async () => {
    const ask = open();
    const { status, headers, text } = await ask("/v1/nothing", { method: "HEAD" });
    expect([status, text]).toEqual([404, ""]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("request-id")).toMatch(/^req_/);
    expect((await ask("/v1/nothing")).text).toContain("Nothing answers GET /v1/nothing.");
  });

  it.each(formatNames)(
    "says in the format of %s which key is wrong, and that one is missing",
    async (format) => {
      const { service } = serviceOf(["Hello."]);
      const [path, init] = requestOf(format);
      const { authorization: _, "x-api-key": __, ...bare } = headersOf(format);
      const missing = await service.request(path, { ...init, headers: bare });
      const wrong = await service.request(path, {
        ...init,
        headers: { ...bare, authorization: "Bearer sk-wrong", "x-api-key": "sk-wrong" },
      });
      expect([missing.status, wrong.status]).toEqual([401, 401]);
      expect(await missing.text()).not.toEqual(await wrong.text());
    },
  );
});

describe("an additional endpoint", () => {
  const answering = (answer: Endpoint["answer"], method: Endpoint["method"] = "GET"): Endpoint => ({
    method,
    path: "/v1/extra/:id",
    answer,
  });

  it("is given its parameters, the models and the body, and may replace the usual headers", async () => {
    const answer = vi.fn<Endpoint["answer"]>(async ({ readJson }) => ({
      status: 201,
      headers: [["cache-control", "max-age=9"]],
      body: new TextEncoder().encode(JSON.stringify(await readJson())),
    }));
    const ask = open([answering(answer, "POST")]);
    const { status, headers, text } = await ask("/v1/extra/a%20b", {
      method: "POST",
      body: '{"a":1}',
    });
    expect([status, text]).toEqual([201, '{"a":1}']);
    expect(headers.get("cache-control")).toBe("max-age=9");
    expect(headers.get("request-id") ?? headers.get("x-request-id")).toMatch(/^req_/);
    expect(answer.mock.calls[0]?.[0]).toMatchObject({
      parameters: { id: "a b" },
      models: ["scripted"],
    });
  });

  it("chooses by the method among the endpoints of one path, and GET also answers HEAD", async () => {
    const said = (text: string) => async () => ({
      status: 200,
      headers: [["x-said", text] as const],
      body: new TextEncoder().encode(text),
    });
    const methods = ["DELETE", "POST", "PATCH", "GET"] as const;
    const ask = open(methods.map((method) => answering(said(method), method)));
    for (const method of methods) {
      expect((await ask("/v1/extra/1", { method })).text).toBe(method);
    }
    const head = await ask("/v1/extra/1", { method: "HEAD" });
    expect([head.status, head.headers.get("x-said"), head.text]).toEqual([200, "GET", ""]);
    const other = await ask("/v1/extra/1", { method: "PUT" });
    expect([other.status, other.headers.get("allow")]).toEqual([
      405,
      "DELETE, POST, PATCH, GET, HEAD, OPTIONS",
    ]);
  });

  it("leaves a body that HEAD does not want", async () => {
    const cancel = vi.fn(async () => undefined);
    const body = { read: () => new Uint8Array(1), cancel };
    const ask = open([answering(async () => ({ status: 200, headers: [], body }))]);
    expect((await ask("/v1/extra/1", { method: "HEAD" })).text).toBe("");
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
