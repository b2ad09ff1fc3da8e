import type { SlotRow } from "../../../../conversation/rules.js";
import { toSlotRows } from "../../../../conversation/slots.js";
import { contentRules } from "./content.js";
import { parameterRules } from "./parameters.js";
import { toolRules } from "./tools.js";

/** How a request of this format is written from a conversation, slot by slot. */
// Pure, so that bundles without upstreams leave the tables out.
export const emitRules: readonly SlotRow[] = /* @__PURE__ */ toSlotRows(
  contentRules,
  parameterRules,
  toolRules,
);
