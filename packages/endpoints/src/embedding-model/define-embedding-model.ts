import {
  type Attempt,
  checks,
  completeUsage,
  type HeaderList,
  type Model,
  type ModelRequest,
  type RelayReply,
} from "@diglot/core";
import { estimateTokens, raceSignal, toAttemptEnd } from "@diglot/core/formats";
import { embeddingsFormat, embeddingsPath } from "../formats/embeddings.js";
import { refuseFormat } from "../relay-format/refusals.js";
import { embeddingCapabilities } from "./capabilities.js";
import { checkVectors, type Vector } from "./check-vectors.js";
import { type EmbeddingModelOptions, validModelOptions } from "./options.js";
import { type EmbeddingsRequest, readInput } from "./read-input.js";
import { writeReply } from "./write-reply.js";

/** What an embedding model is called with. */
export interface EmbeddingModelRequest
  extends Pick<ModelRequest, "requestId" | "caller" | "origin" | "signal" | "clock"> {
  /** The texts; each needs a vector. */
  readonly input: readonly string[];
  /** How many numbers each vector must have, if the caller says so. */
  readonly dimensions: number | undefined;
  /** Send these headers with requests to other services, so that they continue the caller's trace. */
  readonly traceHeaders: HeaderList;
}

/** Makes the vectors of texts, in their order. */
export type Embed = (
  request: EmbeddingModelRequest,
) => readonly Vector[] | PromiseLike<readonly Vector[]>;

/**
 * Makes an embedding model of a function in this process. It answers requests of `embeddingsFormat`, and
 * refuses all others. Whatever the function throws becomes an error in the caller's format; throw a
 * `ServiceError` to choose which.
 *
 * @example
 * const model = defineEmbeddingModel("letters", async ({ input }) =>
 *   input.map((text) => [text.length, text.split(" ").length]),
 * );
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function defineEmbeddingModel(
  id: string,
  embed: Embed,
  options: EmbeddingModelOptions = {},
): Model {
  checks.checkOptions("defineEmbeddingModel", id, checks.name, "id");
  checks.checkOptions("defineEmbeddingModel", embed, checks.callback, "embed");
  checks.checkOptions("defineEmbeddingModel", options, validModelOptions);
  const model: Model = {
    id,
    aliases: options.aliases ?? [],
    displayName: options.displayName ?? id,
    created: options.created ?? 0,
    ownedBy: options.ownedBy ?? "diglot",
    capabilities: embeddingCapabilities,
    // A conversation, which no request for embeddings holds, would be read to check it here.
    validatesOwnRequests: true,
    prices: options.prices,
    // It reads no conversation, so there is nothing to count in one.
    countInputTokens: () => 0,
    async countTokens() {
      throw refuseFormat(embeddingsPath);
    },
    respond: (request) => respond({ model, embed, options }, request),
  };
  return Object.freeze(model);
}

/** An embedding model with what it is made of. */
interface Parts {
  readonly model: Model;
  readonly embed: Embed;
  readonly options: EmbeddingModelOptions;
}

async function respond(parts: Parts, request: ModelRequest): Promise<RelayReply> {
  if (request.origin.format !== embeddingsFormat.name) throw refuseFormat(embeddingsPath);
  const body = request.origin.body as EmbeddingsRequest;
  const { countTokens = estimateTokens, decodeTokens } = parts.options;
  const input = readInput(body, decodeTokens);
  const inputTokens = input.reduce((sum, text) => sum + countTokens(text), 0);
  const attempt = await request.attempt({ model: parts.model });
  if (request.signal.aborted) {
    await attempt.release();
    throw request.signal.reason;
  }
  attempt.watch(() => ({ input: inputTokens }));
  const usage = completeUsage({}, { input: inputTokens, output: 0, reasoning: 0 });
  try {
    const dimensions = body.dimensions ?? undefined;
    const vectors = await callModel(parts.embed, request, attempt, { input, dimensions });
    checkVectors(vectors, { input, dimensions });
    const encoding = body.encoding_format ?? "float";
    const text = writeReply({ model: parts.model.id, vectors, encoding, inputTokens });
    void attempt.close("completed", usage);
    return toReply(text);
  } catch (error) {
    const { aborted, reason } = request.signal;
    const end = aborted ? toAttemptEnd(reason) : "upstream_error";
    void attempt.close(end, usage, undefined, { error });
    throw error;
  }
}

/** A function that does not listen to its signal is not waited for once that aborts. */
function callModel(
  embed: Embed,
  request: ModelRequest,
  { run = (step) => step(), traceHeaders = [] }: Attempt,
  asked: Pick<EmbeddingModelRequest, "input" | "dimensions">,
): Promise<readonly Vector[]> {
  const { requestId, caller, origin, signal, clock } = request;
  const common = { requestId, caller, origin, signal, clock };
  return raceSignal(signal, () => run(() => embed({ ...common, ...asked, traceHeaders })));
}

function toReply(text: string): RelayReply {
  return {
    kind: "relay",
    status: 200,
    headers: [["content-type", "application/json"]],
    body: new TextEncoder().encode(text),
    untilContent: async () => undefined,
  };
}
