import { type FieldProblem, ServiceError } from "../errors/service-error.js";
import { toField } from "./pointer.js";
import type { Rule } from "./rules.js";

/** One thing that a translation did not carry exactly. */
export interface ReceiptEntry {
  readonly code: "reshaped" | "approximated" | "dropped";
  readonly direction: "request" | "reply";
  /** Where it stood in the body that was read, as a JSON pointer. */
  readonly at: string;
  /** What it was, in the words of its wire: a name or a number, never a caller's text. */
  readonly from?: string | undefined;
  /** What it became. */
  readonly to?: string | undefined;
  readonly reason: string;
}

/** What shall happen to fields that a translation cannot carry exactly. */
export interface UnsupportedPolicy {
  /**
   * `policy` refuses what the caller would act wrongly without and warns of the rest; `warn` refuses
   * only what cannot be left out; `strict` refuses all loss. @default "policy"
   */
  readonly default: "policy" | "warn" | "strict";
  /** By field, joined by dots, without indexes: `{ seed: "refuse", "tools.strict": "warn" }`. */
  readonly fields: Readonly<Record<string, "warn" | "refuse">>;
}

/** The policy of everyone who sets none. */
export const defaultPolicy: UnsupportedPolicy = { default: "policy", fields: {} };

/** More about one application of a rule. */
export interface ReceiptDetail {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Instead of the rule's own sentence. */
  readonly reason?: string | undefined;
}

/** Collects what a translation changed, and what it must refuse. */
export interface Receipt {
  readonly entries: readonly ReceiptEntry[];
  /**
   * Applies a rule to the thing at a JSON pointer. `false` means that it is refused: the emitter
   * leaves it out and goes on, so that all problems are found.
   */
  apply(rule: Rule, at: string, detail?: ReceiptDetail): boolean;
  /** Notes a loss of the reply, which nobody can refuse any more. */
  noteReply(rule: Rule, at: string, detail?: ReceiptDetail): void;
  /** @throws ServiceError `bad_request` with all problems that were found */
  assertAccepted(): void;
  /** An empty receipt under the same policy, for one of several tries. */
  branch(): ReceiptBranch;
}

/** The receipt of one try. Unless the try is kept, nothing of it reaches the request's receipt. */
export interface ReceiptBranch extends Receipt {
  /** Hands over what was noted, and whatever will be. Repeated calls change nothing. */
  keep(): void;
}

/** A receipt for one request and its reply. */
export function createReceipt(policy: UnsupportedPolicy = defaultPolicy): Receipt {
  const entries: ReceiptEntry[] = [];
  return writeReceipt(policy, entries, (entry) => entries.push(entry));
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
  const problems: FieldProblem[] = [];
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
      const outcome = decide(rule, policy, toField(at));
      if (outcome === "refused") {
        problems.push({ at, message: detail.reason ?? rule.reason });
        details ??= rule.details;
        return false;
      }
      if (outcome !== "exact" && outcome !== "no_op") note(outcome, "request", rule, at, detail);
      return true;
    },
    noteReply(rule, at, detail = {}) {
      if (rule.outcome === "exact" || rule.outcome === "no_op") return;
      note(rule.outcome === "refused" ? "dropped" : rule.outcome, "reply", rule, at, detail);
    },
    assertAccepted() {
      if (problems.length > 0) throw refuse(problems, details);
    },
    branch: () => createBranch(policy, add),
  };
}

function decide(rule: Rule, policy: UnsupportedPolicy, field: string): Rule["outcome"] {
  const choice = Object.hasOwn(policy.fields, field) ? policy.fields[field] : undefined;
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
