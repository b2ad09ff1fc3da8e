import { createFakeClock } from "@diglot/test-support/clock";
import { modelOf } from "@diglot/test-support/models";
import { endpoints, formatNames, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import type { ByteSource } from "../src/http/exchange.js";
import { type Model, ServiceError } from "../src/index.js";
import type { ModelRequest, Reply } from "../src/models/model.js";

/** A model that answers with a handwritten reply, and validates requests itself. */
function modelReplying(respond: (request: ModelRequest) => Promise<Reply>): Model {
  return { ...modelOf([]), validatesOwnRequests: true, respond };
}

function serviceReplying(respond: (request: ModelRequest) => Promise<Reply>) {
  const clock = createFakeClock();
  return { ...serviceOf(modelReplying(respond), { clock, relaysAnything: true }), clock };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Blocks of bytes, followed by an end, a failure or silence. */
function sourceOf(blocks: readonly string[], last: "end" | "silence" | Error = "end"): ByteSource {
  const left = [...blocks];
  return {
    async read() {
      const block = left.shift();
      if (block !== undefined) return bytesOf(block);
      if (last instanceof Error) throw last;
      return last === "end" ? undefined : new Promise(() => undefined);
    },
    cancel: async () => undefined,
  };
}

function relayOf(
  body: Uint8Array | ByteSource,
  change: Partial<Extract<Reply, { kind: "relay" }>> = {},
) {
  const reply: Reply = {
    kind: "relay",
    status: 200,
    headers: [["x-ratelimit-limit-requests", "7"]],
    body,
    untilContent: async () => undefined,
    ...change,
  };
  return async () => reply;
}

const broken = new ServiceError({ kind: "upstream_bad_response", message: "The reply broke off." });

describe.each(formatNames)("a relayed reply in the %s format", (format) => {
  it("is the upstream's own JSON, with its status and headers", async () => {
    const odd = '{ "id" : 12345678901234567890, "new":1.0 }';
    const headers = [["content-type", "application/json"]] as const;
    const { service } = serviceReplying(relayOf(bytesOf(odd), { status: 201, headers }));
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(201);
    expect(await response.text()).toBe(odd);
    expect(response.headers.get("content-length")).toBe(String(odd.length));
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  it("is the upstream's own stream, byte by byte", async () => {
    const blocks = ["event: x\r\ndata: 1\r\n\r\n", ": odd\n\n", "data:2\n\n"];
    const { service } = serviceReplying(relayOf(sourceOf(blocks)));
    const response = await service.request(...requestOf(format, { stream: true }));
    expect(await response.text()).toBe(blocks.join(""));
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(response.headers.get("x-ratelimit-limit-requests")).toBe("7");
  });

  it("ends in the format's error event when it breaks off", async () => {
    const { service, events } = serviceReplying(relayOf(sourceOf(["data: 1\n\n"], broken)));
    const response = await service.request(...requestOf(format, { stream: true }));
    const text = await response.text();
    expect(text.startsWith("data: 1\n\n")).toBe(true);
    expect(text).toContain('"message":"The reply broke off."');
    expect(text).not.toContain("[DONE]");
    expect(events.at(-1)).toMatchObject({ type: "request_ended", failure: { error: broken } });
  });

  it("gets heartbeats while the upstream is silent", async () => {
    const { service, clock } = serviceReplying(relayOf(sourceOf(["data: 1\n\n"], "silence")));
    const response = await service.request(...requestOf(format, { stream: true }));
    const reader = response.body!.getReader();
    await reader.read();
    const next = reader.read();
    await flushPromises();
    clock.advance(15_000);
    expect(new TextDecoder().decode((await next).value)).toMatch(/ping|^:/);
    await reader.cancel();
  });

  it("is cut by the service's timeout between events", async () => {
    const { service, clock } = serviceReplying(relayOf(sourceOf(["data: 1\n\n"], "silence")));
    const response = await service.request(...requestOf(format, { stream: true }));
    const text = response.text();
    await flushPromises();
    for (let second = 0; second < 300; second++) {
      clock.advance(1000);
      await flushPromises();
    }
    expect(await text).toContain("did not answer in time");
  });

  it("shows an upstream's error in its own words only to a caller of its format", async () => {
    const body = bytesOf('{"error":"the upstream\'s own"}');
    const answer = {
      format,
      status: 418,
      headers: [["retry-after", "7"]] as const,
      body,
    };
    const failure = new ServiceError({ kind: "overloaded", message: "It is busy.", answer });
    const { service } = serviceReplying(() => Promise.reject(failure));
    const own = await service.request(...requestOf(format));
    expect([own.status, own.headers.get("retry-after"), await own.text()]).toEqual([
      418,
      "7",
      '{"error":"the upstream\'s own"}',
    ]);
    const other = formatNames.find((name) => name !== format)!;
    const translated = await service.request(...requestOf(other));
    expect(await translated.text()).toContain("It is busy.");
  });

  it("reports several problems of a request at once, each with its place", async () => {
    const { service } = serviceReplying(async ({ receipt }) => {
      const rule = { outcome: "refused", reason: "The model takes none." } as const;
      receipt.apply(rule, "/messages/0/content/1");
      receipt.apply(rule, "/seed");
      receipt.assertAccepted();
      throw new Error("not reached");
    });
    const response = await service.request(...requestOf(format));
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: Record<string, unknown> };
    expect(error.message).toBe(
      format === "messages"
        ? "messages.0.content.1: The model takes none. seed: The model takes none."
        : "'messages[0].content[1]': The model takes none. 'seed': The model takes none.",
    );
    if (format === "messages") return;
    expect(error).toMatchObject({ param: "messages[0].content[1]", code: "unsupported_value" });
  });

  it("carries its receipt in a header, and is reported once", async () => {
    const { service, events } = serviceReplying(async (request) => {
      request.receipt.apply({ outcome: "dropped", reason: "It has no place." }, "/seed");
      return relayOf(bytesOf("{}"))();
    });
    const response = await service.request(...requestOf(format));
    await response.text();
    expect(response.headers.get("x-diglot-receipt")).toBe('dropped;p="/seed"');
    expect(events.filter(({ type }) => type === "receipt")).toMatchObject([
      {
        type: "receipt",
        requestId: expect.any(String),
        entries: [
          { code: "dropped", direction: "request", at: "/seed", reason: "It has no place." },
        ],
      },
    ]);
  });
});

describe("the token counter", () => {
  const ask = (model: Model) =>
    serviceOf(model).service.request("/v1/messages/count_tokens", {
      method: "POST",
      headers: { "content-type": "application/json", ...endpoints.messages.headers },
      body: JSON.stringify({ model: "scripted", messages: endpoints.messages.body.messages }),
    });

  it("declares an approximation as such", async () => {
    const response = await ask(modelOf([]));
    expect(response.headers.get("x-diglot-token-count")).toBe("estimate");
  });

  it("T111 passes on the model's own count, and its failure", async () => {
    const counted = await ask({
      ...modelOf([]),
      countTokens: async () => ({ inputTokens: 42, estimated: false }),
    });
    expect(counted.headers.has("x-diglot-token-count")).toBe(false);
    expect(await counted.json()).toEqual({ input_tokens: 42 });
    const failed = await ask({ ...modelOf([]), countTokens: () => Promise.reject(broken) });
    expect(failed.status).toBe(502);
  });
});
