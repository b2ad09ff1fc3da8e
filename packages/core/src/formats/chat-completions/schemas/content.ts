import * as z from "zod/mini";
import type { Schema } from "../../../validation/issue.js";
import type { Inferred } from "../../../validation/read-only.js";
import { tagged, text } from "./common.js";

const imageUrl = z.looseObject({ url: z.string(), detail: text });
const inputAudio = z.looseObject({ data: z.string(), format: z.string() });
const file = z.looseObject({ file_data: text, file_id: text, filename: text });

export const textPart = z.extend(tagged, { type: z.literal("text"), text: z.string() });
export const refusalPart = z.extend(tagged, { type: z.literal("refusal"), refusal: z.string() });
export const imagePart = z.extend(tagged, { type: z.literal("image_url"), image_url: imageUrl });
export const audioPart = z.extend(tagged, {
  type: z.literal("input_audio"),
  input_audio: inputAudio,
});
export const filePart = z.extend(tagged, { type: z.literal("file"), file });

/** Schemas of content parts by type. Any other type is passed on unchecked. */
export const partSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["text", textPart],
  ["refusal", refusalPart],
  ["image_url", imagePart],
  ["input_audio", audioPart],
  ["file", filePart],
]);

/** A part with the members of all types. */
const part = z.extend(tagged, {
  text,
  refusal: text,
  image_url: z.nullish(imageUrl),
  input_audio: z.nullish(inputAudio),
  file: z.nullish(file),
});

/** A piece of a message's content. `type` is `text`, `image_url`, `input_audio`, `file`, `refusal` or unknown. */
export type ContentPart = Inferred<typeof part>;

/** The content of a message. */
export type Content = string | readonly ContentPart[];
