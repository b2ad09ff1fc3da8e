import type { Inferred } from "@diglot/core/formats";
import * as z from "zod/mini";
import { anyObject, flag, tagged, text } from "./common.js";

/** The form of the reply's text. */
export const textFormat = z.extend(tagged, {
  type: z.enum(["text", "json_object", "json_schema"]),
  name: text,
  description: text,
  schema: z.nullish(anyObject),
  strict: flag,
});

/** How the text of the reply should be. */
export const textOptions = z.looseObject({
  format: z.nullish(textFormat),
  verbosity: z.nullish(z.enum(["low", "medium", "high"])),
});

/** How much the model should reason, and what is shown of it. */
export const reasoningOptions = z.looseObject({
  effort: z.nullish(z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])),
  summary: z.nullish(z.enum(["auto", "concise", "detailed"])),
  context: z.nullish(z.enum(["auto", "current_turn", "all_turns"])),
});

/** The form that the reply's text should have. */
export type TextFormat = Inferred<typeof textFormat>;

/** How the text of the reply should be. */
export type TextOptions = Inferred<typeof textOptions>;
