import type { RateStatus, RateWindow } from "../../../errors/rates.js";
import type { HeaderList } from "../../../http/answers.js";

/**
 * The headers that report the rate limits of a request, named after the vendor. Remaining tokens
 * are rounded to thousands, as in the real service.
 */
export function toRateHeaders(rates: RateStatus, vendor: string): HeaderList {
  const { requests, inputTokens, outputTokens } = rates;
  const prefix = `${vendor}-ratelimit`;
  return [
    ...toWindowHeaders(`${prefix}-requests`, requests),
    ...toWindowHeaders(`${prefix}-tokens`, inThousands(addWindows(inputTokens, outputTokens))),
    ...toWindowHeaders(`${prefix}-input-tokens`, inThousands(inputTokens)),
    ...toWindowHeaders(`${prefix}-output-tokens`, inThousands(outputTokens)),
  ];
}

function toWindowHeaders(name: string, window: RateWindow | undefined): HeaderList {
  if (!window) return [];
  return [
    [`${name}-limit`, String(window.limit)],
    [`${name}-remaining`, String(window.remaining)],
    [`${name}-reset`, toTimestamp(window.resetAt)],
  ];
}

/** The tokens of both directions as one window. It is full again when both windows are. */
function addWindows(
  input: RateWindow | undefined,
  output: RateWindow | undefined,
): RateWindow | undefined {
  if (!input || !output) return input ?? output;
  return {
    limit: input.limit + output.limit,
    remaining: input.remaining + output.remaining,
    resetAt: Math.max(input.resetAt, output.resetAt),
  };
}

function inThousands(window: RateWindow | undefined): RateWindow | undefined {
  return window && { ...window, remaining: Math.round(window.remaining / 1000) * 1000 };
}

/**
 * RFC 3339 in whole seconds, rounded up, so that a client that waits until then is not too early.
 */
function toTimestamp(time: number): string {
  return new Date(Math.ceil(time / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
