import type { Inferred, Schema } from "@diglot/core/formats";
import * as z from "zod/mini";
import { anyObject, tagged, text } from "./common.js";

export const inputText = z.extend(tagged, { type: z.literal("input_text"), text: z.string() });
export const inputImage = z.extend(tagged, {
  type: z.literal("input_image"),
  image_url: text,
  file_id: text,
  detail: text,
});
export const inputFile = z.extend(tagged, {
  type: z.literal("input_file"),
  file_id: text,
  file_url: text,
  file_data: text,
  filename: text,
});
export const inputAudio = z.extend(tagged, {
  type: z.literal("input_audio"),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
});
export const outputText = z.extend(tagged, {
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.nullish(z.array(anyObject)),
  logprobs: z.nullish(z.array(anyObject)),
});
export const refusalPart = z.extend(tagged, { type: z.literal("refusal"), refusal: z.string() });
export const summaryText = z.extend(tagged, { type: z.literal("summary_text"), text: z.string() });
export const reasoningText = z.extend(tagged, {
  type: z.literal("reasoning_text"),
  text: z.string(),
});

type Schemas = ReadonlyMap<string, Schema>;

/** The parts of what users and instructions say. */
export const userParts: Schemas = new Map<string, Schema>([
  ["input_text", inputText],
  ["input_image", inputImage],
  ["input_file", inputFile],
  ["input_audio", inputAudio],
]);
/** The parts of what the model has said. */
export const assistantParts: Schemas = new Map<string, Schema>([
  ["output_text", outputText],
  ["refusal", refusalPart],
]);
/** The parts of what a tool has answered. */
export const resultParts: Schemas = new Map<string, Schema>([
  ["input_text", inputText],
  ["input_image", inputImage],
  ["input_file", inputFile],
]);
/** The parts of a summary, and of raw reasoning. */
export const summaryParts: Schemas = new Map<string, Schema>([["summary_text", summaryText]]);
export const reasoningParts: Schemas = new Map<string, Schema>([["reasoning_text", reasoningText]]);

/** A part with the members of all types. */
const part = z.extend(tagged, {
  text,
  refusal: text,
  image_url: text,
  file_id: text,
  file_url: text,
  file_data: text,
  filename: text,
  detail: text,
  input_audio: z.nullish(inputAudio.shape.input_audio),
});

/** A piece of content of any type. */
export type Part = Inferred<typeof part>;

/** The content of a message, or what a tool has answered. */
export type Content = string | readonly Part[];
