import type {
  Block,
  Conversation,
  Placed,
  Reasoning,
  Tool,
  Turn,
} from "../conversation/conversation.js";
import { type Rule, type SlotRow, toSlotRows } from "../conversation/rules.js";
import { contentRules } from "./emit-rules-content.js";
import { parameterRules } from "./emit-rules-parameters.js";
import { toolRules } from "./emit-rules-tools.js";

/** The rules of a slot, each under the name of its case. */
export type Cases = Readonly<Record<string, Rule>>;

/** `extra` has no slot: its members have rules of the format that knows them. */
type Unslotted = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Every part of a conversation that a request has to say. */
type Slot =
  | Exclude<keyof Conversation, "places" | "reasoning">
  | `turn.${Exclude<keyof Turn, Unslotted>}`
  | `block.${Block["type"]}`
  | "block.cache"
  | "source"
  | `tool.${Exclude<keyof FunctionTool, Unslotted>}`
  | "tool.native"
  | `reasoning.${keyof Reasoning}`;

/** The rules of all slots. A part of a conversation without rules is a type error. */
const table: Readonly<Record<Slot, Cases>> = {
  ...contentRules,
  ...toolRules,
  ...parameterRules,
};

/** How a request of this format is written from a conversation, slot by slot. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(table);
