import * as z from "zod/mini";
import type { Inferred } from "../../../validation/read-only.js";

/** The body of every error, before and after the head. All four members are always there. */
export const errorBody = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
});

/** The body of every error. */
export type ErrorBody = Inferred<typeof errorBody>;
