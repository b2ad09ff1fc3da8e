import { toNeutralFieldRows } from "../../../../conversation/neutral-fields.js";
import type { NeutralFieldRow } from "../../../../conversation/rules.js";
import { contentRules } from "./content.js";
import { parameterRules } from "./parameters.js";
import { toolRules } from "./tools.js";

/** The rules by which `emitRequest` writes each slot of a conversation. */
// Pure, so that bundles without upstreams leave the tables out.
export const writeRequestRules: readonly NeutralFieldRow[] = /* @__PURE__ */ toNeutralFieldRows(
  contentRules,
  parameterRules,
  toolRules,
);
