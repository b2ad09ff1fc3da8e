import type { RequestFacts } from "@diglot/core";

/**
 * What a model is asked for, by the caller's format, where it is not a conversation. The convention knows
 * the first two; a name of its own is allowed for others.
 */
const operations: ReadonlyMap<string, string> = new Map([
  ["embeddings", "embeddings"],
  ["completions", "text_completion"],
  ["rerank", "rerank"],
  ["moderations", "moderations"],
  ["transcriptions", "transcription"],
  ["speech", "speech"],
  ["images", "image_generation"],
  ["image-edits", "image_edit"],
]);

/** The convention's name of what a model is asked for by a request of a format. */
export function generationOf(format: string): string {
  return operations.get(format) ?? "chat";
}

/**
 * The convention's name of what was asked of a model; `undefined` for everything else that a service
 * answers, such as its list of models.
 */
export function operationOf({ operation, format }: RequestFacts): string | undefined {
  if (operation === "generate") return generationOf(format);
  return operation === "count_tokens" ? operation : undefined;
}
