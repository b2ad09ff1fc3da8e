import type { InProcessRequest, ModelYield, StopReason, Usage, YieldedLogprob } from "@diglot/core";
import type { Chunks } from "../../faults/fault.js";
import type { Faults } from "../../faults/plan.js";
import type { Matcher } from "../script/matcher.js";

/** A tool call that the fake makes. */
export interface ScriptedToolCall {
  readonly name: string;
  /** An object, or JSON text that goes out as it is, broken JSON too. @default {} */
  readonly arguments?: Readonly<Record<string, unknown>> | string | undefined;
  /** @default a fresh one in the caller's style */
  readonly id?: string | undefined;
}

/** A turn in members; what is said comes in the order of the first four. Plain data but for `when` as a function. */
export interface TurnParts {
  readonly thinking?: string | undefined;
  readonly text?: string | undefined;
  /** The tokens of `text` with their log probabilities, for requests that ask for them. */
  readonly logprobs?: readonly YieldedLogprob[] | undefined;
  readonly toolCalls?: readonly ScriptedToolCall[] | undefined;
  readonly refusal?: string | undefined;
  /** Instead of those four: exactly these pieces in this order. */
  readonly pieces?: readonly ModelYield[] | undefined;
  /**
   * Instead of all that: what each choice says, for a request that asks for as many choices. Without
   * it, every choice that is asked for says the same.
   */
  readonly choices?: readonly ChoiceTurn[] | undefined;
  /** @default follows from what is said */
  readonly stop?: StopReason | undefined;
  /** The stop sequence that matched; the reason is then `stop_sequence`. */
  readonly stopSequence?: string | undefined;
  /** @default counted */
  readonly usage?: Usage | undefined;
  /** What goes wrong with the answer. A turn that says nothing may be a fault alone. */
  readonly fault?: Faults;
  /** How the bytes of the answer are cut into reads. @default that of the fake */
  readonly chunks?: Chunks | undefined;
  /** What the request must be; one that is not is unexpected, and the turn is kept. */
  readonly when?: Matcher | undefined;
}

/** What one of several choices says. */
export type ChoiceTurn =
  | string
  | readonly ModelYield[]
  | Omit<TurnParts, "choices" | "fault" | "chunks" | "when">
  | TurnFunction;

/** A turn as a plain generator, for what cannot be said beforehand. It is called for each choice. */
export type TurnFunction = (request: InProcessRequest) => AsyncIterable<ModelYield>;

/** What the fake says to one request: a text, pieces in their order, members, or a generator. */
export type Turn = string | readonly ModelYield[] | TurnParts | TurnFunction;
