import type { HeaderLookup, JsonObject, Units } from "@diglot/core";
import { fromPointer } from "@diglot/core/formats";
import { toNumber } from "../multipart/to-number.js";

/** Where the count of a unit is. */
export interface UnitSource {
  /**
   * The JSON reply, or the data of an event of a stream; the headers of the reply; or the request, whose
   * units are reserved before it is sent.
   */
  readonly from: "reply" | "headers" | "request";
  /** A JSON pointer such as `/usage/seconds`, or the name of a header. */
  readonly at: string;
  /**
   * What counts: the number there, the characters of the text, or the items of the list.
   * @default "number"
   */
  readonly count?: "number" | "characters" | "items" | undefined;
  /** The count where there is none. @default the next source */
  readonly default?: number | undefined;
}

/** What an endpoint is counted in, by the name of the unit: the first source that has a count applies. */
export type UnitSources = Readonly<Record<string, UnitSource | readonly UnitSource[]>>;

/** What counts are read from. */
export interface CountedExchange {
  readonly reply?: unknown;
  readonly headers?: HeaderLookup | undefined;
  readonly request?: JsonObject | undefined;
}

/** The units of an exchange; `undefined` if none can be counted. */
export function countUnits(sources: UnitSources, exchange: CountedExchange): Units | undefined {
  const counts = Object.entries(sources).flatMap(([name, given]) => {
    const list: readonly UnitSource[] = Array.isArray(given) ? given : [given as UnitSource];
    const count = list.map((source) => countAt(source, exchange)).find(isKnown);
    return count === undefined ? [] : [[name, count] as const];
  });
  return counts.length === 0 ? undefined : Object.fromEntries(counts);
}

function countAt(source: UnitSource, exchange: CountedExchange): number | undefined {
  const found = valueAt(source, exchange);
  if (found === absent) return undefined;
  return toCount(found, source.count ?? "number") ?? source.default;
}

/** The part of the exchange is not there, so that not even a default applies. */
const absent = Symbol();

function valueAt({ from, at }: UnitSource, { reply, headers, request }: CountedExchange): unknown {
  if (from === "headers") return headers ? (headers.get(at) ?? undefined) : absent;
  const root = from === "reply" ? reply : request;
  return root === undefined ? absent : fromPointer(at).reduce(stepInto, root);
}

function stepInto(value: unknown, step: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string | number, unknown>)[step];
}

function toCount(value: unknown, count: NonNullable<UnitSource["count"]>): number | undefined {
  switch (count) {
    case "number": {
      const number = toNumber(value);
      return typeof number === "number" ? number : undefined;
    }
    case "characters":
      return typeof value === "string" ? [...value].length : undefined;
    case "items":
      return Array.isArray(value) ? value.length : undefined;
  }
}

function isKnown(count: number | undefined): count is number {
  return count !== undefined;
}
