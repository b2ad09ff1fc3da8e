import type { JsonObject } from "../../../conversation/conversation.js";
import { toPointer } from "../../../conversation/pointer.js";
import type { Receipt } from "../../../conversation/receipt.js";
import type { Rule } from "../../../conversation/rules.js";
import { losses, ruleOfMember } from "./rules.js";

/** Notes what a reply says that the neutral events have no place for; each thing once. */
export interface ReplyNotes {
  /** Notes the members of a message, of a delta of one, or of its usage, that get lost. */
  members(value: JsonObject, below?: "usage"): void;
  /** Notes a kind of event, or of delta, that is not known. */
  unknownEvent(type: unknown): void;
  rule(rule: Rule, at: string): void;
}

/** Notes for the receipt of one reply. */
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
        const path = below === undefined ? [name] : [below, name];
        const rule = ruleOfMember(path.join("."));
        if (rule) note(rule, toPointer(path));
      }
    },
    unknownEvent: (type) => note(losses.unknownEvent, "", String(type).slice(0, 64)),
    rule: (rule, at) => note(rule, at),
  };
}
