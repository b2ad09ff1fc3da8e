import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import { toObject } from "@diglot/core/formats";
import * as z from "zod/mini";
import { createRelayFormat } from "../relay-format/create-relay-format.js";
import { count, flag } from "./schemas.js";

/** Some models rank images too, as objects. */
const ranked = z.union([z.string(), z.looseObject({})]);

const rerank = createRelayFormat({
  name: "rerank",
  path: "/v1/rerank",
  request: z.looseObject({
    model: z.string(),
    query: ranked,
    documents: z.array(ranked).check(z.minLength(1)),
    top_n: count,
    return_documents: flag,
  }),
  forms: {
    query: "one of a string or object",
    documents: "an array of strings or objects",
    top_n: "an integer",
  },
  isReply: hasRanking,
  // Cohere bills searches, the others tokens.
  units: { searches: { from: "reply", at: "/meta/billed_units/search_units" } },
});

/** Cohere, Jina and most servers call the list `results`, Voyage `data`. */
function hasRanking(body: unknown): boolean {
  const { results, data } = toObject(body);
  return Array.isArray(results) || Array.isArray(data);
}

/** Rerank (`POST /v1/rerank`), for the option `formats` of `createService`. */
export const rerankFormat = rerank.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const rerankUpstreamFormat = rerank.upstream;

/**
 * A reranker of a service that has `/rerank` below its base URL, as Cohere, Jina, Voyage and vLLM do.
 *
 * @example
 * rerankUpstream({ id: "rank", baseUrl: "https://api.jina.ai/v1", apiKey, model: "jina-reranker-v3" });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function rerankUpstream(options: UpstreamOptions): Model {
  return createUpstream(rerankUpstreamFormat, options);
}
