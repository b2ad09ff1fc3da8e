import type { Source } from "../runtime/source.js";
import type { TokenLogprob } from "./logprobs.js";
import type { FinalUsage, Usage } from "./usage/usage.js";

/** Why a reply ended, in neutral words. */
export type StopReason =
  | "end"
  | "max_tokens"
  | "stop_sequence"
  | "tool_calls"
  | "refusal"
  | "content_filter"
  | "pause"
  | "context_window"
  /** A reason that only the model's own format knows; `StopEvent.native` carries its name. */
  | "other";

/** What a block is when it opens. */
export type OpenedBlock =
  | { readonly type: "text" }
  | { readonly type: "thinking" }
  /** Reasoning that only its maker can read; complete when it opens. */
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "refusal" }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      /** What the provider wants back with the call on the next turn, unchanged. */
      readonly extra?: Readonly<Record<string, unknown>> | undefined;
    }
  /** A block that only one format knows, complete when it opens. */
  | {
      readonly type: "native";
      readonly format: string;
      readonly value: Readonly<Record<string, unknown>>;
    };

/** A piece of the open block. */
export type BlockDelta =
  /** Text of a `text`, `thinking` or `refusal` block. */
  | {
      readonly type: "text";
      readonly text: string;
      /** Of its tokens, as far as they are known and the caller wants them; not of reasoning. */
      readonly logprobs?: readonly TokenLogprob[] | undefined;
    }
  /** The proof that closes a `thinking` block; at most one, last. */
  | { readonly type: "signature"; readonly signature: string }
  /** A piece of the JSON text of a tool call's arguments; cuts fall anywhere. */
  | { readonly type: "arguments"; readonly json: string }
  /** A citation of a `text` block, in the shape of the format named. */
  | {
      readonly type: "citation";
      readonly format: string;
      readonly value: Readonly<Record<string, unknown>>;
      /** The part that other formats can show: the web page that the text of the block cites. */
      readonly web?: WebCitation | undefined;
    };

/** A web page that a text cites. */
export interface WebCitation {
  readonly url: string;
  readonly title: string;
  /** What of the text of the block it is about, in UTF-16 units. Absent: all of it. */
  readonly range?: { readonly start: number; readonly end: number } | undefined;
}

/** The reply begins. `usage` holds the input counts; estimates where they are unknown. */
export interface StartEvent {
  readonly type: "start";
  /** The model that answers; the resolved name, not an alias. */
  readonly model: string;
  /**
   * The id that the upstream gave the reply, without its format's prefix. Absent: the service
   * creates one.
   */
  readonly id?: string | undefined;
  /** The service tier that the upstream reports: `standard`, `priority`, or a word of its format. */
  readonly serviceTier?: string | undefined;
  readonly usage: FinalUsage;
}
/** A block begins. Blocks follow one another; they never interleave. */
export interface OpenEvent {
  readonly type: "open";
  /** Position of the block, from 0, without gaps. */
  readonly index: number;
  readonly block: OpenedBlock;
}
/** The open block grows. */
export interface DeltaEvent {
  readonly type: "delta";
  readonly index: number;
  readonly delta: BlockDelta;
}
/** The open block is complete. */
export interface CloseEvent {
  readonly type: "close";
  readonly index: number;
}
/** The counts that are known now, cumulative. Formats that cannot show them skip this event. */
export interface UsageEvent {
  readonly type: "usage";
  readonly usage: Usage;
}
/**
 * The reply stops, for a reason. A block may still be open if `reason` is `max_tokens` and the
 * block is a tool call: such a call was truncated and must not look complete.
 */
export interface StopEvent {
  readonly type: "stop";
  readonly reason: StopReason;
  /** The stop sequence that matched. */
  readonly sequence?: string | undefined;
  /** The name of the reason in the model's own format. */
  readonly native?: string | undefined;
  /** More about a refusal. */
  readonly refusal?:
    | { readonly category: string | null; readonly explanation: string | null }
    | undefined;
}
/** The reply is complete; carries the final counts. Nothing follows. */
export interface EndEvent {
  readonly type: "end";
  readonly usage: FinalUsage;
}

/**
 * A reply as events: `start`, then blocks (`open`, `delta`…, `close`) with `usage` anywhere between,
 * then one `stop`, then one `end`. A reply that fails rejects instead of ending.
 */
export type ConversationEvent =
  | StartEvent
  | OpenEvent
  | DeltaEvent
  | CloseEvent
  | UsageEvent
  | StopEvent
  | EndEvent;

/**
 * The events of a reply. A batch holds all events that became known at once, and is never empty; the
 * last one ends with `end`. A failure of the model is one of the source.
 */
export type EventSource = Source<readonly ConversationEvent[]>;

/** An event of one of several choices. */
export interface ChoiceEvent {
  /** The index of the choice, from 0. */
  readonly choice: number;
  readonly event: ConversationEvent;
}

/**
 * The events of several choices in the order in which they became known. Each choice is a complete
 * reply; the events of different choices may be mixed in any way. A failure of one is one of the source.
 */
export type ChoiceSource = Source<readonly ChoiceEvent[]>;
