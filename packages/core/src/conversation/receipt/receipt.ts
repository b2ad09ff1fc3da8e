import { clip } from "../../errors/clip.js";
import { type FieldProblem, ServiceError } from "../../errors/service-error.js";
import { toField } from "../../json/pointer.js";
import { type Check, deferred } from "../../validation/check.js";
import { mapOf, members } from "../../validation/objects.js";
import { oneOf } from "../../validation/values.js";
import type { Rule } from "./rules.js";

/** One thing that a translation did not preserve exactly. */
export interface ReceiptEntry {
  readonly code: "reshaped" | "approximated" | "dropped";
  readonly direction: "request" | "reply";
  /** Its place in the body that was read, as a JSON pointer. */
  readonly at: string;
  /** What it was, in the words of its wire format: a name or a number, never a caller's text. */
  readonly from?: string | undefined;
  /** What it became. */
  readonly to?: string | undefined;
  readonly reason: string;
}

/** What happens to fields that a translation cannot preserve exactly. */
export interface UnsupportedPolicy {
  /**
   * `policy` refuses a loss that would mislead the caller, and adds a warning for every other loss. `warn` refuses
   * only fields that cannot be left out at all. `strict` refuses every loss. @default "policy"
   */
  readonly default: "policy" | "warn" | "strict";
  /**
   * Decides for single fields, by their names with the parts joined by dots and without indexes: `{ seed:
   * "refuse", "tools.strict": "warn" }`. @default {}
   */
  readonly fields: Readonly<Record<string, "warn" | "refuse">>;
}

/** What a service or a translation may set of it. */
export const validPolicy: Check = /* @__PURE__ */ deferred(() =>
  members<Partial<UnsupportedPolicy>>({
    default: oneOf("policy", "warn", "strict"),
    fields: mapOf(oneOf("warn", "refuse")),
  }),
);

/** The policy of a service that sets none. */
export const defaultPolicy: UnsupportedPolicy = { default: "policy", fields: {} };

/** More about one application of a rule. */
export interface ReceiptDetail {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Replaces the rule's own sentence. */
  readonly reason?: string | undefined;
}

/** Collects what a translation changed, and what it must refuse. */
export interface Receipt {
  readonly entries: readonly ReceiptEntry[];
  /**
   * Applies a rule to the value at a JSON pointer. `false` means that the value is refused: the
   * writer leaves it out and continues, so that all problems are found.
   */
  apply(rule: Rule, at: string, detail?: ReceiptDetail): boolean;
  /**
   * Records a loss in the reply, which can no longer be refused. After `mostReplyNotes` of them, one
   * entry says that there are more, and further ones are not recorded.
   */
  noteReply(rule: Rule, at: string, detail?: ReceiptDetail): void;
  /** @throws ServiceError `bad_request` with the problems that were found, at most 100 of them */
  assertAccepted(): void;
  /**
   * An empty receipt with the same policy, for one of several attempts.
   * @param isNew whether an entry of it belongs in this receipt; @default all do
   */
  branch(isNew?: (entry: ReceiptEntry) => boolean): ReceiptBranch;
}

/**
 * The receipt of one attempt. Unless the attempt is kept, nothing in it reaches the request's
 * receipt.
 */
export interface ReceiptBranch extends Receipt {
  /**
   * Copies every entry, present and future, to the request's receipt. Repeated calls change
   * nothing.
   */
  keep(): void;
}

/** The most losses of one reply that are recorded: an upstream may name any number of things. */
export const mostReplyNotes = 1_000;

const moreLosses: Rule = {
  outcome: "dropped",
  reason: "More of the reply was not preserved exactly than is listed here.",
};

/** The most problems that a refusal lists, and the lengths of their texts in UTF-16 units. */
const mostProblems = 100;
const longestPlace = 200;
const longestReason = 500;

/** A receipt for one request and its reply. */
export function createReceipt(policy: UnsupportedPolicy = defaultPolicy): Receipt {
  const entries: ReceiptEntry[] = [];
  return writeReceipt(policy, entries, (entry) => entries.push(entry));
}

/** Makes branches of one receipt, to which what several of them note alike is added once. */
export function branchForEach(receipt: Receipt): () => ReceiptBranch {
  const noted = new Set<string>();
  return () =>
    receipt.branch((entry) => {
      const before = noted.size;
      return noted.add(JSON.stringify(entry)).size > before;
    });
}

