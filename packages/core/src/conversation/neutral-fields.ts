import type { Block, Conversation, Placed, Reasoning, Tool, Turn } from "./conversation.js";

/** The members of `extra` are no neutral fields: the format that knows them has rules for them. */
type NoField = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Every part of a conversation that a request has to say. */
export type NeutralField =
  | Exclude<keyof Conversation, "places" | "reasoning">
  | `reasoning.${keyof Reasoning}`
  | `turn.${Exclude<keyof Turn, NoField>}`
  | `block.${Block["type"] | "cache"}`
  | "source"
  | `tool.${Exclude<keyof FunctionTool, NoField> | "native"}`;
