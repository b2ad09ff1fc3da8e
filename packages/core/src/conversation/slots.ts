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

/** The rules of a target as rows, from three tables that have all slots. A slot without rules is a type error. */
export function toSlotRows<
  Content extends SomeSlots,
  Parameters extends SomeSlots,
  Tools extends Record<Exclude<Slot, keyof Content | keyof Parameters>, Cases>,
>(content: Content, parameters: Parameters, tools: Tools): readonly SlotRow[] {
  return Object.entries({ ...content, ...parameters, ...tools }).flatMap(([slot, cases]) =>
    Object.values<Rule>(cases).map((rule) => ({ slot, ...rule })),
  );
}

type SomeSlots = Partial<Readonly<Record<Slot, Cases>>>;

/**
 * The rules of one slot of a table. A function, and called as a pure one, so that bundles without
 * upstreams leave the tables out: a bundler takes a bare member access for a getter that may do
 * something.
 */
export function casesOf<Table, Key extends keyof Table>(table: Table, slot: Key): Table[Key] {
  return table[slot];
}
