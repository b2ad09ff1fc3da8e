import type { InProcessRequest, ModelYield, StopReason, Usage, YieldedLogprob } from "@diglot/core";
import type { Chunks } from "../../faults/fault.js";
import type { Faults } from "../../faults/plan.js";
import type { Matcher } from "../script/matcher.js";

/** A tool call that the fake makes. */
export interface ScriptedToolCall {
  /** The name of the tool. */
  readonly name: string;
  /** An object, or JSON text that is sent as it is, broken JSON too. @default {} */
  readonly arguments?: Readonly<Record<string, unknown>> | string | undefined;
  /** The id of the call. @default a fresh one in the style of the caller's format */
  readonly id?: string | undefined;
}

/**
 * A turn in members. Its content comes in this order: `thinking`, `text`, `toolCalls`, `refusal`. All members are
 * plain data, except for `when` as a function.
 */
export interface TurnParts {
  /** Reasoning. */
  readonly thinking?: string | undefined;
  /** Text. */
  readonly text?: string | undefined;
  /** The tokens of `text` with their log probabilities, for requests that ask for them. */
  readonly logprobs?: readonly YieldedLogprob[] | undefined;
  /** Calls of tools. */
  readonly toolCalls?: readonly ScriptedToolCall[] | undefined;
  /** A refusal. */
  readonly refusal?: string | undefined;
  /** Exactly these pieces in this order, instead of the four members above. */
  readonly pieces?: readonly ModelYield[] | undefined;
  /**
   * The content of each choice, for a request that asks for as many choices. Without it, every choice has the same
   * content.
   */
  readonly choices?: readonly ChoiceTurn[] | undefined;
  /** Why the reply ends. @default the reason that follows from the content */
  readonly stop?: StopReason | undefined;
  /** The stop sequence that matched; the reason is then `stop_sequence`. */
  readonly stopSequence?: string | undefined;
  /** The token counts. @default the counts of the content */
  readonly usage?: Usage | undefined;
  /** How the answer fails. A turn may be a fault alone. */
  readonly fault?: Faults;
  /** How the bytes of the answer are cut into reads. @default that of the fake */
  readonly chunks?: Chunks | undefined;
  /** What the request must be. A request that does not match is unexpected, and the turn is kept. */
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
