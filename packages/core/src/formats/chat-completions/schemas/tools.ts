import * as z from "zod/mini";
import { isObject } from "../../../json/value.js";
import type { Schema } from "../../../validation/issue.js";
import type { Inferred } from "../../../validation/read-only.js";
import { anyObject, named, tagged, text, toolName } from "./common.js";

/** A function that the model may call, as it was described before there were tools. */
export const legacyFunction = z.looseObject({
  name: toolName,
  description: text,
  parameters: z.nullish(anyObject),
});

/** A function that the model may call; without `parameters` it takes none. */
const functionDefinition = z.extend(legacyFunction, { strict: z.nullish(z.boolean()) });

export const functionTool = z.extend(tagged, {
  type: z.literal("function"),
  function: functionDefinition,
});
export const customTool = z.extend(tagged, { type: z.literal("custom"), custom: named });

/** Schemas of tools by type. Any other type is passed on unchecked. */
export const toolSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", functionTool],
  ["custom", customTool],
]);

const allowedTools = z.looseObject({
  mode: z.enum(["auto", "required"]),
  tools: z.array(tagged),
});
export const functionChoice = z.extend(tagged, { type: z.literal("function"), function: named });
export const customChoice = z.extend(tagged, { type: z.literal("custom"), custom: named });
export const allowedChoice = z.extend(tagged, {
  type: z.literal("allowed_tools"),
  allowed_tools: allowedTools,
});

/** Schemas of tool choices by type. Any other type is passed on unchecked. */
export const toolChoiceSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", functionChoice],
  ["custom", customChoice],
  ["allowed_tools", allowedChoice],
]);

/** The tool choices that are strings. */
export const toolChoiceName = z.enum(["none", "auto", "required"]);

/** A tool with the members of all types. */
const tool = z.extend(tagged, {
  function: z.optional(functionDefinition),
  custom: z.optional(named),
});

/** A choice with the members of all types. */
const toolChoiceObject = z.extend(tagged, {
  function: z.optional(named),
  custom: z.optional(named),
  allowed_tools: z.optional(z.looseObject({ mode: z.string(), tools: z.array(anyObject) })),
});

/** A tool choice whose kind is checked later. */
export const toolChoiceHead = z.custom<RequestToolChoice>(
  (value) => typeof value === "string" || isObject(value),
);

/** A function that the model may call. */
export type FunctionDefinition = Inferred<typeof functionDefinition>;

/** A function that the model may call, in the form that `functions` has. */
export type LegacyFunction = Inferred<typeof legacyFunction>;

/** A tool. `type` is `function`, `custom` or unknown. */
export type RequestTool = Inferred<typeof tool>;

/** A choice of one tool (`function`, `custom`), of a set (`allowed_tools`), or an unknown one. */
export type RequestToolChoiceObject = Inferred<typeof toolChoiceObject>;

/** `none`, `auto`, `required`, or an object that names a tool or a set of allowed tools. */
export type RequestToolChoice = Inferred<typeof toolChoiceName> | RequestToolChoiceObject;
