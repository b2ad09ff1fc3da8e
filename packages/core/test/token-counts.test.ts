import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { headersOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it, vi } from "vitest";
import {
  type CountRequest,
  createMemoryKeys,
  createMemoryLimits,
  type Model,
  messagesUpstream,
  type Service,
  ServiceError,
} from "../src/index.js";

/** Asks a service to count the tokens of a request to the model of all tests. */
function countWith(service: Service): Promise<Response> {
  const body = { model: "scripted", messages: [{ role: "user", content: "Hello there" }] };
  return service.request("/v1/messages/count_tokens", {
    method: "POST",
    headers: headersOf("messages"),
    body: JSON.stringify(body),
  });
}

/** Counts the tokens of a request to a model. */
async function count(model: Model) {
  const { service } = serviceOf(model, {
    keys: createMemoryKeys([{ key, id: "key-1", accountId: "team" }]),
  });
  const response = await countWith(service);
  const { status, headers } = response;
  const hint = headers.get("x-diglot-token-count");
  return { status, hint, id: headers.get("request-id"), body: await response.json() };
}

describe("POST /v1/messages/count_tokens", () => {
  it("estimates the tokens for a model that does not count them, and says so", async () => {
    const counted = await count(modelOf([], { countTokens: (text) => text.length }));
    expect(counted).toMatchObject({
      status: 200,
      hint: "estimate",
      id: expect.stringMatching(/^req_/),
    });
    expect(counted.body).toEqual({ input_tokens: expect.any(Number) });
    expect(counted.body.input_tokens).toBeGreaterThan(10);
  });

  it.each([
    [true, "estimate"],
    [false, null],
  ])("asks a model that counts; its count is an estimate: %s", async (estimated, hint) => {
    const countTokens = vi.fn(async (_request: CountRequest) => ({ inputTokens: 41, estimated }));
    const counted = await count({ ...modelOf([]), countTokens });
    expect(counted).toMatchObject({ status: 200, hint, body: { input_tokens: 41 } });
    const [request] = countTokens.mock.calls[0] ?? [];
    expect(request).toMatchObject({
      requestId: counted.id,
      caller: { keyId: "key-1", accountId: "team" },
      origin: { format: "messages", body: { model: "scripted" } },
    });
    expect(request?.conversation().turns).toHaveLength(1);
  });

  it("asks an upstream for what it would be sent, without the lines that tools change", async () => {
    const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) =>
      Response.json({ input_tokens: 7 }),
    );
    const upstream = { id: "scripted", baseUrl: "http://upstream.test", fetch, stablePrompt: true };
    const { service } = serviceOf(messagesUpstream(upstream));
    const system = "x-anthropic-billing-header: cc_version=2.1.42; cch=65abc;\nBe brief.";
    const response = await service.request("/v1/messages/count_tokens", {
      method: "POST",
      headers: headersOf("messages"),
      body: JSON.stringify({
        model: "scripted",
        system,
        messages: [{ role: "user", content: "Hi" }],
      }),
    });
    expect(await response.json()).toEqual({ input_tokens: 7 });
    const sent = fetch.mock.calls[0]?.[1]?.body as Uint8Array;
    expect(JSON.parse(new TextDecoder().decode(sent)).system).toBe("Be brief.");
  });

  it("gives its place back, also if the model fails to count", async () => {
    const failing = async () => {
      throw new ServiceError({ kind: "overloaded", message: "Later." });
    };
    const countTokens = vi.fn(async () => ({ inputTokens: 41, estimated: false }));
    countTokens.mockImplementationOnce(failing);
    const limits = createMemoryLimits({ concurrentRequests: 1 });
    const { service } = serviceOf({ ...modelOf([]), countTokens }, { limits });
    const statuses: number[] = [];
    for (let times = 0; times < 3; times += 1) statuses.push((await countWith(service)).status);
    expect(statuses).toEqual([529, 200, 200]);
  });
});
