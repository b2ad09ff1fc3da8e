import * as z from "zod/mini";
import { otherThan } from "../../../validation/other-than.js";
import type { Inferred } from "../../../validation/read-only.js";
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

/** Any tool. The service of the vendor runs those of other types. */
export const anyTool = z.union([
  z.extend(customTool, { type: z.nullish(z.literal("custom")) }),
  z.extend(toolHead, { type: otherThan(["custom"]), name: z.optional(z.string()) }),
]);

/** How the tools should be used. */
export const toolChoiceHead = z.looseObject({
  type: z.string(),
  disable_parallel_tool_use: z.nullish(z.boolean()),
});

/** `tool_choice` of type `tool`. */
export const namedToolChoice = z.extend(toolChoiceHead, { name: z.string() });

/** A tool definition. */
export type ToolParam = Inferred<typeof anyTool>;

/** How the tools should be used. */
export type ToolChoiceParam = Inferred<typeof anyToolChoice>;

/** The choice of one tool by its name, or of a kind. */
export const anyToolChoice = z.union([
  z.extend(namedToolChoice, { type: z.literal("tool") }),
  z.extend(toolChoiceHead, { type: otherThan(["tool"]) }),
]);
