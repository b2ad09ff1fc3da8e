import { toPointer } from "../json/pointer.js";
import type { Placed } from "./conversation.js";

/** Where a member stood in the caller's body: the place in `places`, or else below its object. */
export function placeOf(placed: Placed, member: string): string {
  return givenPlaceOf(placed, member) ?? (placed.at ?? "") + toPointer([member]);
}

/** The place of a member in `places`, if it is there. */
export function givenPlaceOf({ at = "", places }: Placed, member: string): string | undefined {
  const place = places && Object.hasOwn(places, member) ? places[member] : undefined;
  return place === undefined || place.startsWith("/") ? place : `${at}/${place}`;
}
