import type { Conversation, ConversationEvent, ErrorKind } from "@diglot/core";

/** One event of a reply, and how many milliseconds after the request it came. */
export type TimedEvent = readonly [milliseconds: number, event: ConversationEvent];

/** How a recorded model answered: with events, or with an error before or after some. */
export interface RecordedReply {
  readonly events: readonly TimedEvent[];
  /** Why it broke off; absent: the reply is whole. */
  readonly error?:
    | {
        readonly milliseconds: number;
        readonly kind: ErrorKind;
        readonly message: string;
        readonly retryAfterSeconds?: number | undefined;
      }
    | undefined;
}

/** One request and its reply. There are no headers and no addresses in it. */
export interface RecordedExchange {
  /** What a request must look like to get this reply; see `structureOf`. */
  readonly structure: string;
  /** The conversation as it stood, for people to read; secrets are blacked out. */
  readonly conversation: Conversation;
  readonly reply: RecordedReply;
}

/** One conversation: the requests of which each goes on where the one before has ended. */
export interface TapedConversation {
  readonly version: 1;
  readonly exchanges: readonly RecordedExchange[];
}

/**
 * Where recordings are kept. `createTape()` keeps them in memory, `createFileTape(folder)` in one
 * JSON file per conversation.
 */
export interface Tape {
  /** All conversations, by name, in the order of their names. */
  read(): Promise<ReadonlyMap<string, TapedConversation>>;
  /** Keeps a conversation, in place of one of that name. */
  write(name: string, conversation: TapedConversation): Promise<void>;
}
