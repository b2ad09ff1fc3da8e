import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService } from "@diglot/core";
import { defineEmbeddingModel, embeddingsFormat } from "@diglot/endpoints";
import { chatClient } from "@diglot/test-support/clients";
import { key } from "@diglot/test-support/key";
import { listen } from "@diglot/test-support/servers";
import { describe, expect, it, onTestFinished } from "vitest";
import { type GatewayConfig, startGateway } from "../src/index.js";

const letters = defineEmbeddingModel("letters", async ({ input }) =>
  input.map((text) => [text.length, 0.5]),
);

/** A gateway on a free port, until the test ends. */
async function startWith(config: GatewayConfig) {
  const gateway = await startGateway({ port: 0, keys: [{ id: "me", key }], ...config });
  onTestFinished(() => gateway.close({ timeout: 0 }));
  return gateway;
}

/** The address of a server that has nothing but embeddings. */
async function serveEmbeddings(): Promise<string> {
  const keys = createMemoryKeys([{ key: "sk-upstream-1" }]);
  const service = createService({ models: [letters], keys, formats: [embeddingsFormat] });
  return `http://127.0.0.1:${await listen(createHttpServer(service))}/v1`;
}

describe("an upstream that has embeddings", () => {
  it("serves the official client once the config names its format", async () => {
    const { service } = await startWith({
      upstreams: {
        local: { baseUrl: await serveEmbeddings(), apiKey: "sk-upstream-1", format: "embeddings" },
      },
      models: [{ id: "small", upstream: "local", model: "letters" }],
    });
    const openai = chatClient({ fetch: service.fetch });
    const { data, model } = await openai.embeddings.create({ model: "small", input: "abc" });
    expect([data[0]?.embedding, model]).toEqual([[3, 0.5], "small"]);
  });

  it("may list its models itself", async () => {
    const { service } = await startWith({
      upstreams: {
        local: {
          ...{ baseUrl: await serveEmbeddings(), apiKey: "sk-upstream-1", format: "embeddings" },
          allModels: true,
        },
      },
    });
    const openai = chatClient({ fetch: service.fetch });
    const { data } = await openai.embeddings.create({ model: "letters", input: "abc" });
    expect(data[0]?.embedding).toEqual([3, 0.5]);
  });
});

describe("a gateway with an embedding model in code", () => {
  it("serves it, alone or beside conversations", async () => {
    for (const service of [{}, { formats: ["embeddings"] }] as const) {
      const gateway = await startWith({ models: [letters], service });
      const openai = chatClient({ fetch: gateway.service.fetch });
      const { data } = await openai.embeddings.create({ model: "letters", input: "ab" });
      expect(data[0]?.embedding).toEqual([2, 0.5]);
    }
  });

  it("refuses a format that there is not, and names those that there are", async () => {
    const upstreams = { local: { baseUrl: "http://127.0.0.1:1/v1", format: "embedding" } };
    await expect(startWith({ upstreams } as never)).rejects.toThrow(/embeddings/);
  });
});
