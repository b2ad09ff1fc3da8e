import * as z from "zod/mini";

/** The body of every error before the head. All four members are always there. */
export const errorBody = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.nullable(z.string()),
    code: z.nullable(z.string()),
  }),
});
