import type { SlotRow } from "../conversation/rules.js";
import { toSlotRows } from "../conversation/slots.js";
import { contentRules } from "./emit-rules-content.js";
import { parameterRules } from "./emit-rules-parameters.js";
import { toolRules } from "./emit-rules-tools.js";

/** The rules by which `emitRequest` writes each slot of a conversation. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(
  contentRules,
  parameterRules,
  toolRules,
);