function createBranch(
  policy: UnsupportedPolicy,
  handOver: (entry: ReceiptEntry) => void,
): ReceiptBranch {
  const entries: ReceiptEntry[] = [];
  let kept = false;
  const add = (entry: ReceiptEntry) => {
    entries.push(entry);
    if (kept) handOver(entry);
  };
  return {
    ...writeReceipt(policy, entries, add),
    keep() {
      if (kept) return;
      kept = true;
      for (const entry of entries) handOver(entry);
    },
  };
}

function writeReceipt(
  policy: UnsupportedPolicy,
  entries: readonly ReceiptEntry[],
  add: (entry: ReceiptEntry) => void,
): Receipt {
  const choices = new Map(Object.entries(policy.fields));
  const problems: FieldProblem[] = [];
  let unlisted = 0;
  let replyNotes = 0;
  let details: Rule["details"];

  function note(
    code: ReceiptEntry["code"],
    direction: ReceiptEntry["direction"],
    rule: Rule,
    at: string,
    { from, to = rule.to, reason = rule.reason }: ReceiptDetail,
  ): void {
    add({
      code,
      direction,
      at,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      reason,
    });
  }

  return {
    entries,
    apply(rule, at, detail = {}) {
      const outcome = decide(rule, policy, choices.size > 0 ? choices.get(toField(at)) : undefined);
      if (outcome === "refused") {
        details ??= rule.details;
        if (problems.length < mostProblems) {
          problems.push(toProblem(at, detail.reason ?? rule.reason));
        } else unlisted += 1;
        return false;
      }
      if (outcome !== "exact" && outcome !== "no_op") note(outcome, "request", rule, at, detail);
      return true;
    },
    noteReply(rule, at, detail = {}) {
      if (rule.outcome === "exact" || rule.outcome === "no_op") return;
      if (replyNotes > mostReplyNotes) return;
      replyNotes += 1;
      if (replyNotes > mostReplyNotes) return note("dropped", "reply", moreLosses, "", {});
      const code = rule.outcome === "refused" ? "dropped" : rule.outcome;
      // An upstream chooses its words and names itself, so they may be anything.
      const from = /^[a-z_.]{1,64}$/i.test(detail.from ?? "") ? detail.from : undefined;
      note(code, "reply", rule, /^[\w/]{1,128}$/.test(at) ? at : "", { ...detail, from });
    },
    assertAccepted() {
      if (problems.length > 0) throw refuse(withUnlisted(problems, unlisted), details);
    },
    branch: (isNew = () => true) =>
      createBranch(policy, (entry) => {
        if (isNew(entry)) add(entry);
      }),
  };
}

/** A refusal repeats the caller's names, which may be as long as a body. */
function toProblem(at: string, reason: string): FieldProblem {
  return { at: clip(at, longestPlace), message: clip(reason, longestReason) };
}

/** The problems; the last one also says how many are not among them. */
function withUnlisted(
  problems: readonly FieldProblem[],
  unlisted: number,
): readonly FieldProblem[] {
  const last = problems.at(-1);
  if (unlisted === 0 || !last) return problems;
  const message = `${last.message} (${unlisted} more problems are not listed.)`;
  return [...problems.slice(0, -1), { ...last, message }];
}

/** @param choice the embedder's own for the field */
function decide(
  rule: Rule,
  policy: UnsupportedPolicy,
  choice: "warn" | "refuse" | undefined,
): Rule["outcome"] {
  if (rule.outcome === "refused") {
    const warned = choice ? choice === "warn" : policy.default === "warn";
    return (warned ? rule.whenWarned : undefined) ?? "refused";
  }
  if (rule.outcome !== "approximated" && rule.outcome !== "dropped") return rule.outcome;
  const refused = choice ? choice === "refuse" : policy.default === "strict";
  return refused ? "refused" : rule.outcome;
}

function refuse(problems: readonly FieldProblem[], details: Rule["details"]): ServiceError {
  return new ServiceError({
    kind: "bad_request",
    message: problems.map(({ message }) => message).join(" "),
    problems,
    ...(details && { details }),
  });
}
