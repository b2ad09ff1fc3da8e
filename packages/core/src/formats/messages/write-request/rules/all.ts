import type { SlotRow } from "../../../../conversation/rules.js";
import { toSlotRows } from "../../../../conversation/slots.js";
import { contentRules } from "./content.js";
import { parameterRules } from "./parameters.js";
import { toolRules } from "./tools.js";

/** The rules by which `emitRequest` writes each slot of a conversation. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(
  contentRules,
  parameterRules,
  toolRules,
);
