import type { RateStatus, RateWindow } from "../../../accounts/limits/limits.js";
import type { HeaderList } from "../../../http/answers.js";

/**
 * The headers that tell the rates which bound a request, named after the vendor.
 * What is left of tokens is told in thousands, as the real service does.
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

/** Tokens of both directions as one window, which is whole when both are. */
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

/** RFC 3339 in whole seconds, rounded up: who comes back then is not early. */
function toTimestamp(time: number): string {
  return new Date(Math.ceil(time / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
