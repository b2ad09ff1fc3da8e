import type { RateStatus, RateWindow } from "../../../errors/rates.js";
import type { HeaderList } from "../../../http/answers.js";
import { toDuration } from "./duration.js";

/**
 * The headers with the rates that limit a request. The wire has only one window of tokens, so the one
 * of input and output that has fewer tokens left is shown.
 * @param now milliseconds since 1970; the wire uses durations where others use times
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
