import type { Rule } from "../../../conversation/receipt/rules.js";

/** A native block of another format. */
export const foreignBlock: Rule = {
  outcome: "dropped",
  reason: "This block belongs to another format and cannot be shown in this one.",
};

/** A citation of another format. */
export const foreignCitation: Rule = {
  outcome: "dropped",
  reason: "Citations of this format need data that only its own service has.",
};
