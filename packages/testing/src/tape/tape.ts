import { type Conversation, type ConversationEvent, checks, type ErrorKind } from "@diglot/core";

/** One event of a reply, and how many milliseconds after the request it came. */
export type TimedEvent = readonly [milliseconds: number, event: ConversationEvent];

/** Why a recorded reply failed. */
export interface RecordedError {
  /** How many milliseconds after the request it failed. */
  readonly milliseconds: number;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** How a recorded model answered: with events, or with an error before or after some. */
export interface RecordedReply {
  readonly events: readonly TimedEvent[];
  /** Why it broke off; absent: the reply is whole. */
  readonly error?: RecordedError | undefined;
}

/** One request and its reply. There are no headers and no addresses in it. */
export interface RecordedExchange {
  /** What a request must look like to get this reply; see `structureOf`. */
  readonly structure: string;
  /**
   * The conversation for people to read and for the choice among several of the same structure.
   * Secrets are blacked out, pictures and other media are recorded by their size and hash, and the
   * places in the body are left out.
   */
  readonly conversation: Conversation;
  /** Which of several choices the reply was, from 0; absent where it was the whole answer. */
  readonly choice?: number | undefined;
  readonly reply: RecordedReply;
}

/** One conversation: the requests of which each goes on where the one before has ended. */
export interface TapedConversation {
  readonly version: 1;
  /** From 1, in the order in which the conversations of the tape began; that of replies alike. */
  readonly number: number;
  readonly exchanges: readonly RecordedExchange[];
}

/** The conversations of a tape by name, in the order of their names. */
export type TapedConversations = ReadonlyMap<string, TapedConversation>;

/** A conversation under its name. */
export type NamedConversation = readonly [name: string, conversation: TapedConversation];

/**
 * Where recordings are kept. `createTape()` keeps them in memory, `createFileTape(folder)` in one
 * JSON file per conversation.
 */
export interface Tape {
  /** All conversations. */
  read(): Promise<TapedConversations>;
  /**
   * Keeps the conversation that `change` makes of what is there, in place of one of that name. One
   * change at a time, in the order of the calls: none is lost, however many record on the tape.
   */
  update(change: (taped: TapedConversations) => NamedConversation): Promise<void>;
}

const validTape = checks.port<Tape>(
  "a tape, such as createTape() or createFileTape() returns",
  "read",
  "update",
);

/** @throws TypeError for what is no tape, so that a mistake shows where it was made */
export function checkTape(user: string, tape: Tape): void {
  checks.checkOptions(user, tape, validTape, "tape");
}
