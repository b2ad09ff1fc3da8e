import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import type { JsonObject } from "../../../json/value.js";
import { quietMembers, ruleOfMember } from "./rules.js";

/** The place of the message; the deltas of a stream form it. */
export const messageAt = "/choices/0/message";

/** The places of an object's members: their names in the table of rules, and their pointers. */
interface Place {
  readonly prefix: string;
  readonly at: string;
  /** The names of the members that are never noted. */
  readonly quiet: ReadonlySet<string>;
}

/** The objects of a reply whose members are checked. */
export const places = {
  reply: /* @__PURE__ */ toPlace("", ""),
  choice: /* @__PURE__ */ toPlace("choices.", "/choices/0"),
  message: /* @__PURE__ */ toPlace("choices.message.", messageAt),
  usage: /* @__PURE__ */ toPlace("usage.", "/usage"),
} as const satisfies Readonly<Record<string, Place>>;

function toPlace(prefix: string, at: string): Place {
  return { prefix, at, quiet: quietMembers(prefix) };
}

/** Notes the members that are not read. Those in `read` are read, whatever the table says. */
export function noteMembers(
  value: JsonObject,
  { prefix, at, quiet }: Place,
  note: NoteLoss,
  read: readonly string[] = [],
): void {
  for (const name of Object.keys(value)) {
    if (quiet.has(name) || isNothing(value[name]) || read.includes(name)) continue;
    const rule = ruleOfMember(`${prefix}${name}`);
    // The upstream chooses the name; if it is not a word, it could contain anything.
    if (rule) note(rule, /^\w{1,64}$/.test(name) ? `${at}/${name}` : at);
  }
}

function isNothing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
