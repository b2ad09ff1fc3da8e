import type { WholeReasoning } from "./reasoning.js";
import type { ToolArguments } from "./tool-arguments.js";

/** How far a segment has come: no event says anything of it, its block is open, or it is over. */
export type SegmentState = "queued" | "open" | "over";

/** Text, a thought or a refusal. */
export interface ProseSegment {
  readonly kind: "text" | "thinking" | "refusal";
  /** Which of several thoughts it is, where that is told. */
  readonly part?: number | undefined;
  state: SegmentState;
  /** What has come and was not sent. */
  pending: string;
  signature?: string | undefined;
}

/** A call of a tool. */
export interface CallSegment {
  readonly kind: "call";
  /** Where the call stands in the reply, as a JSON pointer. */
  readonly at: string;
  readonly arguments: ToolArguments;
  state: SegmentState;
  id: string;
  name: string;
  /** Whether nothing that comes can change the name. */
  nameSettled: boolean;
  extra: Readonly<Record<string, unknown>> | undefined;
}

/** A thought that comes complete. */
export interface WholeSegment {
  readonly kind: "whole";
  readonly block: WholeReasoning;
  state: SegmentState;
}

/** A part of a reply that becomes one block. */
export type Segment = ProseSegment | CallSegment | WholeSegment;
