import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";

const limit = z.nullable(z.int().check(z.minimum(0)));
const time = z.string();

/** One model. */
export const modelObject = z.looseObject({
  type: z.literal("model"),
  id: z.string(),
  display_name: z.string(),
  created_at: time,
  max_input_tokens: limit,
  max_tokens: limit,
  capabilities: anyObject,
  lifecycle: z.string(),
  deprecated_at: z.nullable(time),
  retires_at: z.nullable(time),
  line: z.nullable(z.string()),
});

/** One page of the models. The ids are cursors, and null if the page is empty. */
export const modelsList = z.looseObject({
  data: z.array(modelObject),
  has_more: z.boolean(),
  first_id: z.nullable(z.string()),
  last_id: z.nullable(z.string()),
});

/** One model. */
export type ModelObject = Inferred<typeof modelObject>;

/** One page of the models. */
export type ModelsList = Inferred<typeof modelsList>;
