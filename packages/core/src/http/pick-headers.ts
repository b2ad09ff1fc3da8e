import type { HeaderList } from "./answers.js";
import type { HeaderLookup } from "./exchange.js";

/** The headers with these names that are present. */
export function pickHeaders(headers: HeaderLookup, names: readonly string[]): HeaderList {
  return names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
}

/** The headers whose names pass the filter. */
export function filterHeaders(
  headers: HeaderLookup,
  passes: (name: string) => boolean,
): HeaderList {
  return pickHeaders(headers, [...headers.keys()].filter(passes));
}

/** The forms of limits and of times: numbers, booleans, durations, dates. */
const plainValue =
  /^(?:true|false|-?\d{1,16}(?:\.\d{1,9})?|(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+|\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:\d\d)|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/;

/**
 * The headers with these names, for a caller, as far as they say only numbers, booleans or times: a
 * careless upstream may write anything there, even its key.
 */
export function pickPlainHeaders(headers: HeaderLookup, names: readonly string[]): HeaderList {
  return pickHeaders(headers, names).filter(([, value]) => plainValue.test(value));
}
