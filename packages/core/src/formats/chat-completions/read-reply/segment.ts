import type { TokenLogprob } from "../../../conversation/logprobs.js";
import { messageAt } from "./notes.js";
import type { WholeReasoning } from "./reasoning.js";
import type { ToolArguments } from "./tool-arguments.js";

/** The state of a segment: it has no events yet, its block is open, or it is over. */
export type SegmentState = "queued" | "open" | "over";

/** Text, reasoning or a refusal. */
export interface ProseSegment {
  readonly kind: "text" | "thinking" | "refusal";
  /** Which of several reasoning blocks it is, if that is reported. */
  readonly part?: number | undefined;
  state: SegmentState;
  /** What has arrived and was not sent. */
  pending: string;
  signature?: string | undefined;
  /** The log probabilities of what was not sent. */
  logprobs?: TokenLogprob[] | undefined;
}

/** A call of a tool. */
export interface CallSegment {
  readonly kind: "call";
  /** Its position among the calls of the reply. */
  readonly position: number;
  readonly arguments: ToolArguments;
  state: SegmentState;
  /** Empty once the call is over. */
  id: string;
  /** The key by which the id is recognised; empty without an id. */
  key: string;
  /** Once the call is over, only the key of it. */
  name: string;
  /** Whether the name is final. */
  nameSettled: boolean;
  extra: Readonly<Record<string, unknown>> | undefined;
}

/** The place of a call in the reply, as a JSON pointer. */
export function placeOfCall({ position }: CallSegment): string {
  return `${messageAt}/tool_calls/${position}`;
}

/** Reasoning that arrives complete. */
export interface WholeSegment {
  readonly kind: "whole";
  readonly block: WholeReasoning;
  state: SegmentState;
}

/** A part of a reply that becomes one block. */
export type Segment = ProseSegment | CallSegment | WholeSegment;
