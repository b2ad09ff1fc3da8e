import type { RateStatus } from "../errors/rates.js";
import type { Format } from "../formats/format.js";
import type { HeaderList } from "../http/answers.js";
import type { Settings } from "../options.js";

/**
 * Adds the format's headers for the rate limits of a request. They replace all of the upstream's,
 * which limit the service and not its caller.
 */
export function addRateHeaders(
  headers: HeaderList,
  rates: RateStatus | undefined,
  { format, settings }: { readonly format: Format; readonly settings: Settings },
): HeaderList {
  if (!rates) return headers;
  const own = format.rateHeaders(rates, settings.clock.now());
  return [...withoutRateHeaders(headers), ...own];
}

/** The headers of an answer without the rate headers of any format. */
export function withoutRateHeaders(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !name.includes("ratelimit-"));
}
