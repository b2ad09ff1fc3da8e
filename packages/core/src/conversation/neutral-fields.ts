import type { Block, Conversation, Placed, Reasoning, Tool, Turn } from "./conversation.js";

/** The members of `extra` are not neutral fields: the format that knows them has rules for them. */
type NoField = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Every neutral field that a request can hold. Spellings belong to the values of other fields. */
export type NeutralField =
  | Exclude<keyof Conversation, "places" | "spellings" | "reasoning">
  | `reasoning.${keyof Reasoning}`
  | `turn.${Exclude<keyof Turn, NoField>}`
  | `block.${Block["type"] | "cache"}`
  | "source"
  | `tool.${Exclude<keyof FunctionTool, NoField> | "native"}`;
