import type { Conversation } from "@diglot/core";
import type { FoldedReply } from "@diglot/core/translation";
import type { SpokenFormat } from "../../common/formats.js";

/** A request as it came over the wire. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query as they were sent; credentials are blacked out as in headers. */
  readonly path: string;
  /** Names in lower case; credentials are blacked out but for the last four characters of long ones. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, byte for byte. Empty if it was never read, as behind a wrong key. */
  readonly bytes: Uint8Array;
  /** The body as text. */
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

/** An answer as it went out; it grows while it is read. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What went out so far, read by read. */
  readonly chunks: readonly Uint8Array[];
  /** What went out so far as text. */
  readonly text: string;
  /** The body as JSON; undefined for a stream. */
  readonly body: unknown;
  /** The reply in neutral words; undefined for an error, or for what is not a whole reply. */
  readonly reply: FoldedReply | undefined;
}

/** One request to the fake, and what became of it. */
export interface Call {
  /** From 0, in the order of arrival. */
  readonly index: number;
  /** `messages`, `chat-completions` or `responses`, by the path; undefined for another path. */
  readonly format: SpokenFormat | undefined;
  readonly request: RecordedRequest;
  /** The conversation in neutral words; undefined if the request was refused before a model saw it. */
  readonly conversation: Conversation | undefined;
  /** Undefined while there is no head, or if there never was one. */
  readonly answer: RecordedAnswer | undefined;
  /**
   * Why the script has no answer, for people to read: nothing in it fits the request, or its generator
   * threw. Undefined if it had one.
   */
  readonly unexpected: string | undefined;
  /**
   * `open` while the answer is on its way; `whole` once all of it was read; `aborted` if the caller
   * left before; `broken` if it ended before its last event, or before the length it promised.
   */
  readonly state: "open" | "whole" | "aborted" | "broken";
  /** Resolves when the state is no longer `open`. */
  readonly finished: Promise<void>;
}
