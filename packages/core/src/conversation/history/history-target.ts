import type { TranslationOptions } from "../capabilities.js";
import type { Receipt } from "../receipt.js";
import type { Rule } from "../rules.js";

/** What a target accepts in a history, and what the embedder chose for everything else. */
export interface HistoryTarget {
  /** Where it takes instructions after the first turn. */
  readonly lateSystem: "anywhere" | "after_user" | "nowhere";
  /** What happens to instructions in places where it takes none. */
  readonly otherwise: TranslationOptions["lateSystem"];
  /**
   * Whether instructions that became a user turn are merged with adjacent user turns. A target that
   * accepts adjacent turns of one role keeps them separate.
   */
  readonly joinsNeighbours: boolean;
  /** Repairs calls and results that do not match; otherwise they are refused. */
  readonly repair: boolean;
  /** The ids of calls that it accepts; lengths in UTF-16 units. */
  readonly callIdPattern: RegExp;
  readonly maxCallId: number;
}

/** The target's rules for everything that may happen to a history. */
export interface HistoryRules {
  /** A call's id is not legal, or is an earlier call's. */
  readonly newCallId: Rule;
  /** A call has no result: the rules for refusal and for repair. */
  readonly missingResult: Rule;
  readonly missingResultRepaired: Rule;
  /** Something else is between a call and its result. */
  readonly lateResult: Rule;
  /**
   * A result answers no call of the preceding assistant turn: the rules for refusal and for repair.
   */
  readonly orphanResult: Rule;
  readonly orphanResultRepaired: Rule;
  /** A call already has a result: the rules for refusal and for repair. */
  readonly repeatedResult: Rule;
  readonly repeatedResultRepaired: Rule;
  /** Instructions are in a place where the target takes none. */
  readonly wrappedSystem: Rule;
  readonly hoistedSystem: Rule;
  readonly refusedSystem: Rule;
}

/** What is needed to arrange a history, besides its turns. */
export interface HistoryContext {
  readonly target: HistoryTarget;
  readonly rules: HistoryRules;
  readonly receipt: Receipt;
}
