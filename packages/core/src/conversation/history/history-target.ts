import type { TranslationOptions, UpstreamCapabilities } from "../capabilities.js";
import type { Receipt } from "../receipt/receipt.js";
import type { Rule } from "../receipt/rules.js";

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

/** What a format's writer knows of an upstream and its options. */
interface WriterContext {
  readonly capabilities: Pick<UpstreamCapabilities, "toolIdPattern" | "maxToolId">;
  readonly options: Pick<TranslationOptions, "lateSystem" | "repair">;
  readonly receipt: Receipt;
}

/** The context of a writer. `own` is what each format decides for its upstreams. */
export function toHistoryContext(
  { capabilities, options, receipt }: WriterContext,
  own: Pick<HistoryTarget, "lateSystem" | "joinsNeighbours">,
  rules: HistoryRules,
): HistoryContext {
  const target: HistoryTarget = {
    ...own,
    otherwise: options.lateSystem,
    repair: options.repair,
    callIdPattern: capabilities.toolIdPattern,
    maxCallId: capabilities.maxToolId,
  };
  return { target, rules, receipt };
}

type RuleNames<Names extends string> = Readonly<Record<Names, Rule>>;

/** The rules of a target, from its tables of calls, of results and of the roles of turns. */
export function toHistoryRules(
  calls: RuleNames<"newId" | "unanswered" | "answered">,
  results: RuleNames<"late" | "orphan" | "orphanAsText" | "repeated" | "repeatDropped">,
  roles: RuleNames<"wrapped" | "hoisted" | "lateRefused">,
): HistoryRules {
  return {
    newCallId: calls.newId,
    missingResult: calls.unanswered,
    missingResultRepaired: calls.answered,
    lateResult: results.late,
    orphanResult: results.orphan,
    orphanResultRepaired: results.orphanAsText,
    repeatedResult: results.repeated,
    repeatedResultRepaired: results.repeatDropped,
    wrappedSystem: roles.wrapped,
    hoistedSystem: roles.hoisted,
    refusedSystem: roles.lateRefused,
  };
}
