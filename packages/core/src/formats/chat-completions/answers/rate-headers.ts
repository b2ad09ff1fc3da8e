import type { RateStatus, RateWindow } from "../../../accounts/limits/limits.js";
import type { HeaderList } from "../../../http/answers.js";
import { toDuration } from "./duration.js";

/**
 * The headers that tell the rates which bound a request. The wire has one window of tokens: of input
 * and output the one that has less left is told.
 * @param now milliseconds since 1970; the wire tells durations where others tell times
 */
export function toRateHeaders(
  { requests, inputTokens, outputTokens }: RateStatus,
  now: number,
): HeaderList {
  return [
    ...toWindowHeaders("requests", requests, now),
    ...toWindowHeaders("tokens", tighter(inputTokens, outputTokens), now),
  ];
}

function toWindowHeaders(name: string, window: RateWindow | undefined, now: number): HeaderList {
  if (!window) return [];
  return [
    [`x-ratelimit-limit-${name}`, String(window.limit)],
    [`x-ratelimit-remaining-${name}`, String(window.remaining)],
    [`x-ratelimit-reset-${name}`, toDuration(window.resetAt - now)],
  ];
}

function tighter(
  input: RateWindow | undefined,
  output: RateWindow | undefined,
): RateWindow | undefined {
  if (!input || !output) return input ?? output;
  return output.remaining < input.remaining ? output : input;
}
