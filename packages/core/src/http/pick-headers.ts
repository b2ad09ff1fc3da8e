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
