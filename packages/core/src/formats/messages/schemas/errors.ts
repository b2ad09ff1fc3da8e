import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject } from "./common.js";

/** The body of an error, and the data of the `error` event. */
export const errorBody = z.looseObject({
  type: z.literal("error"),
  error: z.looseObject({
    type: z.string(),
    message: z.string(),
    details: z.optional(anyObject),
  }),
  request_id: z.string(),
});

/** The body of an error, and the data of the `error` event. */
export type ErrorBody = Inferred<typeof errorBody>;
