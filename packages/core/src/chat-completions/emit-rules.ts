import type { SlotRow } from "../conversation/rules.js";
import { toSlotRows } from "../conversation/slots.js";
import { contentRules } from "./emit-rules-content.js";
import { parameterRules } from "./emit-rules-parameters.js";
import { toolRules } from "./emit-rules-tools.js";

/** How a request of this format is written from a conversation, slot by slot. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(
  contentRules,
  parameterRules,
  toolRules,
);
