import type { Placed } from "@diglot/core";
import { type JsonObject, restOf, toPointer } from "@diglot/core/formats";

/**
 * The members of an object that a reader did not use, as a block carries them, each with its place if
 * they do not stand directly in the block.
 */
export function extraFrom(
  value: JsonObject,
  used: readonly string[],
  at: string,
): Pick<Placed, "places"> & { readonly extra?: JsonObject } {
  const extra = restOf(value, used);
  if (!extra) return {};
  const places = Object.keys(extra).map((name) => [name, at + toPointer([name])] as const);
  return { extra, places: Object.fromEntries(places) };
}
