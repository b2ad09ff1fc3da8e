import type { Block, Conversation, Placed, Reasoning, Tool, Turn } from "./conversation.js";
import type { Rule, SlotRow } from "./rules.js";

/** `extra` has no slot: its members have rules of the format that knows them. */
type Unslotted = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Every part of a conversation that a request has to say. */
export type Slot =
  | Exclude<keyof Conversation, "places" | "reasoning">
  | `reasoning.${keyof Reasoning}`
  | `turn.${Exclude<keyof Turn, Unslotted>}`
  | `block.${Block["type"] | "cache"}`
  | "source"
  | `tool.${Exclude<keyof FunctionTool, Unslotted> | "native"}`;

/** The rules of one slot, each under the name of its case. */
export type Cases = Readonly<Record<string, Rule>>;

/** The rules of a target as rows, from a table of all slots. A slot without rules is a type error. */
export function toSlotRows(table: Readonly<Record<Slot, Cases>>): readonly SlotRow[] {
  return Object.entries(table).flatMap(([slot, cases]) =>
    Object.values(cases).map((rule) => ({ slot, ...rule })),
  );
}
