import { isObject } from "../../json/value.js";
import { addText, emptyHash } from "../../runtime/hash.js";
import type { Origin } from "../model.js";

/** The texts of a beginning that count. */
const mostTexts = 64;
/** The UTF-16 units that count at each end of a text. */
const endLength = 256;
/** How deep texts may be. */
const mostDepth = 8;
/** Members that change from turn to turn: clients move their cache marks to the newest message. */
const moving: ReadonlySet<string> = new Set(["cache_control"]);

/**
 * A hash of 32 bits of what all requests of a conversation begin with: the model, the instructions and
 * the first message. Of each text only both ends and the length count, so that its cost does not grow
 * with the request. Requests that begin alike have the same hash.
 */
export function hashBeginning({ body, continuity }: Origin): number {
  const beginning = continuity?.beginning(body) ?? [];
  const walk: Walk = { hash: emptyHash, left: mostTexts };
  for (const value of [body.model, ...beginning]) addValue(walk, value, mostDepth);
  return walk.hash;
}

interface Walk {
  hash: number;
  /** The texts that still count. */
  left: number;
}

function addValue(walk: Walk, value: unknown, depth: number): void {
  if (walk.left === 0 || depth === 0) return;
  if (typeof value === "string") addEnds(walk, value);
  else if (Array.isArray(value)) for (const item of value) addValue(walk, item, depth - 1);
  else if (isObject(value)) addMembers(walk, value, depth);
}

function addMembers(walk: Walk, value: Readonly<Record<string, unknown>>, depth: number): void {
  for (const name of Object.keys(value)) {
    if (!moving.has(name)) addValue(walk, value[name], depth - 1);
  }
}

function addEnds(walk: Walk, text: string): void {
  walk.left -= 1;
  const ends =
    text.length <= 2 * endLength ? text : text.slice(0, endLength) + text.slice(-endLength);
  walk.hash = addText(walk.hash, `${ends}\0${text.length}`);
}
