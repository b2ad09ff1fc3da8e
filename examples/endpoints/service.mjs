// Embeddings of a model in this process, and two endpoints of a server, with keys and a ledger.
import {
  chatCompletionsFormat,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  createUpstream,
} from "@diglot/core";
import {
  createRelayFormat,
  defineEmbeddingModel,
  embeddingsFormat,
  rerankFormat,
  rerankUpstream,
} from "@diglot/endpoints";

/** @param {{ baseUrl?: string }} options */
export function createEndpoints({ baseUrl = "http://127.0.0.1:8000/v1" } = {}) {
  const letters = defineEmbeddingModel("letters", async ({ input }) =>
    input.map((text) => [..."aeiou"].map((letter) => text.split(letter).length - 1)),
  );
  const ranker = rerankUpstream({ id: "ranker", baseUrl, model: "bge-reranker-v2-m3" });
  const scores = createRelayFormat({ name: "scores", path: "/v1/score" });
  const scorer = createUpstream(scores.upstream, { id: "scorer", baseUrl });

  const ledger = createMemoryLedger();
  const service = createService({
    models: [letters, ranker, scorer],
    formats: [embeddingsFormat, rerankFormat, scores.format, chatCompletionsFormat],
    keys: createMemoryKeys([{ key: "sk-local-0123456789" }]),
    ledger,
  });
  return { service, ledger };
}
