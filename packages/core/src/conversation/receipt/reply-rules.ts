import type { Rule } from "./rules.js";

/**
 * A reply that came as JSON for a stream, or as a stream for JSON. It is parsed and written again.
 */
export const otherForm = {
  outcome: "approximated",
  reason:
    "The upstream answered with a stream where JSON was asked for, or with JSON for a stream, so the reply was parsed and written again; members that the service does not know are left out.",
} as const satisfies Rule;

/** A member of a reply that no table names. */
export const unknownMember = {
  outcome: "dropped",
  reason: "The service does not know this member of a reply.",
} as const satisfies Rule;

/** A member that names the kind of the object it belongs to. */
export const kindOfObject: Rule = {
  outcome: "no_op",
  reason: "It only names the kind of the object.",
};

/** A member that describes how the upstream works. */
export const vendorDetail: Rule = {
  outcome: "no_op",
  reason: "It describes how the upstream works, which callers of another format did not ask for.",
};
