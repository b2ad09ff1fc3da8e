import type { Rule } from "./rules.js";

/** A reply that came in the other of the two forms, read and written anew. */
export const otherForm = {
  outcome: "approximated",
  reason:
    "The upstream answered with a stream where JSON was asked for, or with JSON for a stream, so the reply was read and written anew; members that the service does not know are left out.",
} as const satisfies Rule;

/** A member of a reply that no table names. */
export const unknownMember = {
  outcome: "dropped",
  reason: "The service does not know this member of a reply.",
} as const satisfies Rule;

/** A member that names the kind of object that it stands in. */
export const kindOfObject: Rule = {
  outcome: "no_op",
  reason: "It says only what kind of object this is.",
};

/** A member about how the upstream works. */
export const vendorDetail: Rule = {
  outcome: "no_op",
  reason: "It tells of the upstream's own doing, which callers of another format did not ask for.",
};
