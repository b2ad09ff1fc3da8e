import type { JsonObject } from "../../conversation/conversation.js";
import { byteLength } from "../../conversation/estimate.js";
import { type AcceptedMembers, factorOfReply } from "../../conversation/priced-members.js";

const mostBytes = 16 * 1024;

/** Names as counts have them. Any other text could be one that a prompt or a reply has. */
const countName = /^[a-z]\w{0,63}$/i;

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
  try {
    const numbers = numbersOf(usage) as JsonObject | undefined;
    const kept = numbers && usage && accepts ? { ...numbers, ...wordsOf(usage, accepts) } : numbers;
    return byteLength(JSON.stringify(kept ?? null)) > mostBytes ? undefined : kept;
  } catch {
    // Models of your own may report what is nested in itself.
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

function numbersOf(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return value.map(numbersOf).filter((item) => item !== undefined);
  const members = Object.entries(value)
    .filter(([name]) => countName.test(name))
    .map(([name, member]) => [name, numbersOf(member)] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(members);
}
