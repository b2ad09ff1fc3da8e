import { balanced, ServiceError, withFallback, withRetry, withTimeout } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { defineEmbeddingModel, embeddingsUpstream } from "../src/index.js";
import { letters, upstreamOf, worldOf } from "./world.js";

const asked = { model: "group", input: "abc" };
const busy = defineEmbeddingModel("busy", async () => {
  throw new ServiceError({ kind: "overloaded", message: "Too much." });
});

describe("wrappers of models", () => {
  it("go on with another embedding model if the first one fails, and have a row for each", async () => {
    const upstream = upstreamOf(() => Response.json({ error: {} }, { status: 503 }));
    const failing = embeddingsUpstream({ ...upstream.options, id: "far" });
    const { openai, ledger } = worldOf(withFallback([failing, letters], { id: "group" }));
    const { data, model } = await openai.embeddings.create(asked);
    expect(data[0]?.embedding).toEqual([3, 1, 0.5]);
    expect(model).toBe("letters");
    expect(ledger.all().map((row) => row.model)).toEqual(["far", "letters"]);
  });

  it("ask an embedding model again", async () => {
    let calls = 0;
    const flaky = defineEmbeddingModel("group", async () => {
      calls += 1;
      if (calls > 1) return [[calls]];
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    const { ask } = worldOf(withRetry(flaky, { baseDelay: 1, maximumDelay: 1 }));
    const { body } = await ask("/v1/embeddings", asked);
    expect(body.data).toMatchObject([{ embedding: [2] }]);
  });

  it("share requests among embedding models", async () => {
    const { ask } = worldOf(balanced([{ model: letters }], { id: "group" }));
    expect(await ask("/v1/embeddings", asked)).toMatchObject({ status: 200 });
  });

  it("leave an embedding model that takes too long", async () => {
    const slow = defineEmbeddingModel("group", () => new Promise(() => undefined));
    const { ask, ledger } = worldOf(withTimeout(slow, { total: 1 }));
    expect(await ask("/v1/embeddings", asked)).toMatchObject({ status: 504 });
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "timeout" }]);
  });

  it("pass on the error of the last one", async () => {
    const { ask } = worldOf(withFallback([busy, busy], { id: "group" }));
    expect(await ask("/v1/embeddings", asked)).toMatchObject({ status: 503 });
  });
});
