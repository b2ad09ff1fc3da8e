import type { Rule } from "./rules.js";

// The rules for requests that are the same whichever format the upstream speaks.

/** Tools for an upstream that takes none. */
export const toolsUnsupported = {
  outcome: "refused",
  reason: "The model behind this endpoint takes no tools.",
} as const satisfies Rule;

/** A forced tool choice in a request without tools. */
export const forcedWithoutTools = {
  outcome: "refused",
  reason: "The model behind this endpoint cannot be forced to call a tool if there are no tools.",
} as const satisfies Rule;

/** A forced tool choice that names a tool which the request does not define. */
export const forcedUnknownTool = {
  outcome: "refused",
  reason:
    "The model behind this endpoint cannot be forced to call a tool that the request does not define.",
} as const satisfies Rule;

/** A tool that the vendor of the caller's format runs itself, and that the request can do without. */
export const serverToolLeftOut = {
  outcome: "dropped",
  reason:
    "The model behind this endpoint has no such tool of its own. Its operator can provide a web search and a web fetch with `serverTools`.",
} as const satisfies Rule;

/** A tool choice that forces such a tool. */
export const forcedServerTool = {
  outcome: "refused",
  reason:
    "The model behind this endpoint has no such tool of its own, so it cannot be forced to call it. Its operator can provide a web search and a web fetch with `serverTools`.",
} as const satisfies Rule;

/** More stop sequences than the upstream takes. */
export const tooManyStopSequences = {
  outcome: "refused",
  whenWarned: "approximated",
  reason: "The model behind this endpoint takes fewer stop sequences.",
} as const satisfies Rule;

/** More cache control markers than the wire allows. */
export const tooManyCacheControls = {
  outcome: "refused",
  reason: "The model behind this endpoint takes at most 4 cache control markers.",
} as const satisfies Rule;

/** A tool result that does not directly follow its call. */
export const lateResult = {
  outcome: "approximated",
  reason: "Tool results move directly behind their calls, before anything else.",
} as const satisfies Rule;

/** What only the upstream that has made it can use, in a request that another one answers. */
export const madeElsewhere = {
  outcome: "dropped",
  reason: "Only the upstream that made it can use it, and another one answers this request.",
} as const satisfies Rule;

/** A second result of the same call. */
export const repeatedResult = {
  outcome: "refused",
  reason: "The model behind this endpoint takes only one result for each tool call.",
} as const satisfies Rule;
