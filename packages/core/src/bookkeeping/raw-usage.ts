import { type AcceptedMembers, factorOfReply } from "../conversation/members/priced-members.js";
import type { JsonObject } from "../json/value.js";

/** Bytes of JSON; a character is a byte, since names and numbers are ASCII. */
const mostBytes = 16 * 1024;

/** Names as counts have them. Any other text could be one that a prompt or a reply has. */
const countName = /^[a-z]\w{0,63}$/i;

/** An object or a list, by the names or the indexes of what is in it. */
type Container = Record<string, unknown> | unknown[];

/**
 * The numbers of an upstream's own usage object, in the objects and lists in which they stand. Everything
 * else of it is left out, because it may hold texts: strings, members whose names are no names of
 * counts, and `true`, `false` and `null`, which count nothing.
 * @param accepts what the price list of the model has factors for: the words of a reply that it knows,
 * such as that of the tier, are kept, since the cost follows from them
 * @returns `undefined` if there is none, or if more than 16 KiB of JSON are left
 */
export function toRawUsage(
  usage: JsonObject | undefined,
  accepts?: AcceptedMembers,
): JsonObject | undefined {
  if (!usage) return undefined;
  try {
    const kept = keepNumbers(usage);
    if (kept && accepts) Object.assign(kept, wordsOf(usage, accepts));
    return JSON.stringify(kept ?? null).length > mostBytes ? undefined : kept;
  } catch {
    // Lists in lists may be nested too deep to be written.
    return undefined;
  }
}

/** The words of a reply that have a factor. */
function wordsOf(usage: JsonObject, accepts: AcceptedMembers): JsonObject {
  const known = Object.keys(accepts).filter(
    (name) => factorOfReply(name, usage[name], accepts) !== undefined,
  );
  return Object.fromEntries(known.map((name) => [name, usage[name]]));
}

/** One loop without further calls: it runs once for each attempt. */
function keepNumbers(usage: JsonObject): JsonObject | undefined {
  const kept: Record<string, unknown> = {};
  const containers: [source: object, target: Container][] = [[usage, kept]];
  for (const [source, target] of containers) {
    // A model of your own may report what contains itself.
    if (containers.length > mostBytes) return undefined;
    for (const [name, value] of Object.entries(source)) {
      let copy: unknown;
      if (typeof value === "number" && Number.isFinite(value)) copy = value;
      else if (typeof value === "object" && value) {
        const inner: Container = Array.isArray(value) ? [] : {};
        containers.push([value, inner]);
        copy = inner;
      } else continue;
      if (Array.isArray(target)) target.push(copy);
      else if (countName.test(name)) target[name] = copy;
    }
  }
  return kept;
}
