import { createUpstream, type Model, type UpstreamOptions } from "@diglot/core";
import { toObject } from "@diglot/core/formats";
import * as z from "zod/mini";
import { createRelayFormat } from "../relay-format/create-relay-format.js";
import { count, text, textForms, texts } from "./schemas.js";

/** The path of embeddings. */
export const embeddingsPath = "/v1/embeddings";

/** What a request for embeddings must have. */
export const embeddingsRequest = z.looseObject({
  model: z.string(),
  input: texts,
  encoding_format: z.nullish(z.enum(["float", "base64"])),
  dimensions: count,
  user: text,
});

const embeddings = createRelayFormat({
  name: "embeddings",
  path: embeddingsPath,
  request: embeddingsRequest,
  forms: { input: textForms, dimensions: "an integer" },
  isReply: (body) => Array.isArray(toObject(body).data),
});

/** Embeddings (`POST /v1/embeddings`), for the option `formats` of `createService`. */
export const embeddingsFormat = embeddings.format;
/** The same endpoint of an upstream, for `createUpstream`. */
export const embeddingsUpstreamFormat = embeddings.upstream;

/**
 * An embedding model of a service that has `POST /v1/embeddings`.
 *
 * @example
 * embeddingsUpstream({ id: "small", baseUrl: "http://127.0.0.1:11434/v1", model: "nomic-embed-text" });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function embeddingsUpstream(options: UpstreamOptions): Model {
  return createUpstream(embeddingsUpstreamFormat, options);
}
