import type { HeaderList } from "./answers.js";
import type { HeaderLookup } from "./exchange.js";

/** The headers that pass the filter. */
export function filterHeaders(
  headers: HeaderLookup,
  passes: (name: string, value: string) => boolean,
): HeaderList {
  return [...headers.keys()]
    .map((name) => [name, headers.get(name) ?? ""] as const)
    .filter(([name, value]) => passes(name, value));
}

/** The forms of limits and of times: numbers, booleans, durations, dates. */
const plainValue =
  /^(?:true|false|-?[\d.]{1,20}|(?:[\d.]{1,12}(?:ms|[dhms]))+|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)|\w{3}, \d\d \w{3} [\d :]+GMT)$/;

/**
 * The headers whose names match, for a caller, as far as they say only numbers, booleans or times: a
 * careless upstream may write anything there, even its key.
 */
export function filterPlainHeaders(headers: HeaderLookup, names: RegExp): HeaderList {
  return filterHeaders(headers, (name, value) => names.test(name) && plainValue.test(value));
}
