import { createMemoryKeys, createMemoryLedger, ServiceError } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { OpenAIEmbeddings } from "@langchain/openai";
import { describe, expect, it } from "vitest";
import { defineEmbeddingModel } from "../src/index.js";
import { letters, worldOf } from "./world.js";

const path = "/v1/embeddings";
const one = { model: "letters", input: "abc" };

describe("an embedding model in this process", () => {
  it("answers the official client, which asks for base64 by itself", async () => {
    const { openai, ledger } = worldOf(letters);
    const reply = await openai.embeddings.create({ model: "letters", input: ["abc", "de"] });
    expect(reply).toMatchObject({
      object: "list",
      model: "letters",
      data: [
        { object: "embedding", index: 0, embedding: [3, 2, 0.5] },
        { object: "embedding", index: 1, embedding: [2, 2, 0.5] },
      ],
      usage: { prompt_tokens: 5, total_tokens: 5 },
    });
    expect(ledger.all()).toMatchObject([
      { format: "embeddings", model: "letters", end: "completed", usage: { input: 5, output: 0 } },
    ]);
  });

  it("answers the official client with numbers, if it asks for them", async () => {
    const { openai } = worldOf(letters);
    const asked = { ...one, encoding_format: "float", dimensions: 4 } as const;
    const { data } = await openai.embeddings.create(asked);
    expect(data).toMatchObject([{ embedding: [3, 1, 0.5, 0.5] }]);
  });

  it("serves LangChain, one text and several", async () => {
    const { service } = worldOf(letters);
    const embeddings = new OpenAIEmbeddings({
      ...{ model: "letters", apiKey: key, maxRetries: 0 },
      configuration: { fetch: service.fetch as typeof fetch },
    });
    expect(await embeddings.embedQuery("abc")).toEqual([3, 1, 0.5]);
    expect(await embeddings.embedDocuments(["a", "ab"])).toEqual([
      [1, 2, 0.5],
      [2, 2, 0.5],
    ]);
  });

  it("gives floats of 32 bits, the lowest byte first", async () => {
    const { ask } = worldOf(defineEmbeddingModel("v", () => [new Float32Array([1, -2.5])]));
    const { body } = await ask(path, { model: "v", input: "a", encoding_format: "base64" });
    expect(body.data[0].embedding).toBe(
      Buffer.from([0, 0, 128, 63, 0, 0, 32, 192]).toString("base64"),
    );
  });

  it("reads tokens if it can decode them, and refuses them if not", async () => {
    const decodes = defineEmbeddingModel("decodes", ({ input }) => input.map((t) => [t.length]), {
      decodeTokens: (tokens) => "x".repeat(tokens.length),
    });
    const { body } = await worldOf(decodes).ask(path, { model: "decodes", input: [[1, 2], [3]] });
    expect(body.data).toMatchObject([{ embedding: [2] }, { embedding: [1] }]);
    const single = await worldOf(decodes).ask(path, { model: "decodes", input: [7, 8, 9] });
    expect(single.body.data).toMatchObject([{ embedding: [3] }]);
    const refused = await worldOf(letters).ask(path, { ...one, input: [1, 2] });
    expect(refused).toMatchObject({ status: 400, body: { error: { param: "input" } } });
  });

  it("gets the caller and the signal, and headers for the trace", async () => {
    const seen: unknown[] = [];
    const model = defineEmbeddingModel("seeing", ({ input, caller, signal, traceHeaders }) => {
      seen.push(caller, signal.aborted, traceHeaders);
      return input.map(() => [1]);
    });
    await worldOf(model).ask(path, { model: "seeing", input: "a", user: "ann" });
    expect(seen).toMatchObject([{ endUser: "ann", keyId: expect.any(String) }, false, []]);
  });

  it("charges the tokens of the input, and refuses what an account cannot pay for", async () => {
    const prices = { input: 2, output: 0 };
    const model = defineEmbeddingModel("priced", ({ input }) => input.map(() => [1]), {
      prices,
      countTokens: () => 10,
    });
    const keys = createMemoryKeys([{ key, accountId: "acme" }]);
    const ledger = createMemoryLedger();
    await ledger.credit({ id: "one", accountId: "acme", nanoDollars: 1_000_000 });
    const { ask } = worldOf(model, { keys, ledger });
    const asked = { model: "priced", input: "a" };
    expect(await ask(path, asked)).toMatchObject({ status: 200 });
    expect(ledger.all()).toMatchObject([{ costNanoDollars: 20_000 }]);
    const large = await ask(path, { ...asked, input: "a".repeat(1_000) });
    expect(large).toMatchObject({
      status: 429,
      body: { error: { type: "insufficient_quota", code: "insufficient_quota" } },
    });
  });

  it.each([
    ["no vector for a text", []],
    ["vectors of two lengths", [[1], [1, 2]]],
    ["what is not a number", [[1], [Number.NaN]]],
    ["empty vectors", [[], []]],
  ])("fails with %s, which only the operator is told", async (_name, vectors) => {
    const { ask, ledger, failures } = worldOf(defineEmbeddingModel("bad", () => vectors));
    const answer = await ask(path, { model: "bad", input: ["a", "b"] });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: "internal" } } });
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
    expect(String((failures[0] as Error).cause ?? failures[0])).toContain("ector");
  });

  it("refuses dimensions that its vectors do not have", async () => {
    const { ask } = worldOf(defineEmbeddingModel("fixed", () => [[1, 2, 3]]));
    const { status, body } = await ask(path, { model: "fixed", input: "a", dimensions: 2 });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      message: "This model has vectors of 3 dimensions, not of 2.",
      param: "dimensions",
    });
  });

  it("passes on an error that it chooses", async () => {
    const busy = defineEmbeddingModel("busy", async () => {
      throw new ServiceError({ kind: "overloaded", message: "Too much." });
    });
    const { ask, ledger } = worldOf(busy);
    expect(await ask(path, { model: "busy", input: "a" })).toMatchObject({ status: 503 });
    expect(ledger.all()).toMatchObject([{ end: "upstream_error" }]);
  });

  it("is not waited for when its caller has left", async () => {
    const leaving = new AbortController();
    const hanging = defineEmbeddingModel("hanging", () => {
      leaving.abort();
      return new Promise(() => undefined);
    });
    const { service, ledger } = worldOf(hanging);
    const request = new Request("http://localhost/v1/embeddings", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "hanging", input: "a" }),
      signal: leaving.signal,
    });
    await Promise.allSettled([service.fetch(request)]);
    await expect.poll(() => ledger.all()).toMatchObject([{ end: "client_abort" }]);
  });

  it("is made of valid options only", () => {
    const embed = () => [];
    expect(() => defineEmbeddingModel("", embed)).toThrow(/defineEmbeddingModel: "id"/);
    expect(() => defineEmbeddingModel("a", embed, { alias: [] } as object)).toThrow(/alias/);
  });
});
