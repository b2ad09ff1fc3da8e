import type { TranslationOptions } from "../capabilities.js";
import type { Receipt } from "../receipt.js";
import type { Rule } from "../rules.js";

/** What a target takes of a history, and what the embedder wants done about the rest. */
export interface HistoryTarget {
  /** Where it takes instructions after the first turn. */
  readonly lateSystem: "anywhere" | "after_user" | "nowhere";
  /** What becomes of instructions that stand where it takes none. */
  readonly otherwise: TranslationOptions["lateSystem"];
  /**
   * Whether instructions that became a turn of the user join the user's turns beside them. A target
   * that takes neighbours of one role leaves them apart.
   */
  readonly joinsNeighbours: boolean;
  /** Mends calls and results that do not match; otherwise they are refused. */
  readonly repair: boolean;
  /** The ids of calls that it takes; lengths in UTF-16 units. */
  readonly callIdPattern: RegExp;
  readonly maxCallId: number;
}

/** The target's rules for everything that may happen to a history. */
export interface HistoryRules {
  /** A call's id is not legal, or is an earlier call's. */
  readonly newCallId: Rule;
  /** A call has no result: refused, and mended. */
  readonly missingResult: Rule;
  readonly missingResultMended: Rule;
  /** Something else stands between a call and its result. */
  readonly lateResult: Rule;
  /** A result answers no call of the assistant's turn before it: refused, and mended. */
  readonly orphanResult: Rule;
  readonly orphanResultMended: Rule;
  /** A call has a result already: refused, and mended. */
  readonly repeatedResult: Rule;
  readonly repeatedResultMended: Rule;
  /** Instructions stand where the target takes none. */
  readonly wrappedSystem: Rule;
  readonly hoistedSystem: Rule;
  readonly refusedSystem: Rule;
}

/** What the arranging of a history needs beside its turns. */
export interface HistoryContext {
  readonly target: HistoryTarget;
  readonly rules: HistoryRules;
  readonly receipt: Receipt;
}
