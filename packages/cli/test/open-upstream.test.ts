import type { Transport } from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { key } from "@diglot/test-support/key";
import { serviceOf } from "@diglot/test-support/services";
import { expect, it } from "vitest";
import { openUpstream } from "../src/gateway/models/open-upstream.js";
import { type Reply, type Routes, serve, serveService } from "./servers.js";

/** A transport that notes what is sent, and sends nothing. */
function noteHeaders() {
  const sent: object[] = [];
  const transport: Transport = async ({ headers }) => {
    sent.push(Object.fromEntries(headers));
    throw new Error("Enough was seen.");
  };
  return { sent, transport };
}

it.each([
  [undefined, { authorization: `Bearer ${key}` }],
  ["x-api-key", { "x-api-key": key }],
] as const)(
  "an upstream whose format is found out gets its key as the config says: %s",
  async (credential, headers) => {
    const { sent, transport } = noteHeaders();
    const baseUrl = await serveService(serviceOf(createEcho()).service);
    const upstream = await openUpstream({ baseUrl, apiKey: key, credential }, { transport });
    await expect(upstream.list()).rejects.toThrow();
    expect(sent).toEqual([{ accept: "application/json", ...headers }]);
  },
);

it("an upstream of Messages that takes its key only as a bearer token is asked so", async () => {
  const lock =
    (reply: Reply): Routes[string] =>
    ({ headers }) =>
      headers.authorization === `Bearer ${key}` ? reply : { status: 401, json: {} };
  const error = { type: "invalid_request_error", message: "model: Field required" };
  const origin = await serve({
    "POST /v1/messages": lock({ status: 400, json: { type: "error", error } }),
    "*": { status: 404, text: "no" },
  });
  const { sent, transport } = noteHeaders();
  const upstream = await openUpstream({ baseUrl: origin, apiKey: key }, { transport });
  expect(upstream).toMatchObject({ format: "messages", baseUrl: `${origin}/v1` });
  await expect(upstream.list()).rejects.toThrow();
  expect(sent).toMatchObject([{ authorization: `Bearer ${key}` }]);
  expect(sent[0]).not.toHaveProperty("x-api-key");
});

it("an upstream whose format is known is not asked", async () => {
  const { sent, transport } = noteHeaders();
  const baseUrl = "http://127.0.0.1:1/v1";
  const upstream = await openUpstream({ baseUrl, format: "messages" }, { transport });
  expect(upstream).toMatchObject({ format: "messages", baseUrl, listed: undefined });
  expect(sent).toEqual([]);
});

it("a model has the capabilities of its upstream, but for those that it has of its own", async () => {
  const upstream = await openUpstream(
    {
      ...{ baseUrl: "http://127.0.0.1:1/v1", format: "messages" },
      capabilities: { maxOutput: 100, maxStop: 0 },
    },
    noteHeaders(),
  );
  const plain = upstream.create({ id: "plain" });
  expect(plain.capabilities).toMatchObject({ maxOutputTokens: 100, stopSequences: false });
  const own = upstream.create({ id: "own", capabilities: { maxOutput: 7 } });
  expect(own.capabilities).toMatchObject({ maxOutputTokens: 7, stopSequences: false });
});
