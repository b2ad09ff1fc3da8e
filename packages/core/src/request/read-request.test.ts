import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "../errors/service-error.js";
import { bodyOf, formatOf } from "../formats/messages/__fixtures__/make.js";
import type { Exchange } from "../http/exchange.js";
import { defineModel } from "../models/in-process/define-model.js";
import { toSettings } from "../settings.js";
import type { Place, Routed } from "./call.js";
import { readCall } from "./read-request.js";

const refused = new ServiceError({ kind: "bad_request", message: "The model takes none." });

/** Reads a request with this body, of a format that refuses whatever the model gets. */
function read(body: Exchange["body"]) {
  const { signal } = new AbortController();
  const headers = new Headers({
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
  });
  const begin = vi.fn();
  const checkSupport = () => {
    throw refused;
  };
  const routed = {
    settings: toSettings({
      models: [defineModel("m", async function* () {})],
      allowAnonymous: true,
    }),
    lifetime: { begin },
    exchange: { method: "POST", target: "/v1/messages", headers, body, signal },
    format: { ...formatOf(), checkSupport },
  } as unknown as Routed;
  const place: Place = { leave: vi.fn(), admit: vi.fn() };
  const key = { id: "k", accountId: "a", models: "all" } as const;
  return { call: readCall(routed, key, place), begin, place };
}

/** A body whose prompt has this length. */
function promptOf(length: number): Exchange["body"] {
  const messages = [{ role: "user", content: "x".repeat(length) }];
  const bytes = new TextEncoder().encode(JSON.stringify(bodyOf({ messages })));
  return {
    kind: "stream",
    chunks: (async function* () {
      yield bytes;
    })(),
  };
}

describe("a request that cannot be read", () => {
  it("gives its place back, once", async () => {
    const { call, begin, place } = read({ kind: "failed", reason: "malformed" });
    await expect(call).rejects.toMatchObject({ kind: "invalid_json" });
    expect(begin).not.toHaveBeenCalled();
    expect(place.leave).toHaveBeenCalledTimes(1);
  });
});

describe("a request that its model does not support", () => {
  it.each([
    ["small", 10],
    ["large", 300_000],
  ])("is refused before it begins, if it is %s", async (_size, length) => {
    const { call, begin } = read(promptOf(length));
    await expect(call).rejects.toBe(refused);
    expect(begin).not.toHaveBeenCalled();
  });
});
