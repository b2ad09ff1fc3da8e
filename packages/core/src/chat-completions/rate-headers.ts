import type { RateStatus } from "../accounts/limits.js";
import type { HeaderList } from "../http/answers.js";

/** The headers that tell the rates which bound a request. */
export function toRateHeaders(_rates: RateStatus): HeaderList {
  return [];
}
