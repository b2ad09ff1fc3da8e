import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { InProcessRequest, ModelYield } from "@diglot/core";
import { brokenOff, createCallSequencer, createRunSignal } from "@diglot/core/frameworks";
import type { AiSdkModel } from "../frameworks.js";
import { familyOf, type ModelContext, takesResultFiles } from "../prompt/context.js";
import { createProofKeeper, type KeepProof, type Proofs, recallProofs } from "../proofs.js";
import { toCallError } from "../reply/errors.js";
import { createReasoningReader } from "../reply/reasoning.js";
import { type ModelCall, toCallOptions } from "./call-options.js";
import { type ReadContext, readPart } from "./read-parts.js";

/** Calls a model with the request, and yields its reply. */
export async function* runModel(
  model: AiSdkModel,
  request: InProcessRequest,
  call: ModelCall,
): AsyncGenerator<ModelYield> {
  const { signal, abort } = createRunSignal(request.signal);
  try {
    const { reasoningStore } = call;
    const context = await toContext(model, request, await recallProofs(reasoningStore, request));
    const options = toCallOptions(request, context, call);
    const parts = await open(model, { ...options, abortSignal: signal });
    yield* readParts(parts, request, createProofKeeper(reasoningStore, request));
  } catch (error) {
    throw toCallError(error);
  } finally {
    abort();
  }
}

async function toContext(
  model: AiSdkModel,
  { receipt }: InProcessRequest,
  proofs: Proofs,
): Promise<ModelContext> {
  const { specificationVersion: version, provider } = model;
  return {
    receipt,
    version,
    modelId: model.modelId,
    family: familyOf(provider),
    fileData: version === "v4" ? "tagged" : "plain",
    resultFiles: takesResultFiles(provider),
    proofs,
    urls: await model.supportedUrls,
  };
}

/** What is used of version 3 of the specification is the same in version 4. */
async function open(
  model: AiSdkModel,
  options: Parameters<LanguageModelV4["doStream"]>[0],
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { stream } = await (model as unknown as LanguageModelV4).doStream(options);
  return stream;
}

async function* readParts(
  parts: ReadableStream<LanguageModelV4StreamPart>,
  { conversation, receipt }: InProcessRequest,
  keepProof: KeepProof,
): AsyncGenerator<ModelYield> {
  const context: ReadContext = {
    ...{ conversation, receipt, keepProof },
    calls: createCallSequencer(),
    reasoning: createReasoningReader(),
  };
  let finished = false;
  for await (const part of parts) {
    if (part.type === "finish") finished = true;
    yield* readPart(part, context);
  }
  if (!finished) throw brokenOff();
}
