import * as z from "zod/mini";
import { anyObject, cacheControl } from "./common.js";

/** The members common to all tools. Without a `type`, or with `custom`, the caller runs the tool. */
export const toolHead = z.looseObject({
  type: z.nullish(z.string()),
  cache_control: z.nullish(cacheControl),
});

/** A tool that the caller runs. */
export const customTool = z.extend(toolHead, {
  name: z.string().check(z.minLength(1)),
  description: z.nullish(z.string()),
  input_schema: anyObject,
  strict: z.nullish(z.boolean()),
});

/** How the tools should be used. */
export const toolChoiceHead = z.looseObject({
  type: z.string(),
  disable_parallel_tool_use: z.nullish(z.boolean()),
});

/** `tool_choice` of type `tool`. */
export const namedToolChoice = z.extend(toolChoiceHead, { name: z.string() });
