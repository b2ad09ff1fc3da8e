import type { JsonObject } from "../../../conversation/conversation.js";
import { toPointer } from "../../../conversation/pointer.js";
import type { Receipt } from "../../../conversation/receipt.js";
import type { Rule } from "../../../conversation/rules.js";
import { losses, ruleOfMember } from "./rules.js";

/** Records the parts of a reply that the neutral events cannot hold, each of them once. */
export interface ReplyNotes {
  /** Records the lost members of a message, of a message delta, or of its usage. */
  members(value: JsonObject, below?: "usage"): void;
  /** Records an unknown type of event or delta. */
  unknownEvent(type: unknown): void;
  rule(rule: Rule, at: string): void;
}

/** Records the losses of one reply in its receipt. */
export function createReplyNotes(receipt: Receipt): ReplyNotes {
  const noted = new Set<string>();

  function note(rule: Rule, at: string, from?: string): void {
    const key = `${at} ${from ?? ""}`;
    if (noted.has(key)) return;
    noted.add(key);
    receipt.noteReply(rule, at, { from });
  }

  return {
    members(value, below) {
      for (const [name, member] of Object.entries(value)) {
        if (member === null) continue;
        const rule = ruleOfMember(below === undefined ? name : `${below}.${name}`);
        if (rule) note(rule, toPointer(below === undefined ? [name] : [below, name]));
      }
    },
    unknownEvent: (type) => note(losses.unknownEvent, "", toName(type)),
    rule: (rule, at) => note(rule, at),
  };
}

/** A type of an upstream may be anything. */
function toName(type: unknown): string | undefined {
  return typeof type === "string" ? type : undefined;
}
