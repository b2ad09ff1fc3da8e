import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { InProcessRequest, ModelYield } from "@diglot/core";
import type { AiSdkModel, CallSettings } from "../frameworks.js";
import { familyOf, type PromptContext } from "../prompt/context.js";
import { toCallError } from "../reply/errors.js";
import { brokenOff } from "../reply/finish.js";
import { linkAbort } from "../reply/link-abort.js";
import { createCallSequencer } from "../reply/tool-calls.js";
import { toCallOptions } from "./call-options.js";
import { type ReadContext, readPart } from "./read-parts.js";

/** Calls a model with the request, and yields its reply. */
export async function* runModel(
  model: AiSdkModel,
  request: InProcessRequest,
  settings: CallSettings,
): AsyncGenerator<ModelYield> {
  const { signal, leave } = linkAbort(request.signal);
  try {
    const version = model.specificationVersion;
    const options = toCallOptions(request, version, await toContext(model, request), settings);
    const parts = await open(model, { ...options, abortSignal: signal });
    yield* readParts(parts, request);
  } catch (error) {
    throw toCallError(error);
  } finally {
    leave();
  }
}

async function toContext(model: AiSdkModel, { receipt }: InProcessRequest): Promise<PromptContext> {
  return {
    receipt,
    family: familyOf(model.provider),
    fileData: model.specificationVersion === "v4" ? "tagged" : "plain",
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
): AsyncGenerator<ModelYield> {
  const context: ReadContext = {
    ...{ conversation, receipt },
    calls: createCallSequencer(),
    hidden: new Set(),
  };
  let finished = false;
  for await (const part of parts) {
    if (part.type === "finish") finished = true;
    yield* readPart(part, context);
  }
  if (!finished) throw brokenOff();
}
