import type { Block, Conversation, Placed, Reasoning, Tool, Turn } from "./conversation.js";
import type { NeutralFieldRow, Rule } from "./rules.js";

/** `extra` has no slot: its members have rules of the format that knows them. */
type Unslotted = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Every part of a conversation that a request has to say. */
export type NeutralField =
  | Exclude<keyof Conversation, "places" | "reasoning">
  | `reasoning.${keyof Reasoning}`
  | `turn.${Exclude<keyof Turn, Unslotted>}`
  | `block.${Block["type"] | "cache"}`
  | "source"
  | `tool.${Exclude<keyof FunctionTool, Unslotted> | "native"}`;

/** The rules of one slot, each under the name of its case. */
export type Cases = Readonly<Record<string, Rule>>;

/** The rules of a target as rows, from three tables that have all slots. A slot without rules is a type error. */
export function toNeutralFieldRows<
  Content extends SomeNeutralFields,
  Parameters extends SomeNeutralFields,
  Tools extends Record<Exclude<NeutralField, keyof Content | keyof Parameters>, Cases>,
>(content: Content, parameters: Parameters, tools: Tools): readonly NeutralFieldRow[] {
  return Object.entries({ ...content, ...parameters, ...tools }).flatMap(([neutralField, cases]) =>
    Object.values<Rule>(cases).map((rule) => ({ neutralField, ...rule })),
  );
}

type SomeNeutralFields = Partial<Readonly<Record<NeutralField, Cases>>>;

/**
 * The rules of one slot of a table. A function, and called as a pure one, so that bundles without
 * upstreams leave the tables out: a bundler takes a bare member access for a getter that may do
 * something.
 */
export function casesOf<Table, Key extends keyof Table>(
  table: Table,
  neutralField: Key,
): Table[Key] {
  return table[neutralField];
}
