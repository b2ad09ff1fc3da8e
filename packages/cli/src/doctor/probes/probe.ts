import { toPlainLine } from "@diglot/core/redaction";
import type { UpstreamFormatName } from "../../config/upstream-formats.js";
import type { Outcome } from "../outcome.js";
import type { SmallReply } from "../wire/small-reply.js";
import type { SmallRequest } from "../wire/small-request.js";

/** What was found: `unclear` where what was seen allows no conclusion. */
export type Result = "yes" | "no" | "unclear";

/** The judgement of one ability. */
export interface Finding {
  readonly result: Result;
  /** What was seen, in a few words. */
  readonly seen: string;
  /** What exactly there is, such as the member that has the reasoning or the levels of effort. */
  readonly values?: readonly string[];
}

/** One ability of a server: what it is asked, and what its answers mean. */
export interface Probe {
  readonly id: string;
  readonly title: string;
  /** The formats that have it. @default all */
  readonly formats?: readonly UpstreamFormatName[];
  /** The requests, which are sent one after another; their replies are short. */
  readonly requests: readonly SmallRequest[];
  /** Judges the outcomes of all requests, in their order. */
  readonly judge: (outcomes: readonly Outcome[]) => Finding;
}

/** A judge of a single reply: a refusal means no, a failure nothing. */
export function judgeReply(judge: (reply: SmallReply) => Finding): Probe["judge"] {
  return ([outcome]) => judgeOne(outcome, judge);
}

/** The finding of one outcome. */
export function judgeOne(
  outcome: Outcome | undefined,
  judge: (reply: SmallReply) => Finding,
): Finding {
  if (!outcome) return unclear("nothing was asked");
  if (outcome.kind === "failed") return unclear(outcome.words);
  if (outcome.kind === "refused") return no(`refused: ${outcome.words}`);
  const finding = judge(outcome.reply);
  return finding.result === "no" && outcome.reply.isCut
    ? unclear(`${finding.seen}, but the reply was cut at the token limit`)
    : finding;
}

/** A finding that the server has the ability. */
export function yes(seen: string, values?: readonly string[]): Finding {
  return { result: "yes", seen, ...(values && { values }) };
}

/** A finding that the server does not have it. */
export function no(seen: string): Finding {
  return { result: "no", seen };
}

/** A finding that allows no conclusion. */
export function unclear(seen: string): Finding {
  return { result: "unclear", seen };
}

/** Characters of a reply that are shown. */
const shownText = 40;

/** The beginning of what a reply says, in quotes. */
export function quote({ text }: SmallReply): string {
  const plain = toPlainLine(text, shownText);
  return plain === "" ? "an empty text" : JSON.stringify(plain);
}
