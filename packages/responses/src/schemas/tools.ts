import { anyList, type Inferred, isObject, type Schema } from "@diglot/core/formats";
import * as z from "zod/mini";
import { anyObject, flag, tagged, text } from "./common.js";

/** The name of a tool. */
const toolName = z.string().check(z.minLength(1, { abort: true }));

export const functionTool = z.extend(tagged, {
  type: z.literal("function"),
  name: toolName,
  description: text,
  parameters: z.nullish(anyObject),
  strict: flag,
});
export const customTool = z.extend(tagged, {
  type: z.literal("custom"),
  name: toolName,
  description: text,
  format: z.nullish(tagged),
});
export const namespaceTool = z.extend(tagged, {
  type: z.literal("namespace"),
  name: toolName,
  description: text,
  tools: anyList<RequestTool>(),
});

/** Tools whose members are checked, by type. Any other type is one of the vendor's own tools. */
export const toolSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", functionTool],
  ["custom", customTool],
  ["namespace", namespaceTool],
]);

/** A tool with the members of all types. */
const tool = z.extend(tagged, {
  name: text,
  description: text,
  parameters: z.nullish(anyObject),
  strict: flag,
  format: z.nullish(tagged),
});

/** A tool: a function, one with free text, a namespace of both, or one that the vendor runs. */
export interface RequestTool extends Inferred<typeof tool> {
  /** Those of a namespace. */
  readonly tools?: readonly RequestTool[] | null | undefined;
}

const namedChoice = z.extend(tagged, { name: toolName });
const allowedChoice = z.extend(tagged, {
  type: z.literal("allowed_tools"),
  mode: z.enum(["auto", "required"]),
  tools: anyList<RequestTool>(),
});

/** Tool choices whose members are checked, by type. */
export const toolChoiceSchemas: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ["function", namedChoice],
  ["custom", namedChoice],
  ["allowed_tools", allowedChoice],
]);

/** The tool choices that are words. */
export const toolChoiceName = z.enum(["none", "auto", "required"]);

const choiceObject = z.extend(tagged, {
  name: text,
  mode: text,
  tools: z.nullish(anyList<RequestTool>()),
});

/** A choice of one tool, of a set, or of one that the vendor runs. */
export type ToolChoiceObject = Inferred<typeof choiceObject>;

/** A word, or an object that names tools. */
export type RequestToolChoice = Inferred<typeof toolChoiceName> | ToolChoiceObject;

/** A tool choice whose kind is checked later. */
export const toolChoiceHead = z.custom<RequestToolChoice>(
  (value) => typeof value === "string" || isObject(value),
);
