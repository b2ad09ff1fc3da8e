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

/** The rules of one slot, by the case that they are for. */
export type Cases = Readonly<Record<string, Rule>>;

/** Members of things that have no slot. */
type Unslotted = keyof Placed | "extra" | "type";
type FunctionTool = Extract<Tool, { readonly type: "function" }>;

/** Everything in a conversation that a request has to say. */
type Slot =
  | Exclude<keyof Conversation, "places" | "reasoning">
  | `reasoning.${keyof Reasoning}`
  | `turn.${Exclude<keyof Turn, Unslotted>}`
  | `block.${Block["type"] | "cache"}`
  | "source"
  | `tool.${Exclude<keyof FunctionTool, Unslotted> | "native"}`;

/** The rules of all slots. One that is missing is a type error. */
const table: Readonly<Record<Slot, Cases>> = {
  ...contentRules,
  ...toolRules,
  ...parameterRules,
};

/** The rules by which `emitRequest` writes each slot of a conversation. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(table);
