import type { NoteLoss } from "../../../conversation/receipt/loss-notes.js";
import { toPointer } from "../../../json/pointer.js";
import type { JsonObject } from "../../../json/value.js";
import { losses, ruleOfMember } from "./rules.js";

/** Notes the lost members of a message, of a message delta, or of its usage. */
export function noteMembers(note: NoteLoss, value: JsonObject, below?: "usage"): void {
  for (const [name, member] of Object.entries(value)) {
    if (member === null) continue;
    const rule = ruleOfMember(below === undefined ? name : `${below}.${name}`);
    if (rule) note(rule, toPointer(below === undefined ? [name] : [below, name]));
  }
}

/** Notes an unknown type of event or delta, which may be anything. */
export function noteUnknownEvent(note: NoteLoss, type: unknown): void {
  note(losses.unknownEvent, "", { from: typeof type === "string" ? type : undefined });
}
