import { threadRule } from "../../../conversation/members/cost-members.js";
import {
  dropped,
  type NativeField,
  refused,
  refusedOrDropped,
} from "../../../conversation/native-fields.js";
import {
  allowedCallers,
  citations,
  contextManagement,
  unless,
  unlessEmpty,
} from "./field-kinds.js";

/**
 * The members of a request that only this format knows, and what happens to them in other formats.
 * Keys are fields; those of blocks, messages and tools begin with `block`, `message` and `tool`.
 */

/** A member of the body without a rule. */
export const unknownField: NativeField = refusedOrDropped(
  "The model behind this endpoint does not know this field.",
);

/** A member of a known object without a rule. */
export const unknownInnerField: NativeField = dropped(
  "The model behind this endpoint has no place for this member.",
);

/** Every native field, by its names joined by dots. */
export const nativeFields: ReadonlyMap<string, NativeField> = new Map<string, NativeField>([
  ["container", refused("The model behind this endpoint runs no containers.")],
  ["mcp_servers", refused("The model behind this endpoint calls no MCP servers.", unlessEmpty)],
  ["inference_geo", refused("Where the model behind this endpoint runs cannot be chosen.")],
  ["context_management", contextManagement()],
  ["compaction", refused("The model behind this endpoint does not compact conversations.")],
  ["speed", dropped("The model behind this endpoint has one speed.", unless("standard"))],
  ["diagnostics", dropped("The model behind this endpoint explains no cache misses.")],
  ["fallbacks", dropped("The service decides itself which models stand in for others.")],
  ["fallback_credit_token", dropped("The model behind this endpoint takes no credit.")],
  ["billing_policy", refused("The model behind this endpoint does not know billing policies.")],
  ["safeguards", refused("The model behind this endpoint does not report on `safeguards`.")],
  ["tags", dropped("The model behind this endpoint keeps no tags.")],
  ["thread", { rule: threadRule, cases: [] }],
  ["betas", dropped("The model behind this endpoint does not know these beta features.")],
  [
    "metadata",
    refusedOrDropped("The model behind this endpoint takes no metadata except `user_id`."),
  ],
  ["thinking.block_binding", dropped("No other format binds thinking to its blocks.")],
  [
    "output_config.task_budget",
    dropped("The model behind this endpoint does not know task budgets."),
  ],
  ["message.cache_control", dropped("The message has no block that could have cache control.")],
  ["message.clear_at", dropped("Instructions stay for the rest of the conversation.")],
  ["message.output_config", dropped("The effort cannot change during a conversation.")],
  ["block.citations", citations()],
  [
    "block.caller",
    { rule: { outcome: "no_op", reason: "Who called does not matter here." }, cases: [] },
  ],
  ["block.toolset_name", dropped("The model behind this endpoint does not know toolsets.")],
  [
    "block.transformations",
    dropped("The model behind this endpoint chooses the scale of images itself."),
  ],
  ["block.extra_content", dropped("Only the upstream that issued it can read it.")],
  ["tool.defer_loading", dropped("The tool is available from the beginning.", unless(false))],
  ["tool.eager_input_streaming", dropped("Inputs are streamed as they arrive.", unless(false))],
  [
    "tool.input_examples",
    dropped("A tool has no field for examples besides its schema.", unlessEmpty),
  ],
  ["tool.allowed_callers", allowedCallers()],
]);
