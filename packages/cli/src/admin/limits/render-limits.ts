import { formatCount } from "../../terminal/amounts.js";
import type { LimitName, LimitsBody } from "../wire/bodies.js";

const words: Readonly<Record<LimitName, string>> = {
  requests_per_minute: "requests a minute",
  input_tokens_per_minute: "input tokens a minute",
  output_tokens_per_minute: "output tokens a minute",
  concurrent_requests: "requests at once",
};

/** Limits in words; empty if there are none. */
export function renderLimits(limits: LimitsBody | null): string {
  return Object.entries(limits ?? {})
    .map(([name, limit]) => {
      const unit = words[name as LimitName];
      return `${formatCount(limit)} ${limit === 1 ? unit.replace("s a", " a") : unit}`;
    })
    .join(", ");
}
