import type { Check } from "../check.js";
import { refused } from "./define-checks.js";

const versioned = (value: string | null) => ({ headers: { "anthropic-version": value } });

/** The headers of versions and betas. */
export const headers: readonly Check[] = [
  refused("M006", "Headers", "A request without a version", versioned(null), "anthropic-version"),
  refused("M007", "Headers", "An unknown version", versioned("1999-01-01"), "1999-01-01"),
  refused(
    "M008",
    "Headers",
    "A version that is given twice",
    versioned("2023-06-01, 2023-06-01"),
    "2023-06-01, 2023-06-01",
  ),
  refused(
    "M009",
    "Headers",
    "An unknown beta",
    { headers: { "anthropic-beta": "nope-2020-01-01" } },
    "nope-2020-01-01",
  ),
  refused(
    "M010",
    "Headers",
    "An empty beta",
    { headers: { "anthropic-beta": "" } },
    "anthropic-beta",
  ),
];
