import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";

/** A model in the list of models. */
export const modelObject = z.looseObject({
  id: z.string(),
  object: z.literal("model"),
  created: z.int().check(z.minimum(0)),
  owned_by: z.string(),
});

/** All models; the list of this format has no pages. */
export const modelsList = z.looseObject({
  object: z.literal("list"),
  data: z.array(modelObject),
});

/** A model in the list of models. */
export type ModelObject = Inferred<typeof modelObject>;

/** All models. */
export type ModelsList = Inferred<typeof modelsList>;
